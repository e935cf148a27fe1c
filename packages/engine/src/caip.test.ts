import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseChainAccount, parseChainAsset, parseChainId } from './caip.ts';

test('chains are read', () => {
  assert.deepEqual(parseChainId('eip155:1'), { ok: true, value: { namespace: 'eip155', reference: '1' } });
  assert.ok(parseChainId('bip122:000000000019d6689c085ae165831e93').ok);
  assert.ok(parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp').ok);
  assert.ok(parseChainId(`starknet:SN_GOERLI`).ok);
});

test('malformed chains are refused', () => {
  const bad = [
    '',
    ':',
    'eip155',
    'eip155:',
    ':1',
    'ei:1',
    'eip155eip:1',
    'EIP155:1',
    'eip155:1:2',
    'eip155:a.b',
  ];
  for (const text of [...bad, `eip155:${'1'.repeat(33)}`, 'eip155:1\n', ' eip155:1']) {
    assert.deepEqual(parseChainId(text), { ok: false, error: 'malformed_chain' }, text);
  }
});

test('accounts are read and malformed ones refused', () => {
  assert.deepEqual(parseChainAccount('eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'), {
    ok: true,
    value: { chainId: 'eip155:1', address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' },
  });
  for (const text of ['', '0xab', 'eip155:1', 'eip155:1:', 'eip155:1:a b', `eip155:1:${'a'.repeat(129)}`]) {
    assert.deepEqual(parseChainAccount(text), { ok: false, error: 'malformed_account' }, text);
  }
});

test('assets are read, with and without a token id', () => {
  const reference = '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d';
  assert.deepEqual(parseChainAsset(`eip155:1/erc721:${reference}`), {
    ok: true,
    value: { chainId: 'eip155:1', namespace: 'erc721', reference },
  });
  assert.deepEqual(parseChainAsset(`eip155:1/erc721:${reference}/771769`), {
    ok: true,
    value: { chainId: 'eip155:1', namespace: 'erc721', reference, tokenId: '771769' },
  });
  assert.ok(parseChainAsset('cosmos:cosmoshub-3/slip44:118').ok);
});

test('malformed assets are refused', () => {
  const long = 'a'.repeat(129);
  const bad = ['', '/', 'eip155:1', 'eip155:1/', 'eip155:1/erc20', 'eip155:1/erc20:', 'eip155:1/erc20:a:b'];
  const worse = [
    'eip155:1/erc20:a/',
    'eip155:1/erc20:a/1/',
    'eip155:1/erc20:a/1/2',
    'eip155:1/ERC20:a',
    '1/erc20:a',
  ];
  const longer = [
    `eip155:1/erc20:${long}`,
    `eip155:1/erc20:a/${'1'.repeat(79)}`,
    'eip155:1/erc20:a_b',
    'eip155:1/erc20:a\n',
  ];
  for (const text of [...bad, ...worse, ...longer]) {
    assert.deepEqual(parseChainAsset(text), { ok: false, error: 'malformed_asset' }, text);
  }
});

test('a hostile megabyte is refused in no time', () => {
  const started = performance.now();
  for (const unit of ['a', ':', '/', '-', 'a:', 'eip155:1/']) parseChainAsset(unit.repeat(1_000_000));
  assert.ok(performance.now() - started < 1_000);
});
