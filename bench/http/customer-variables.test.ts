import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someCustomer, varyingCustomer } from './customer-variables.ts';

test('some customer is one of those that were made', () => {
  assert.deepEqual(someCustomer(5n, 4, 10), ['\\set customer 5 + random(1, 10) * 1000 + random(0, 3)']);
});

test('what a request has not is not replaced', () => {
  assert.deepEqual([...varyingCustomer({ customerId: 'cus_1' })], [['cus_1', ':customer']]);
});
