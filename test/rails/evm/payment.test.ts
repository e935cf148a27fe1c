import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { PaymentOrder } from '@switchyard/rail-kit';
import { DEVELOPMENT_WALLET, TEST_PAYEES } from '../../../packages/simulator/src/providers/evm/index.ts';
import {
  BASE,
  type EvmHarness,
  freshAddress,
  NO_ANSWER,
  openRail,
  orderTo,
  startEvm,
  USDC,
} from './evm-harness.ts';

const HALF_AND_MORE = 600_000_000_000_000n;

describe('a transfer on a chain', () => {
  let evm: EvmHarness;
  before(async () => {
    evm = await startEvm({ confirmations: 3 });
  });
  after(() => evm.stop());

  const statusOf = async (order: PaymentOrder) => {
    const step = await evm.payment.query({ order });
    return step.kind === 'processing' ? step.providerStatus : step.kind;
  };
  const reserve = (order: PaymentOrder) =>
    evm.payment.sequenced?.reserve(order) ?? assert.fail('the rail is sequenced');

  it('is pending, then included, then done after as many blocks as are configured', async () => {
    const payee = freshAddress();
    const order = await evm.prepare(orderTo(payee));
    const started = await evm.payment.start(order);
    assert.ok(started.kind === 'processing' && started.providerStatus === 'pending');
    assert.equal(started.ref, order.hash);
    assert.equal(await statusOf(order), 'pending');
    await evm.mine(1);
    assert.equal(await statusOf(order), 'included');
    await evm.mine(1);
    assert.equal(await statusOf(order), 'included', 'two blocks are not three');
    await evm.mine(1);
    const done = await evm.payment.query({ order, memo: started.memo });
    assert.ok(done.kind === 'done', inspect(done));
    assert.equal(done.result.providerStatus, 'confirmed');
    assert.equal(done.result.ref, order.hash);
    assert.equal(await evm.balanceOf(payee), 2_500_000n);
    assert.equal(done.result.fee?.asset, 'eip155:8453/slip44:60');
    assert.ok((done.result.fee?.value ?? 0n) > 21_000n * 10_000_000n, 'gas was paid for');
  });

  it('is done when the chain calls it final, however many confirmations were asked for', async () => {
    const patient = await startEvm({ confirmations: 1_000 });
    try {
      const order = await patient.prepare(orderTo(freshAddress()));
      await patient.payment.start(order);
      await patient.mine(16);
      assert.equal((await patient.payment.query({ order })).kind, 'processing');
      await patient.mine(1);
      const done = await patient.payment.query({ order });
      assert.ok(done.kind === 'done' && done.result.providerStatus === 'finalized', inspect(done));
    } finally {
      await patient.stop();
    }
  });

  it('makes no call when it signs, and signs the same bytes again', async () => {
    const order = orderTo(freshAddress());
    const { sequenced } = evm.payment;
    const reserved = await reserve(order);
    assert.ok(sequenced && reserved.kind === 'done');
    evm.http.forget();
    const first = await sequenced.prepare({ order, ...reserved.result });
    const second = await sequenced.prepare({ order, ...reserved.result });
    assert.deepEqual(first, second);
    assert.equal(evm.http.sent.length, 0);
  });

  it('sent twice with the same bytes moves money once, before and after it is mined', async () => {
    const payee = freshAddress();
    const order = await evm.prepare(orderTo(payee));
    assert.equal((await evm.payment.start(order)).kind, 'processing');
    const again = await evm.payment.start(order);
    assert.ok(again.kind === 'processing' && again.providerStatus === 'pending', inspect(again));
    await evm.mine(1);
    const mined = await evm.payment.start(order);
    assert.ok(mined.kind === 'processing' && mined.providerStatus === 'included', inspect(mined));
    await evm.mine(2);
    assert.equal((await evm.payment.start(order)).kind, 'done');
    assert.equal(await evm.balanceOf(payee), 2_500_000n);
  });

  it('whose block is replaced goes back to pending, and is done once it is mined again', async () => {
    const payee = freshAddress();
    const order = await evm.prepare(orderTo(payee));
    await evm.payment.start(order);
    await evm.mine(2);
    assert.equal(await statusOf(order), 'included');
    await evm.rpc('sim_reorg', [{ depth: 2, transactions: 'waiting' }]);
    assert.equal(await evm.balanceOf(payee), 0n, 'the state went back too');
    assert.equal(await statusOf(order), 'pending');
    await evm.mine(3);
    assert.equal(await statusOf(order), 'done');
    assert.equal(await evm.balanceOf(payee), 2_500_000n);
  });

  it('that is dropped with its block is absent, and the stored bytes bring it back', async () => {
    const payee = freshAddress();
    const order = await evm.prepare(orderTo(payee));
    await evm.payment.start(order);
    await evm.mine(1);
    await evm.rpc('sim_reorg', [{ depth: 1, transactions: 'dropped' }]);
    assert.equal(await statusOf(order), 'absent');
    assert.equal((await evm.payment.start(order)).kind, 'processing');
    await evm.mine(3);
    assert.equal(await statusOf(order), 'done');
    assert.equal(await evm.balanceOf(payee), 2_500_000n);
  });

  it('that a node takes and forgets is absent', async () => {
    const order = await evm.prepare(orderTo(TEST_PAYEES.dropped));
    assert.equal((await evm.payment.start(order)).kind, 'processing');
    await evm.mine(1);
    assert.equal(await statusOf(order), 'absent');
  });

  it('whose nonce another one has is unknown, and refused only when that other one is final', async () => {
    const payee = freshAddress();
    const first = await evm.prepare(orderTo(freshAddress()));
    const nonce = Number(await evm.rpc('eth_getTransactionCount', [DEVELOPMENT_WALLET.address, 'latest']));
    const second = await evm.prepare(orderTo(payee), nonce);
    await evm.payment.start(first);
    const rival = await evm.payment.start(second);
    assert.deepEqual(rival, { kind: 'unknown_outcome', providerCode: 'replacement_underpriced' });
    await evm.mine(1);
    const late = await evm.payment.start(second);
    assert.deepEqual(late, { kind: 'unknown_outcome', providerCode: 'nonce_too_low' });
    assert.equal(await statusOf(second), 'absent', 'the other one may still go away');
    await evm.mine(16);
    const over = await evm.payment.query({ order: second });
    assert.deepEqual(over, { kind: 'refused', code: 'provider_rejected', providerCode: 'nonce_used' });
    assert.equal(await statusOf(first), 'done');
    assert.equal(await evm.balanceOf(payee), 0n);
  });

  it('whose broadcast gets no answer is an unknown outcome, and is found by its hash', async () => {
    const order = await evm.prepare(orderTo(freshAddress()));
    evm.http.disturb({ call: 0, with: NO_ANSWER, after: true });
    assert.deepEqual(await evm.payment.start(order), { kind: 'unknown_outcome' });
    evm.http.disturb(undefined);
    assert.equal(evm.http.sent.length, 1, 'one attempt');
    assert.equal(await statusOf(order), 'pending');
    await evm.mine(3);
    assert.equal(await statusOf(order), 'done');
  });

  it('whose broadcast reached nobody did not happen', async () => {
    const order = await evm.prepare(orderTo(freshAddress()));
    evm.http.disturb({ call: 0, with: { kind: 'not_connected' }, after: false });
    assert.deepEqual(await evm.payment.start(order), { kind: 'unavailable' });
    evm.http.disturb(undefined);
    assert.equal(await statusOf(order), 'absent');
  });

  it('of more tokens than there are is refused before anything is signed', async () => {
    const order = orderTo(freshAddress(), { amount: { value: 10n ** 18n, asset: USDC } });
    assert.deepEqual(await reserve(order), {
      kind: 'refused',
      code: 'insufficient_funds',
      providerCode: 'token_balance',
    });
  });

  it('that the token would turn down is refused before anything is signed', async () => {
    assert.deepEqual(await reserve(orderTo(TEST_PAYEES.reverts)), {
      kind: 'refused',
      code: 'provider_rejected',
      providerCode: 'would_revert',
    });
  });

  it('of something that is no token is rejected', async () => {
    const asset = `eip155:${BASE.id}/erc20:${freshAddress()}`;
    const answer = await reserve(orderTo(freshAddress(), { amount: { value: 1n, asset } }));
    assert.deepEqual(answer, { kind: 'rejected', providerCode: 'not_a_token' });
  });

  it('over a node of another chain is misconfigured', async () => {
    const payment = openRail(evm.rpcUrl.replace('/8453', '/137'), evm.http);
    const answer = await payment.sequenced?.reserve(orderTo(freshAddress()));
    assert.deepEqual(answer, { kind: 'misconfigured', providerCode: 'wrong_chain' });
  });

  it('over a node that does not exist is misconfigured', async () => {
    const payment = openRail(evm.rpcUrl.replace('/8453', '/99999'), evm.http);
    const answer = await payment.sequenced?.reserve(orderTo(freshAddress()));
    assert.deepEqual(answer, { kind: 'misconfigured', httpStatus: 404 });
  });

  it('is sent only as it was ordered', async () => {
    const order = await evm.prepare(orderTo(freshAddress()));
    for (const other of [
      orderTo(freshAddress()),
      { ...order, amount: { ...order.amount, value: order.amount.value + 1n } },
    ]) {
      const step = await evm.payment.start({ ...other, prepared: order.prepared ?? null });
      assert.deepEqual(step, { kind: 'rejected', providerCode: 'prepared_differs' });
    }
    assert.deepEqual(await evm.payment.start(orderTo(freshAddress())), {
      kind: 'rejected',
      providerCode: 'not_prepared',
    });
    assert.equal(evm.http.sent.length, 0, 'nothing was sent');
  });

  it('that reverts on the chain is refused, but not before it is settled', async () => {
    const amount = { value: HALF_AND_MORE, asset: USDC };
    const nonce = Number(await evm.rpc('eth_getTransactionCount', [DEVELOPMENT_WALLET.address, 'latest']));
    const enough = await evm.prepare(orderTo(freshAddress(), { amount }), nonce);
    const tooMuch = await evm.prepare(orderTo(freshAddress(), { amount }), nonce + 1);
    await evm.payment.start(enough);
    await evm.payment.start(tooMuch);
    await evm.mine(1);
    assert.equal(await statusOf(tooMuch), 'included');
    await evm.mine(2);
    assert.deepEqual(await evm.payment.query({ order: tooMuch }), {
      kind: 'refused',
      code: 'provider_rejected',
      providerCode: 'reverted',
    });
    assert.equal(await statusOf(enough), 'done');
  });

  it('without money for gas is refused before signing, and unknown if the money went in between', async () => {
    const order = await evm.prepare(orderTo(freshAddress(), { amount: { value: 1n, asset: USDC } }));
    await evm.rpc('anvil_setBalance', [DEVELOPMENT_WALLET.address, '0x1']);
    assert.deepEqual(await reserve(orderTo(freshAddress(), { amount: { value: 1n, asset: USDC } })), {
      kind: 'refused',
      code: 'insufficient_funds',
      providerCode: 'gas_balance',
    });
    // A resend of bytes that another node may have: that this one lacks the money proves nothing.
    assert.deepEqual(await evm.payment.start(order), {
      kind: 'unknown_outcome',
      providerCode: 'insufficient_funds',
    });
  });
});

describe('a chain that beats', () => {
  it('carries a payment to its end by itself, though the broadcast hung', async () => {
    const evm = await startEvm({ mining: 'interval', confirmations: 2, timeoutMs: 500 });
    try {
      const order = await evm.prepare(orderTo(TEST_PAYEES.timeout));
      assert.equal((await evm.payment.start(order)).kind, 'unknown_outcome');
      let step = await evm.payment.query({ order });
      for (let polls = 0; step.kind === 'processing' && polls < 100; polls += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        step = await evm.payment.query({ order });
      }
      assert.equal(step.kind, 'done', inspect(step));
    } finally {
      await evm.stop();
    }
  });
});
