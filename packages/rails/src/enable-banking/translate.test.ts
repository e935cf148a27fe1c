import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSALS } from '@switchyard/rail-kit';
import type { TurnedDown } from '../calling/call.ts';
import {
  COMPLETED_STATUSES,
  ERROR_CODES,
  failureOf,
  PAYMENT_STATUSES,
  refusedPayment,
  refusedReturn,
  standingOf,
  stepOf,
  WEAKLY_FINAL_STATUSES,
} from './translate.ts';

function turnedDown(status: number, error?: string): TurnedDown {
  return { kind: 'turned_down', status, body: error === undefined ? {} : { error, message: 'Mr Smith' } };
}

test('only what a bank has accepted can be settled', () => {
  for (const status of [...COMPLETED_STATUSES, ...WEAKLY_FINAL_STATUSES])
    assert.equal(PAYMENT_STATUSES[status], 'accepted', status);
});

test('words that are not the provider’s have no standing', () => {
  for (const word of ['', 'acsc', 'DONE', 'constructor', '__proto__'])
    assert.equal(standingOf(word), undefined);
});

test('every error is a step with its code, and its message is nowhere', () => {
  for (const error of Object.keys(ERROR_CODES))
    for (const silence of ['nothing', 'unknown'] as const) {
      const step = stepOf(turnedDown(422, error), silence);
      assert.equal(step.providerCode, error);
      assert.ok(!JSON.stringify(step).includes('Smith'));
      if (step.kind === 'refused') assert.ok(REFUSALS.includes(step.code));
    }
});

test('a bank that gave no clear answer leaves a payment unknown, and a question unanswered', () => {
  for (const error of ['ASPSP_ERROR', 'ASPSP_TIMEOUT']) {
    assert.equal(stepOf(turnedDown(400, error), 'unknown').kind, 'unknown_outcome');
    assert.equal(stepOf(turnedDown(400, error), 'nothing').kind, 'unavailable');
  }
});

test('a question is never answered with a refusal of what it asks about', () => {
  for (const error of Object.keys(ERROR_CODES))
    assert.notEqual(failureOf(turnedDown(422, error)).kind as string, 'refused', error);
});

test('an error without a known code goes by its status', () => {
  assert.equal(stepOf(turnedDown(401), 'unknown').kind, 'misconfigured');
  assert.equal(stepOf(turnedDown(403, 'NEW_WORD'), 'unknown').kind, 'misconfigured');
  assert.equal(stepOf(turnedDown(422, 'NEW_WORD'), 'unknown').kind, 'rejected');
});

test('a refused payment says why: the bank’s reason first, then what the user said', () => {
  assert.equal(refusedPayment('rejected', 'AM04', true).code, 'insufficient_funds');
  assert.equal(refusedPayment('rejected', undefined, true).code, 'user_declined');
  assert.equal(refusedPayment('rejected', 'MS03', false).code, 'bank_refused');
  assert.equal(refusedPayment('cancelled', undefined, false).code, 'cancelled');
  assert.equal(refusedPayment('cancelled', undefined, true).code, 'user_declined');
});

test('a return with an error is the user’s refusal or the provider’s', () => {
  assert.equal(refusedReturn('access_denied').code, 'user_declined');
  assert.deepEqual(refusedReturn('server_error'), {
    kind: 'refused',
    code: 'provider_rejected',
    providerCode: 'server_error',
  });
  assert.deepEqual(refusedReturn('a sentence of the bank'), { kind: 'refused', code: 'provider_rejected' });
});
