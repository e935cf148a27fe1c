/** The adapter against a node that is not ours, where its binary is installed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { DEVELOPMENT_WALLET } from '../../../packages/simulator/src/providers/evm/index.ts';
import testUsd from '../../../packages/simulator/src/providers/evm/test-usd.json' with { type: 'json' };
import { freshAddress, NO_ANSWER, openEvm, orderTo } from './evm-harness.ts';

const NAMES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const PACKAGE = `anvil-${process.platform}-${NAMES[process.arch]}`;
const BINARY = fileURLToPath(
  new URL(`../../../node_modules/@foundry-rs/${PACKAGE}/bin/anvil`, import.meta.url),
);
const CHAIN_ID = 31337;
const START_MAX_MS = 10_000;

test('on a real anvil: paid once, followed through a reorganisation, and not failed when its nonce is gone', async (t) => {
  if (!existsSync(BINARY)) return t.skip(`no anvil here: @foundry-rs/${PACKAGE} is not installed`);
  const { anvil, rpcUrl } = await startAnvil();
  try {
    const bare = openEvm(rpcUrl);
    const from = DEVELOPMENT_WALLET.address;
    const deployed = await bare.rpc('eth_sendTransaction', [
      { from, data: testUsd.bytecode, gas: '0x2dc6c0' },
    ]);
    await bare.rpc('evm_mine');
    const receipt = await bare.rpc('eth_getTransactionReceipt', [deployed]);
    assert.ok(typeof receipt === 'object' && receipt !== null && 'contractAddress' in receipt);
    const chain = { id: CHAIN_ID, token: String(receipt.contractAddress) };
    const evm = openEvm(rpcUrl, { chain, confirmations: 3 });
    await evm.rpc('evm_setAutomine', [false]);

    const payee = freshAddress();
    const order = await evm.prepare(orderTo(payee, {}, chain));
    evm.http.disturb({ call: 0, with: NO_ANSWER, after: true });
    assert.equal((await evm.payment.start(order)).kind, 'unknown_outcome');
    evm.http.disturb(undefined);
    const again = await evm.payment.start(order);
    assert.ok(again.kind === 'processing' && again.providerStatus === 'pending', inspect(again));
    await evm.mine(1);
    const included = await evm.payment.query({ order });
    assert.ok(included.kind === 'processing' && included.providerStatus === 'included', inspect(included));

    await evm.rpc('anvil_reorg', [1, []]);
    const vanished = await evm.payment.query({ order });
    assert.ok(vanished.kind === 'absent' || vanished.kind === 'processing', inspect(vanished));
    const resent = await evm.payment.start(order);
    assert.equal(resent.kind, 'processing', inspect(resent));
    await evm.mine(3);
    const done = await evm.payment.query({ order });
    assert.equal(done.kind, 'done', inspect(done));
    assert.equal(await evm.balanceOf(payee), 2_500_000n);

    const loser = await evm.prepare(orderTo(freshAddress(), {}, chain), 1);
    const late = await evm.payment.start(loser);
    assert.deepEqual(late, { kind: 'unknown_outcome', providerCode: 'nonce_too_low' });
  } finally {
    anvil.kill('SIGKILL');
  }
});

async function startAnvil(): Promise<{ readonly anvil: ChildProcess; readonly rpcUrl: string }> {
  const anvil = spawn(BINARY, ['--port', '0', '--chain-id', String(CHAIN_ID)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('anvil did not start')), START_MAX_MS);
    let printed = '';
    anvil.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, found] = /Listening on (\S+)/.exec(printed) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  return { anvil, rpcUrl: `http://${address}` };
}
