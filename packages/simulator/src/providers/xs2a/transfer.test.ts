import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Bank } from '../../world/bank.ts';
import { createWorld, type LivingWorld } from '../../world/create-world.ts';
import { createTransfer } from './transfer.ts';

const living: LivingWorld[] = [];
afterEach(() => {
  for (const { end } of living.splice(0)) end();
});

function setUp(reference?: string) {
  const alive = createWorld({ baseUrl: 'http://127.0.0.1:1', seed: 1, now: Date.now });
  living.push(alive);
  const { world } = alive;
  const bank = world.banks.byId('de-dkb') as Bank;
  const [debtor] = world.banks.accountsAt('de-dkb');
  const [creditor] = world.banks.accountsAt('de-n26');
  assert.ok(debtor?.iban && creditor?.iban);
  const order = {
    bank,
    debtorIban: debtor.iban,
    creditorIban: creditor.iban,
    creditorName: 'Somebody',
    amountMinor: 1205n,
    currency: 'EUR',
    reference,
    endToEndId: undefined,
  };
  const balances = () => [debtor, creditor].map(({ id }) => world.money.balanceOf(id));
  return { world, order, balances, settled: () => new Promise((resolve) => setTimeout(resolve, 900)) };
}

test('money leaves the payer once and arrives at the payee, however often it is approved', async () => {
  const { world, order, balances, settled } = setUp();
  const [debtor = 0n, creditor = 0n] = balances();
  const transfer = createTransfer(world, order);
  assert.equal(transfer.status(), 'RCVD');
  transfer.approve();
  transfer.approve();
  assert.equal(transfer.status(), 'ACSP');
  transfer.decline();
  assert.equal(transfer.cancel(), false, 'it is too late');
  await settled();
  assert.equal(transfer.status(), 'ACSC');
  assert.ok(transfer.isFinal());
  assert.deepEqual(balances(), [debtor - 1205n, creditor + 1205n]);
});

test('nothing moves when the payer declines, the bank refuses, or it never ends', async () => {
  const { world, order, balances, settled } = setUp();
  const before = balances();
  const declined = createTransfer(world, order);
  declined.decline();
  declined.approve();
  const others = ['SIM refused', 'SIM insufficient', 'SIM stuck'].map((reference) => {
    const transfer = createTransfer(world, { ...order, reference });
    transfer.approve();
    return transfer;
  });
  await settled();
  assert.deepEqual(
    [declined, ...others].map((transfer) => [transfer.status(), transfer.reason(), transfer.isFinal()]),
    [
      ['RJCT', 'DS02', true],
      ['RJCT', 'MS03', true],
      ['RJCT', 'AM04', true],
      ['ACSP', undefined, false],
    ],
  );
  assert.deepEqual(balances(), before);
});

test('a bank pays only from its own accounts, and only what is there', async () => {
  const { world, order, balances, settled } = setUp();
  const before = balances();
  const foreign = createTransfer(world, { ...order, debtorIban: order.creditorIban });
  const large = createTransfer(world, { ...order, amountMinor: 10n ** 15n });
  foreign.approve();
  large.approve();
  await settled();
  assert.deepEqual([foreign.reason(), large.reason()], ['AC01', 'AM04']);
  assert.deepEqual(balances(), before);
});

test('a transfer can be left in process for good where the bank does so', async () => {
  const { world, order, settled } = setUp();
  const transfer = createTransfer(world, order, 'ACSP');
  transfer.approve();
  assert.deepEqual([transfer.status(), transfer.isFinal()], ['ACTC', false]);
  await settled();
  assert.deepEqual([transfer.status(), transfer.isFinal()], ['ACSP', true]);
});
