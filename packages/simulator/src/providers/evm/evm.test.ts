import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createFeeMarket1559Tx } from '@ethereumjs/tx';
import { bytesToHex, hexToBytes } from '@ethereumjs/util';
import { type Simulator, startSimulator } from '../../start-simulator.ts';
import { FINALITY_DEPTH } from './chain.ts';
import { createEvmWith, DEVELOPMENT_WALLET, KNOWN_CHAINS, TEST_PAYEES } from './index.ts';

const TOKEN = KNOWN_CHAINS.find(({ id }) => id === 137)?.token ?? assert.fail('Polygon is simulated');
const WALLET = DEVELOPMENT_WALLET.address.toLowerCase();
const PAYEE = `0x${'ab'.repeat(20)}`;
const GWEI = 1_000_000_000n;
type TxData = Parameters<typeof createFeeMarket1559Tx>[0];
const common = createCustomCommon({ chainId: 137 }, Mainnet, { hardfork: Hardfork.Prague });

describe('an emulated node', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ providers: [createEvmWith({ blockMs: 20, mining: 'manual' })] });
  });
  after(() => simulator.stop());

  const post = async (body: unknown, chain = 137) => {
    const headers = { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${simulator.baseUrl}/evm/${chain}`, {
      method: 'POST',
      headers,
      body: text,
    });
    return { status: response.status, body: await response.json() };
  };
  const call = async (method: string, ...params: unknown[]) =>
    (await post({ jsonrpc: '2.0', id: 7, method, params })).body;
  const ask = async (method: string, ...params: unknown[]) => {
    const answer = await call(method, ...params);
    assert.ok('result' in answer, `${method}: ${JSON.stringify(answer)}`);
    return answer.result;
  };
  const nonce = async (tag = 'pending') => BigInt(await ask('eth_getTransactionCount', WALLET, tag));
  const balance = async (holder: string, tag = 'latest') => {
    const data = `0x70a08231${holder.slice(2).padStart(64, '0')}`;
    return BigInt(await ask('eth_call', { to: TOKEN, data }, tag));
  };
  const sign = async (amount: bigint, change: TxData = {}, payee = PAYEE) => {
    const data = `0xa9059cbb${payee.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
    const fields = {
      chainId: 137n,
      nonce: await nonce(),
      gasLimit: 100_000n,
      maxFeePerGas: 3n * GWEI,
      maxPriorityFeePerGas: GWEI,
      to: TOKEN.toLowerCase() as `0x${string}`,
      data: hexToBytes(data as `0x${string}`),
    };
    const common = createCustomCommon({ chainId: Number(change.chainId ?? 137n) }, Mainnet, {
      hardfork: Hardfork.Prague,
    });
    const tx = createFeeMarket1559Tx({ ...fields, ...change }, { common });
    return bytesToHex(tx.sign(hexToBytes(DEVELOPMENT_WALLET.privateKey)).serialize());
  };
  const send = (raw: string) => call('eth_sendRawTransaction', raw);
  const refusalOf = async (raw: string): Promise<string> => {
    const { error } = await send(raw);
    assert.equal(error?.code, -32000);
    return error.message;
  };

  it('speaks JSON-RPC: one request, many, none, and those it does not know', async () => {
    assert.deepEqual(await call('eth_chainId'), { jsonrpc: '2.0', id: 7, result: '0x89' });
    const batch = await post([
      { jsonrpc: '2.0', id: 'a', method: 'net_version' },
      { jsonrpc: '2.0', method: 'eth_chainId' },
      { jsonrpc: '2.0', id: null, method: 'eth_nothing' },
    ]);
    assert.equal(batch.body.length, 2, 'a notification has no answer');
    assert.deepEqual(batch.body[0], { jsonrpc: '2.0', id: 'a', result: '137' });
    assert.equal(batch.body[1].error.code, -32601);
    assert.equal((await post('{"jsonrpc":')).body.error.code, -32700);
    assert.equal((await post([])).body.error.code, -32600);
    assert.equal((await post({ id: 1, method: 'eth_chainId' })).body.error.code, -32600);
    assert.equal((await call('eth_getBalance', 'nonsense', 'latest')).error.code, -32602);
    assert.equal((await call('eth_getBlockByNumber', 'nonsense', false)).error.code, -32602);
    assert.equal((await call('constructor')).error.code, -32601);
    assert.equal((await post({}, 5)).status, 404);
  });

  it('mines what waits, and keeps the state of every block', async () => {
    const before = await balance(PAYEE);
    const head = await ask('eth_blockNumber');
    const { result: hash } = await send(await sign(100n));
    assert.equal((await ask('eth_getTransactionByHash', hash)).blockNumber, null);
    assert.equal(await ask('eth_getTransactionReceipt', hash), null);
    assert.equal(await nonce('pending'), (await nonce('latest')) + 1n);
    await ask('evm_mine');
    const receipt = await ask('eth_getTransactionReceipt', hash);
    assert.equal(receipt.status, '0x1');
    assert.equal(receipt.logs.length, 1);
    assert.equal(await balance(PAYEE), before + 100n);
    assert.equal(await balance(PAYEE, head), before, 'the block before still has its own state');
    const block = await ask('eth_getBlockByNumber', receipt.blockNumber, true);
    assert.equal(block.hash, receipt.blockHash);
    assert.equal(block.transactions[0].hash, hash);
  });

  it('finds logs by range, contract and topic', async () => {
    const { result: hash } = await send(await sign(1n));
    await ask('evm_mine');
    const { blockNumber } = await ask('eth_getTransactionReceipt', hash);
    const toPayee = `0x${PAYEE.slice(2).padStart(64, '0')}`;
    const find = (filter: object) => ask('eth_getLogs', { fromBlock: blockNumber, ...filter });
    assert.equal((await find({ address: TOKEN, topics: [null, null, toPayee] }))[0].transactionHash, hash);
    assert.equal((await find({ address: [PAYEE, TOKEN] })).length, 1);
    assert.equal((await find({ address: PAYEE })).length, 0);
    assert.equal((await find({ topics: [null, [toPayee]] })).length, 0, 'that is the sender’s place');
    assert.equal((await ask('eth_getLogs', { fromBlock: '0xffff' })).length, 0);
  });

  it('refuses what go-ethereum refuses, in its words', async () => {
    const raw = await sign(1n);
    await send(raw);
    assert.equal(await refusalOf(raw), 'already known');
    const taken = (await nonce()) - 1n;
    assert.equal(await refusalOf(await sign(2n, { nonce: taken })), 'replacement transaction underpriced');
    await ask('evm_mine');
    assert.match(await refusalOf(raw), /^nonce too low: next nonce \d+, tx nonce \d+$/);
    assert.match(await refusalOf(await sign(1n, { gasLimit: 21_000n })), /^intrinsic gas too low/);
    assert.equal(await refusalOf(await sign(1n, { gasLimit: 31_000_000n })), 'exceeds block gas limit');
    assert.match(
      await refusalOf(await sign(1n, { maxFeePerGas: 10n ** 18n })),
      /^insufficient funds for gas/,
    );
    assert.match(await refusalOf(await sign(1n, { chainId: 1n })), /^invalid chain id/);
    assert.match(await refusalOf('0x02c0'), /^rlp: /);
  });

  it('lets a transaction replace one with its nonce if it pays more', async () => {
    const { result: first } = await send(await sign(1n));
    const taken = (await nonce()) - 1n;
    const { result: second } = await send(await sign(2n, { nonce: taken, maxFeePerGas: 4n * GWEI }));
    assert.equal(await ask('eth_getTransactionByHash', first), null);
    await ask('evm_mine');
    assert.equal((await ask('eth_getTransactionReceipt', second)).status, '0x1');
  });

  it('keeps a transaction with a gap before it until the gap is filled', async () => {
    const next = await nonce();
    const { result: later } = await send(await sign(1n, { nonce: next + 1n }));
    await ask('evm_mine');
    assert.equal(await ask('eth_getTransactionReceipt', later), null);
    await send(await sign(1n, { nonce: next }));
    await ask('evm_mine');
    assert.equal((await ask('eth_getTransactionReceipt', later)).status, '0x1');
  });

  it('replaces blocks: other hashes, the old state, and the transactions wait again or are gone', async () => {
    for (const transactions of ['waiting', 'dropped']) {
      const before = await balance(PAYEE);
      const { result: hash } = await send(await sign(5n));
      await ask('evm_mine');
      const head = await ask('eth_getBlockByNumber', 'latest', false);
      await ask('sim_reorg', { depth: 1, transactions });
      const other = await ask('eth_getBlockByNumber', 'latest', false);
      assert.equal(other.number, head.number);
      assert.notEqual(other.hash, head.hash);
      assert.equal(other.parentHash, head.parentHash);
      assert.equal(await balance(PAYEE), before);
      assert.equal(await ask('eth_getTransactionReceipt', hash), null);
      assert.equal((await ask('eth_getTransactionByHash', hash)) === null, transactions === 'dropped');
      await ask('evm_mine');
      assert.equal(await balance(PAYEE), transactions === 'waiting' ? before + 5n : before);
    }
  });

  it('never replaces what is final', async () => {
    await ask('anvil_mine', FINALITY_DEPTH + 2);
    const final = await ask('eth_getBlockByNumber', 'finalized', false);
    assert.equal((await call('sim_reorg', { depth: FINALITY_DEPTH + 1 })).error.code, -32000);
    assert.equal(await ask('sim_reorg', { depth: FINALITY_DEPTH }), true);
    assert.equal((await ask('eth_getBlockByNumber', final.number, false)).hash, final.hash);
  });

  it('runs a transfer that cannot be and says that it was undone', async () => {
    const { result: hash } = await send(await sign(1n, {}, TEST_PAYEES.reverts));
    await ask('evm_mine');
    const receipt = await ask('eth_getTransactionReceipt', hash);
    assert.equal(receipt.status, '0x0');
    assert.deepEqual(receipt.logs, []);
    const data = `0xa9059cbb${TEST_PAYEES.reverts.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
    assert.equal((await call('eth_estimateGas', { from: WALLET, to: TOKEN, data })).error.code, 3);
  });

  it('estimates at least what is used', async () => {
    const fresh = `0x${'cd'.repeat(20)}`;
    const data = `0xa9059cbb${fresh.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`;
    const estimate = BigInt(await ask('eth_estimateGas', { from: WALLET, to: TOKEN, data }));
    const { result: hash } = await send(await sign(1n, {}, fresh));
    await ask('evm_mine');
    const used = BigInt((await ask('eth_getTransactionReceipt', hash)).gasUsed);
    assert.ok(estimate >= used && estimate < used * 2n, `${estimate} for ${used}`);
  });
});

describe('a chain with a beat', () => {
  it('mines by itself until all is final, and then rests', async () => {
    const simulator = await startSimulator({
      providers: [createEvmWith({ blockMs: 5, mining: 'interval' })],
    });
    const ask = async (method: string, ...params: unknown[]) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await (await fetch(`${simulator.baseUrl}/evm/137`, { method: 'POST', headers, body })).json())
        .result;
    };
    try {
      assert.equal(await ask('eth_blockNumber'), '0x0');
      const tx = createFeeMarket1559Tx(
        { chainId: 137n, gasLimit: 21_000n, maxFeePerGas: 3n * GWEI, to: PAYEE as `0x${string}`, value: 1n },
        { common },
      );
      await ask(
        'eth_sendRawTransaction',
        bytesToHex(tx.sign(hexToBytes(DEVELOPMENT_WALLET.privateKey)).serialize()),
      );
      const rest = BigInt(FINALITY_DEPTH) + 2n;
      for (let polls = 0; BigInt(await ask('eth_blockNumber')) < rest && polls < 500; polls += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await new Promise((resolve) => setTimeout(resolve, 60));
      assert.equal(BigInt(await ask('eth_blockNumber')), rest);
      assert.equal(BigInt((await ask('eth_getBlockByNumber', 'finalized', false)).number), 2n);
    } finally {
      await simulator.stop();
    }
  });
});
