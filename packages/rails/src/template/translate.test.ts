import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FAILURE_CODES,
  failureOf,
  PAYOUT_STATUSES,
  refusalOf,
  SETTLED_STATUSES,
  standingOf,
} from './translate.ts';

test('what is declared as settled is done, and nothing else is', () => {
  const done = Object.keys(PAYOUT_STATUSES).filter((status) => standingOf(status) === 'done');
  assert.deepEqual(done, [...SETTLED_STATUSES]);
});

for (const word of ['no-such-status', 'PAID', '', 'toString']) {
  test(`the status "${word}", which nobody documents, is neither success nor an end`, () =>
    assert.equal(standingOf(word), 'processing'));
}

test('a failure without a code, or with a new one, is the provider’s', () => {
  for (const code of [undefined, null, 'no-such-code', 'toString'])
    assert.equal(refusalOf(code), 'provider_rejected');
  assert.deepEqual(Object.keys(FAILURE_CODES).map(refusalOf), Object.values(FAILURE_CODES));
});

test('a sentence of the provider’s is not handed on as a code', () => {
  const turnedDown = {
    kind: 'turned_down',
    status: 422,
    body: { code: 'Ada Lovelace has no money' },
  } as const;
  assert.deepEqual(failureOf(turnedDown), { kind: 'rejected', httpStatus: 422 });
});

test('a door that is shut is a matter of configuration', () => {
  assert.equal(failureOf({ kind: 'turned_down', status: 403, body: undefined }).kind, 'misconfigured');
});
