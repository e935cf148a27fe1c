import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sampleLinkSession } from '../../testing/sample-link-session.ts';
import { acceptReturn, textOf } from './accept-return.ts';

const session = sampleLinkSession();
const state = session.details.state;

test('a return with the session’s state is news', () => {
  assert.deepEqual(acceptReturn(session, { returnParams: { state, code: 'c' } }), {
    ok: true,
    value: 'news',
  });
});

test('no other state is taken, however like it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom(`${state} `, state.slice(1), state.toUpperCase())),
      (other) => {
        fc.pre(other !== state);
        const verdict = acceptReturn(session, { returnParams: { state: other } });
        assert.ok(!verdict.ok && verdict.error.param === 'returnParams');
      },
    ),
  );
  assert.equal(acceptReturn(session, { returnParams: {} }).ok, false);
});

test('the same return again is known, whatever the order of its parameters; another one is a conflict', () => {
  const heard = textOf({ returnParams: { state, code: 'c' } });
  const after = sampleLinkSession({ details: { heard } });
  assert.deepEqual(acceptReturn(after, { returnParams: { code: 'c', state } }), { ok: true, value: 'known' });
  const other = acceptReturn(after, { returnParams: { code: 'd', state } });
  assert.ok(!other.ok && other.error.code === 'state_conflict');
});

test('a foreign return of a session that was heard is foreign first', () => {
  const after = sampleLinkSession({ details: { heard: 'x' } });
  const verdict = acceptReturn(after, { returnParams: { state: 'another' } });
  assert.ok(!verdict.ok && verdict.error.param === 'returnParams');
});

test('what an SDK handed over is taken only where one was opened', () => {
  const opened = sampleLinkSession({ details: { action: { type: 'sdk', token: 't', params: {} } } });
  assert.equal(acceptReturn(opened, { sdkResult: { public_token: 'p' } }).ok, true);
  assert.equal(acceptReturn(session, { sdkResult: { public_token: 'p' } }).ok, false);
});

test('nothing is nothing', () => {
  assert.deepEqual(acceptReturn(session, {}), { ok: true, value: 'nothing' });
});
