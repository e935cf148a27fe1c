import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentOrder } from '@switchyard/rail-kit';
import { readTransfer } from './transfer.ts';

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

const order: PaymentOrder = {
  key: 'a6d3c4d0-9c0e-4a51-8f0e-1f0a0f0e0d0c',
  state: 's',
  amount: { value: 5n, asset: `eip155:8453/erc20:${TOKEN}` },
  scheme: 'evm-erc20',
  payer: { payto: `payto://eth/${WALLET}@8453`, holderName: 'Payer' },
  payee: { payto: `payto://eth/${PAYEE}@8453`, holderName: 'Payee' },
  returnUri: 'https://client.example',
  channel: 'web',
};
const read = (change: Partial<PaymentOrder> = {}) =>
  readTransfer({ ...order, ...change }, { chainId: 8453, address: WALLET });
const payee = (payto: string) => ({ payee: { payto, holderName: 'Payee' } });
const asset = (name: string) => ({ amount: { value: 5n, asset: name } });

test('an order of this chain is a transfer of its token', () => {
  const transfer = { kind: 'transfer', chainId: 8453, token: TOKEN, payer: WALLET, payee: PAYEE, amount: 5n };
  assert.deepEqual(read(), transfer);
  assert.deepEqual(read(payee(`payto://eth/${PAYEE.toLowerCase()}@8453`)), transfer, 'in any spelling');
  assert.deepEqual(read(asset(`eip155:8453/erc20:${TOKEN.toLowerCase()}`)), transfer);
});

const REJECTED: Readonly<Record<string, readonly [Partial<PaymentOrder>, providerCode: string]>> = {
  'a token of another chain': [asset(`eip155:1/erc20:${TOKEN}`), 'asset_of_another_chain'],
  'a currency': [asset('iso4217:USD'), 'asset_unsupported'],
  'a collectible': [asset(`eip155:8453/erc721:${TOKEN}`), 'asset_unsupported'],
  'one token of many': [asset(`eip155:8453/erc20:${TOKEN}/1`), 'asset_unsupported'],
  "the chain's own coin": [asset('eip155:8453/slip44:60'), 'asset_unsupported'],
  'a mistyped token': [asset(`eip155:8453/erc20:${TOKEN.replace('fCD6', 'FCD6')}`), 'asset_unsupported'],
  'another scheme': [{ scheme: 'swift' }, 'asset_unsupported'],
  "a payer who is not the key's": [
    { payer: { payto: `payto://eth/${PAYEE}@8453`, holderName: 'x' } },
    'payer_is_not_the_wallet',
  ],
  'the wallet on another chain': [
    { payer: { payto: `payto://eth/${WALLET}`, holderName: 'x' } },
    'payer_is_not_the_wallet',
  ],
  'a payee on another chain': [payee(`payto://eth/${PAYEE}`), 'payee_on_another_chain'],
  'a payee at a bank': [payee('payto://iban/DE75512108001245126199'), 'address_unsupported'],
  'the token as payee': [payee(`payto://eth/${TOKEN}@8453`), 'payee_is_the_token'],
  'a reference': [{ reference: 'INV 1' }, 'reference_unsupported'],
  'an amount of nothing': [{ amount: { ...order.amount, value: 0n } }, 'amount_unsupported'],
  'more than a number holds': [{ amount: { ...order.amount, value: 2n ** 256n } }, 'amount_unsupported'],
};

for (const [name, [change, providerCode]] of Object.entries(REJECTED)) {
  test(`${name} is rejected`, () => {
    assert.deepEqual(read(change), { kind: 'rejected', providerCode });
  });
}
