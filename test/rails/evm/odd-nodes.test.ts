/** What nodes behind a load balancer, lagging ones and strange tokens can tell us, and what must not follow from it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { type Alterations, createAlteredHttp } from './altered-http.ts';
import { type EvmHarness, freshAddress, openRail, orderTo, startEvm } from './evm-harness.ts';

describe('an odd node', () => {
  let evm: EvmHarness;
  before(async () => {
    evm = await startEvm({ confirmations: 3 });
  });
  after(() => evm.stop());

  const through = (alterations: Alterations) =>
    openRail(evm.rpcUrl, createAlteredHttp(evm.http, alterations), { confirmations: 3 });
  const settled = async () => {
    const order = await evm.prepare(orderTo(freshAddress()));
    await evm.payment.start(order);
    await evm.mine(3);
    return order;
  };
  /** Of which another transaction has the nonce, so many blocks ago. */
  const overtaken = async (blocks: number) => {
    const winner = await evm.prepare(orderTo(freshAddress()));
    const loser = await evm.prepare(orderTo(freshAddress()));
    await evm.payment.start(winner);
    await evm.mine(blocks);
    return loser;
  };

  it('with a receipt from a block that the chain no longer has does not settle anything', async () => {
    const order = await settled();
    const otherHash = (receipt: unknown) => ({ ...Object(receipt), blockHash: `0x${'12'.repeat(32)}` });
    const step = await through({ eth_getTransactionReceipt: otherHash }).query({ order });
    assert.ok(step.kind === 'processing' && step.providerStatus === 'pending', inspect(step));
  });

  it('that lags behind the block of a receipt does not settle anything', async () => {
    const order = await settled();
    const step = await through({ eth_getBlockByNumber: () => null }).query({ order });
    assert.notEqual(step.kind, 'done', inspect(step));
    assert.notEqual(step.kind, 'refused', inspect(step));
  });

  it('whose token logged nothing, or something else, has not paid', async () => {
    const order = await settled();
    const none = (receipt: unknown) => ({ ...Object(receipt), logs: [] });
    assert.deepEqual(await through({ eth_getTransactionReceipt: none }).query({ order }), {
      kind: 'refused',
      code: 'provider_rejected',
      providerCode: 'no_transfer',
    });
    const less = (receipt: unknown) => {
      const { logs } = Object(receipt);
      return { ...Object(receipt), logs: [{ ...logs[0], data: `0x${'1'.padStart(64, '0')}` }] };
    };
    assert.deepEqual(await through({ eth_getTransactionReceipt: less }).query({ order }), {
      kind: 'unknown_outcome',
      providerCode: 'transfer_differs',
    });
  });

  it('proves that a nonce is gone only if it is on the right chain and has finality', async () => {
    const loser = await overtaken(17);
    assert.equal((await evm.payment.query({ order: loser })).kind, 'refused');
    const lies: Alterations[] = [
      { eth_chainId: () => '0x1' },
      { eth_getBlockByNumber: () => null },
      { eth_getTransactionCount: () => null },
      // So long ago that a node may have forgotten the transaction.
      { eth_getBlockByNumber: (block) => ({ ...Object(block), number: '0xf4240ff' }) },
    ];
    for (const lie of lies) {
      assert.deepEqual(await through(lie).query({ order: loser }), { kind: 'absent' }, inspect(lie));
    }
  });

  it('proves nothing by a nonce that is gone in blocks that may still be replaced', async () => {
    await evm.mine(20);
    const loser = await overtaken(10);
    await evm.mine(6);
    // Final is now the block in which the loser was signed, and the winner is one above it.
    assert.deepEqual(await evm.payment.query({ order: loser }), { kind: 'absent' });
  });

  it('without a batch proves nothing either', async () => {
    const loser = await overtaken(17);
    const noBatch = {
      send: async (request: Parameters<typeof evm.http.send>[0]) =>
        request.purpose === 'batch'
          ? {
              kind: 'answer' as const,
              status: 200,
              headers: {},
              body: '{"error":{"code":-32600,"message":"no"}}',
            }
          : evm.http.send(request),
    };
    assert.deepEqual(await openRail(evm.rpcUrl, noBatch).query({ order: loser }), { kind: 'absent' });
  });

  it('that answers with the hash of something else leaves the outcome unknown', async () => {
    const order = await evm.prepare(orderTo(freshAddress()));
    const step = await through({ eth_sendRawTransaction: () => `0x${'34'.repeat(32)}` }).start(order);
    assert.deepEqual(step, { kind: 'unknown_outcome', providerCode: 'unreadable' });
    await evm.mine(1);
  });

  it('is asked for the nonce after those that wait', async () => {
    const first = await evm.prepare(orderTo(freshAddress()));
    const reserve = () => evm.payment.sequenced?.reserve(orderTo(freshAddress()));
    const before = await reserve();
    await evm.payment.start(first);
    const later = await reserve();
    assert.ok(before?.kind === 'done' && later?.kind === 'done');
    assert.equal(later.result.sequence, before.result.sequence + 1);
  });

  it('that cannot be read is asked once, and nothing is concluded', async () => {
    const order = await settled();
    for (const method of ['eth_getTransactionReceipt', 'eth_getBlockByNumber']) {
      for (const nonsense of [7, {}, 'x', []]) {
        evm.http.forget();
        const step = await through({ [method]: () => nonsense }).query({ order });
        assert.deepEqual(step, { kind: 'unavailable', providerCode: 'unreadable' }, method);
        const asked = evm.http.sent.map(({ body }) => body);
        assert.equal(new Set(asked).size, asked.length, 'no call was made twice');
      }
    }
  });
});
