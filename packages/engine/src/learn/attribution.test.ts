import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attribute, USER_CAUSED_FAILURE_CODES } from './attribution.ts';

test('a success is a success and a cancellation says nothing, whatever the code', () => {
  assert.equal(attribute('succeeded'), 'success');
  assert.equal(attribute('succeeded', 'user_declined'), 'success');
  assert.equal(attribute('cancelled'), 'neutral');
  assert.equal(attribute('cancelled', 'provider_unavailable'), 'neutral');
});

test('what the payer or the account caused does not hurt the rail', () => {
  for (const code of USER_CAUSED_FAILURE_CODES) assert.equal(attribute('failed', code), 'neutral', code);
  assert.equal(attribute('failed', 'AM04'), 'neutral', 'as ISO 20022 writes it');
  assert.equal(attribute('failed', 'user-declined'), 'neutral', 'as some providers write it');
});

test('a failure without a known cause counts against the rail', () => {
  for (const code of [undefined, '', 'bank_refused', 'timeout', 'consent_failed', 'user_declined_by_bank']) {
    assert.equal(attribute('failed', code), 'failure', String(code));
  }
});

test('the list is in the form it is compared in, and says nothing twice', () => {
  assert.deepEqual(
    USER_CAUSED_FAILURE_CODES.filter((code) => !/^[a-z0-9_]+$/.test(code)),
    [],
  );
  assert.equal(new Set(USER_CAUSED_FAILURE_CODES).size, USER_CAUSED_FAILURE_CODES.length);
});
