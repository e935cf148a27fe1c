import assert from 'node:assert/strict';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createFeeMarket1559Tx } from '@ethereumjs/tx';
import { bytesToHex, hexToBytes } from '@ethereumjs/util';
import { DEVELOPMENT_WALLET, KNOWN_CHAINS, TEST_PAYEES } from '../../providers/evm/known-chains.ts';
import { call, type Flow, until } from '../flow.ts';

const CHAIN = 137;
const TOKEN = KNOWN_CHAINS.find(({ id }) => id === CHAIN)?.token ?? '0x';
const PAYEE = `0x${'ab'.repeat(20)}`;
const GWEI = 1_000_000_000n;
const common = createCustomCommon({ chainId: CHAIN }, Mainnet, { hardfork: Hardfork.Prague });

export const evmFlow: Flow = {
  name: 'EVM: a transfer with one confirmation, and one that waits in the pool',
  async begin(simulator) {
    const mined = await ask(simulator, 'eth_sendRawTransaction', signed(0n, PAYEE));
    const waiting = await ask(simulator, 'eth_sendRawTransaction', signed(1n, TEST_PAYEES.stuck));
    await until('it is mined', async () => (await receiptOf(simulator, mined)) !== null);
    const before = {
      receipt: await receiptOf(simulator, mined),
      block: await ask(simulator, 'eth_getBlockByNumber', '0x1', true),
      transaction: await ask(simulator, 'eth_getTransactionByHash', waiting),
    };

    return async (again) => {
      assert.deepEqual(await receiptOf(again, mined), before.receipt);
      assert.deepEqual(await ask(again, 'eth_getBlockByNumber', '0x1', true), before.block);
      assert.deepEqual(await ask(again, 'eth_getTransactionByHash', waiting), before.transaction);
      assert.equal(await tokensOf(again, PAYEE), 7n);
      assert.equal(await tokensOf(again, PAYEE, '0x0'), 0n, 'the block before still has its own state');
      const head = BigInt(await ask(again, 'eth_blockNumber'));
      await until('confirmations grow', async () => BigInt(await ask(again, 'eth_blockNumber')) > head + 1n);
      await ask(again, 'anvil_dropTransaction', waiting);
      const next = await ask(again, 'eth_sendRawTransaction', signed(1n, PAYEE));
      await until('the next is mined', async () => (await receiptOf(again, next)) !== null);
      assert.equal(await tokensOf(again, PAYEE), 14n);
    };
  },
};

async function ask(simulator: string, method: string, ...params: readonly unknown[]) {
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const answer = await call('POST', `${simulator}/evm/${CHAIN}`, { body });
  assert.ok('result' in answer.body, answer.text);
  return answer.body.result;
}

function receiptOf(simulator: string, hash: string) {
  return ask(simulator, 'eth_getTransactionReceipt', hash);
}

async function tokensOf(simulator: string, holder: string, tag = 'latest'): Promise<bigint> {
  const data = `0x70a08231${word(BigInt(holder))}`;
  return BigInt(await ask(simulator, 'eth_call', { to: TOKEN, data }, tag));
}

function signed(nonce: bigint, payee: string): string {
  const data = hexToBytes(`0xa9059cbb${word(BigInt(payee))}${word(7n)}`);
  const tx = createFeeMarket1559Tx(
    {
      chainId: CHAIN,
      nonce,
      gasLimit: 100_000n,
      maxFeePerGas: 3n * GWEI,
      maxPriorityFeePerGas: GWEI,
      to: TOKEN.toLowerCase() as `0x${string}`,
      data,
    },
    { common },
  );
  return bytesToHex(tx.sign(hexToBytes(DEVELOPMENT_WALLET.privateKey)).serialize());
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
