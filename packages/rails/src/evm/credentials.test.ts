import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { EVM_SECRET_KEYS, evmCredentials } from './credentials.ts';
import { evmRail } from './index.ts';

const sound = { rpc_url: 'https://node.example/v2/key', private_key: `0x${'11'.repeat(32)}` };
const takes = (change: Record<string, unknown>) => evmCredentials.safeParse({ ...sound, ...change }).success;

test('takes a node and a key, and numbers as numbers or as text', () => {
  assert.ok(takes({}));
  assert.ok(takes({ rpc_url: 'http://127.0.0.1:4401/evm/8453' }));
  const read = evmCredentials.parse({ ...sound, chain_id: '84532', confirmations: 5 });
  assert.equal(read.chain_id, 84532);
  assert.equal(read.confirmations, 5);
});

test('refuses what cannot be a node, a key or a number', () => {
  for (const rpc_url of ['ftp://node.example', 'node.example', '']) assert.ok(!takes({ rpc_url }), rpc_url);
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  for (const private_key of [
    '11'.repeat(32),
    `0x${'00'.repeat(32)}`,
    `0x${order}`,
    `0x${'11'.repeat(31)}`,
    '0xzz',
  ]) {
    assert.ok(!takes({ private_key }), private_key);
  }
  for (const confirmations of [0, -1, 1.5, '0', '1e1', '0x10', ' 5', 10_001, '10001', null]) {
    assert.ok(!takes({ confirmations }), String(confirmations));
  }
});

test('the catalogue asks for exactly these keys, and hides the same ones', () => {
  for (const id of evmRail.rails) {
    const listing = loadCatalogue().find((entry) => entry.id === id);
    assert.deepEqual(
      listing?.credentials.map(({ key }) => key).sort(),
      Object.keys(evmCredentials.shape).sort(),
      id,
    );
    const secret = listing?.credentials.filter((credential) => credential.secret).map(({ key }) => key);
    assert.deepEqual(secret?.sort(), [...EVM_SECRET_KEYS].sort(), id);
    assert.equal(listing?.status, 'integrated');
  }
});
