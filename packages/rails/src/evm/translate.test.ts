import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NODE_MESSAGES } from '../../../../test/rails/evm/node-messages.ts';
import {
  BROADCAST_REFUSALS,
  type BroadcastRefusal,
  broadcastFailure,
  readBroadcastRefusal,
} from './translate.ts';

test("every node's way of not taking a transaction is heard for what it is", () => {
  for (const [message, refusal] of NODE_MESSAGES)
    assert.equal(readBroadcastRefusal(message), refusal, message);
});

test('every refusal that we tell apart is said by some node', () => {
  const said = new Set(NODE_MESSAGES.map(([, refusal]) => refusal));
  assert.deepEqual([...said].sort(), Object.keys(BROADCAST_REFUSALS).sort());
});

test('only what is wrong with the bytes themselves is a rejection', () => {
  const refusals = Object.keys(BROADCAST_REFUSALS) as BroadcastRefusal[];
  assert.deepEqual(
    refusals.filter((refusal) => broadcastFailure(refusal).kind === 'rejected'),
    ['intrinsic_gas_too_low', 'tip_above_fee', 'invalid_signature', 'malformed'],
  );
  for (const refusal of refusals) {
    assert.ok(['rejected', 'unknown_outcome'].includes(broadcastFailure(refusal).kind));
    assert.equal(broadcastFailure(refusal).providerCode, refusal);
  }
});

test('what no node is known to say proves nothing', () => {
  for (const message of ['', 'upstream failed to decode the response', 'internal error', 'rate limited']) {
    assert.equal(readBroadcastRefusal(message), undefined, message);
  }
  assert.deepEqual(broadcastFailure(undefined), { kind: 'unknown_outcome' });
});
