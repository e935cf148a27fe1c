import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authorizationRefusal,
  consentError,
  exitRefusal,
  initiationScheme,
  PAYMENT_STATUSES,
  paymentStanding,
  transferNetwork,
  transferStanding,
} from './translate.ts';

test('a payment is done once the bank has accepted it, and not before', () => {
  const done = Object.keys(PAYMENT_STATUSES).filter((status) => paymentStanding(status).kind === 'done');
  assert.deepEqual(done.sort(), [
    'PAYMENT_STATUS_EXECUTED',
    'PAYMENT_STATUS_INITIATED',
    'PAYMENT_STATUS_SETTLED',
  ]);
});

test('a settled debit is not yet done, a settled credit is', () => {
  assert.deepEqual(transferStanding('settled', 'debit'), { kind: 'processing' });
  assert.deepEqual(transferStanding('settled', 'credit'), { kind: 'done' });
  assert.deepEqual(transferStanding('funds_available', 'debit'), { kind: 'done' });
});

test('a word Plaid does not document decides nothing', () => {
  for (const word of ['', 'constructor', '__proto__', 'PAYMENT_STATUS_NEW', 'toString']) {
    assert.deepEqual(paymentStanding(word), { kind: 'processing' }, word);
    assert.deepEqual(transferStanding(word, 'credit'), { kind: 'processing' }, word);
    assert.equal(consentError(word), undefined, word);
  }
});

test('an approved transfer goes on even where its risk could not be checked; anything else does not', () => {
  const refusalOf = (decision: string, code: string | null = null) =>
    authorizationRefusal({ id: 'a', decision, decision_rationale: code === null ? null : { code } });
  assert.equal(refusalOf('approved'), undefined);
  assert.equal(refusalOf('approved', 'MANUALLY_VERIFIED_ITEM'), undefined);
  assert.equal(refusalOf('declined', 'NSF'), 'insufficient_funds');
  assert.equal(refusalOf('declined', 'SOMETHING_NEW'), 'provider_rejected');
  assert.equal(refusalOf('user_action_required'), 'account_unusable');
  assert.equal(refusalOf('something_new'), 'provider_rejected');
});

test('leaving Link says why where Plaid knows it', () => {
  assert.equal(exitRefusal({}), 'user_declined');
  assert.equal(exitRefusal({ status: 'institution_not_found' }), 'institution_unsupported');
  assert.equal(exitRefusal({ errorCode: 'NO_ACCOUNTS', errorType: 'ITEM_ERROR' }), 'account_unusable');
  assert.equal(
    exitRefusal({ errorCode: 'INSTITUTION_DOWN', errorType: 'INSTITUTION_ERROR' }),
    'bank_refused',
  );
});

test('money is never debited by an instant network, and schemes of others are not ours', () => {
  assert.equal(transferNetwork('debit', 'us-rtp'), undefined);
  assert.equal(transferNetwork('credit', 'us-rtp'), 'rtp');
  assert.equal(initiationScheme('gb-chaps'), undefined);
  assert.deepEqual(initiationScheme('gb-fps'), { scheme: 'LOCAL_DEFAULT', currency: 'GBP' });
});
