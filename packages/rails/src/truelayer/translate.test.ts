import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSALS } from '@switchyard/rail-kit';
import {
  DIALOG_ERRORS,
  FAILURE_REASONS,
  failedRead,
  failedWrite,
  nextActionOf,
  PAYMENT_STATUSES,
  refusalFor,
  refusalForDialog,
  SETTLED_STATUSES,
  standingOf,
} from './translate.ts';

test('exactly the settled statuses are done, and an unknown status keeps us waiting', () => {
  const done = Object.keys(PAYMENT_STATUSES).filter((status) => standingOf(status) === 'done');
  assert.deepEqual(done.sort(), [...SETTLED_STATUSES].sort());
  for (const unknown of ['no-such-status', '', 'toString', 'EXECUTED'])
    assert.equal(standingOf(unknown), 'processing');
});

test('every documented reason is one of our refusals and keeps its own word; an unknown one is the provider’s', () => {
  for (const [reason, code] of Object.entries(FAILURE_REASONS)) {
    assert.ok(REFUSALS.includes(code));
    assert.deepEqual(refusalFor(reason), { kind: 'refused', code, providerCode: reason });
  }
  assert.deepEqual(refusalFor('brand_new'), {
    kind: 'refused',
    code: 'provider_rejected',
    providerCode: 'brand_new',
  });
  assert.deepEqual(refusalFor(undefined), { kind: 'refused', code: 'provider_rejected' });
});

test('an error that came through the browser is repeated only if TrueLayer knows it', () => {
  for (const error of Object.keys(DIALOG_ERRORS)) assert.equal(refusalForDialog(error).providerCode, error);
  assert.deepEqual(refusalForDialog('<script>'), { kind: 'refused', code: 'provider_rejected' });
});

test('what we cannot do for the user is unsupported', () => {
  assert.equal(nextActionOf('redirect'), 'redirect');
  assert.equal(nextActionOf('form'), 'unsupported');
  assert.equal(nextActionOf('something_new'), 'unsupported');
});

test('what could not be heard means nothing on a read and anything on a write', () => {
  const kinds = (exchange: Parameters<typeof failedRead>[0]) => [
    failedRead(exchange).kind,
    failedWrite(exchange).kind,
  ];
  assert.deepEqual(kinds({ kind: 'not_connected' }), ['unavailable', 'unavailable']);
  assert.deepEqual(kinds({ kind: 'unclear' }), ['unavailable', 'unknown_outcome']);
  assert.deepEqual(kinds({ kind: 'unclear', httpStatus: 500 }), ['unavailable', 'unknown_outcome']);
  const refused = (httpStatus: number) => kinds({ kind: 'refused', httpStatus });
  assert.deepEqual(refused(400), ['rejected', 'rejected']);
  assert.deepEqual(refused(401), ['misconfigured', 'misconfigured']);
  assert.deepEqual(refused(403), ['misconfigured', 'misconfigured']);
  assert.deepEqual(refused(409), ['rejected', 'unknown_outcome']);
  assert.deepEqual(refused(422), ['rejected', 'unknown_outcome']);
  assert.deepEqual(refused(429), ['unavailable', 'unavailable']);
});

test('a 401 for a token kept from earlier is a reason to ask for a new one, not to blame the credentials', () => {
  assert.equal(failedWrite({ kind: 'refused', httpStatus: 401, withKeptToken: true }).kind, 'unavailable');
});

test('without a token nothing can have happened, and a refused one is about our credentials', () => {
  const kind = (why: Parameters<typeof failedRead>[0]) =>
    failedWrite({ kind: 'no_token', why: why as Exclude<typeof why, { kind: 'no_token' }> }).kind;
  assert.equal(kind({ kind: 'unclear' }), 'unavailable');
  assert.equal(kind({ kind: 'not_connected' }), 'unavailable');
  assert.equal(kind({ kind: 'refused', httpStatus: 400, code: 'invalid_client' }), 'misconfigured');
  assert.equal(kind({ kind: 'refused', httpStatus: 429 }), 'unavailable');
});
