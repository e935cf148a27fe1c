import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FUNDING_STATUSES,
  failedRead,
  failedWrite,
  fundingOf,
  refusalForFunding,
  SETTLED_STATES,
  standingOf,
  TRANSFER_STATES,
} from './translate.ts';

test('only a state that is declared as settled is done', () => {
  const done = Object.keys(TRANSFER_STATES).filter((state) => standingOf(state) === 'done');
  assert.deepEqual(done, [...SETTLED_STATES]);
});

test('an unknown state is neither an end nor a proof that nothing was funded', () => {
  for (const state of ['', 'paid', 'constructor', 'OUTGOING_PAYMENT_SENT'])
    assert.equal(standingOf(state), 'processing');
});

test('only a completed funding is one, and an unknown word is neither', () => {
  assert.deepEqual(Object.keys(FUNDING_STATUSES).map(fundingOf), ['funded', 'rejected']);
  for (const status of ['', 'completed', 'PENDING', 'toString']) assert.equal(fundingOf(status), undefined);
});

test('a funding is refused for the reason that Wise gives, and a sentence is not handed on', () => {
  assert.deepEqual(refusalForFunding('transfer.insufficient_funds'), {
    kind: 'refused',
    code: 'insufficient_funds',
    providerCode: 'transfer.insufficient_funds',
  });
  assert.deepEqual(refusalForFunding('balance.closed'), {
    kind: 'refused',
    code: 'provider_rejected',
    providerCode: 'balance.closed',
  });
  for (const errorCode of [null, undefined, 'Petra Payee has no account'])
    assert.deepEqual(refusalForFunding(errorCode), { kind: 'refused', code: 'provider_rejected' });
});

test('what is not clear is unavailable on a read and unknown on a write', () => {
  for (const unheard of [
    { kind: 'unclear' },
    { kind: 'unclear', httpStatus: 502 },
    { kind: 'refused', httpStatus: 409 },
  ] as const) {
    assert.equal(failedRead(unheard).kind, 'unavailable');
    assert.equal(failedWrite(unheard).kind, 'unknown_outcome');
  }
});

test('what is clear is the same on both', () => {
  const expected = {
    400: 'rejected',
    401: 'misconfigured',
    403: 'misconfigured',
    422: 'rejected',
    429: 'unavailable',
  };
  for (const [status, kind] of Object.entries(expected)) {
    const unheard = {
      kind: 'refused',
      httpStatus: Number(status),
      code: 'some.code',
      retryAfterMs: 5,
    } as const;
    for (const failed of [failedRead(unheard), failedWrite(unheard)])
      assert.deepEqual(failed, {
        kind,
        httpStatus: Number(status),
        providerCode: 'some.code',
        retryAfterMs: 5,
      });
  }
  assert.deepEqual(failedWrite({ kind: 'not_connected' }), { kind: 'unavailable' });
});
