/** The adapter against the simulator's chain, over real HTTP. */
import assert from 'node:assert/strict';
import type { HttpAnswer, HttpPort, Payment, PaymentOrder, Ports } from '@switchyard/rail-kit';
import { createRealHttp } from '@switchyard/rail-kit/conformance';
import {
  createWatchedHttp,
  type WatchedHttp,
} from '../../../packages/rail-kit/src/conformance/watched-http.ts';
import { evmRail } from '../../../packages/rails/src/evm/index.ts';
import {
  createEvmWith,
  DEVELOPMENT_WALLET,
  type EvmOptions,
  KNOWN_CHAINS,
} from '../../../packages/simulator/src/providers/evm/index.ts';
import { startSimulator } from '../../../packages/simulator/src/start-simulator.ts';

/** Whether simulated or not: what an order needs to know of a chain. */
export interface Place {
  readonly id: number;
  readonly token: string;
}

export const BASE: Place = KNOWN_CHAINS.find(({ id }) => id === 8453) ?? assert.fail('Base is simulated');
export const USDC = `eip155:${BASE.id}/erc20:${BASE.token}`;

export interface EvmHarness {
  readonly payment: Payment;
  readonly http: WatchedHttp;
  readonly rpcUrl: string;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  balanceOf(holder: string): Promise<bigint>;
  /** The order with what the host would have stored. */
  prepare(order: PaymentOrder, sequence?: number): Promise<PaymentOrder & { readonly hash: string }>;
  stop(): Promise<void>;
}

export interface HarnessOptions {
  readonly mining?: EvmOptions['mining'];
  readonly confirmations?: number;
  readonly timeoutMs?: number;
  readonly chain?: Place;
}

export async function startEvm(options: HarnessOptions = {}): Promise<EvmHarness> {
  const provider = createEvmWith({ blockMs: 50, mining: options.mining ?? 'manual' });
  const simulator = await startSimulator({ providers: [provider] });
  const rpcUrl = `${simulator.baseUrl}/evm/${(options.chain ?? BASE).id}`;
  return { ...openEvm(rpcUrl, options), stop: () => simulator.stop() };
}

/** Against any node, which must be one of development. */
export function openEvm(rpcUrl: string, options: HarnessOptions = {}): Omit<EvmHarness, 'stop'> {
  const { confirmations = 3, timeoutMs = 5_000, chain = BASE } = options;
  const http = createWatchedHttp(createRealHttp(timeoutMs));
  const payment = openRail(rpcUrl, http, { confirmations, chain_id: chain.id });
  const rpc = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(rpcUrl, { method: 'POST', headers, body })).json();
    assert.ok('result' in answer, `${method}: ${JSON.stringify(answer)}`);
    return answer.result;
  };
  return {
    payment,
    http,
    rpcUrl,
    rpc,
    async mine(blocks) {
      for (let mined = 0; mined < blocks; mined += 1) await rpc('evm_mine');
    },
    async balanceOf(holder) {
      const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`;
      return BigInt(String(await rpc('eth_call', [{ to: chain.token, data }, 'latest'])));
    },
    async prepare(order, sequence) {
      assert.ok(payment.sequenced);
      const reserved = await payment.sequenced.reserve(order);
      assert.equal(reserved.kind, 'done', JSON.stringify(reserved));
      const prepared = await payment.sequenced.prepare({
        order,
        sequence: sequence ?? reserved.result.sequence,
        terms: reserved.result.terms,
      });
      http.forget();
      // As the host stores it and reads it again.
      return { ...order, prepared: JSON.parse(JSON.stringify(prepared.memo)), hash: prepared.ref };
    },
  };
}

export function openRail(
  rpcUrl: string,
  http: HttpPort,
  options: { readonly confirmations?: number; readonly chain_id?: number } = {},
): Payment {
  const ports: Ports = { http, now: Date.now, randomUuid: () => crypto.randomUUID() };
  const credentials = evmRail.credentials.parse({
    rpc_url: rpcUrl,
    private_key: DEVELOPMENT_WALLET.privateKey,
    ...options,
  });
  const { payment } = evmRail.open({ rail: 'usdc-base', credentials, ports });
  return payment ?? assert.fail('the rail pays');
}

export function orderTo(
  payee: string,
  change: Partial<PaymentOrder> = {},
  chain: Place = BASE,
): PaymentOrder {
  return {
    key: crypto.randomUUID(),
    state: crypto.randomUUID(),
    amount: { value: 2_500_000n, asset: `eip155:${chain.id}/erc20:${chain.token}` },
    scheme: 'evm-erc20',
    payer: { payto: `payto://eth/${DEVELOPMENT_WALLET.address}@${chain.id}`, holderName: 'Payer' },
    payee: { payto: `payto://eth/${payee}@${chain.id}`, holderName: 'Payee' },
    returnUri: 'https://client.example/return',
    channel: 'web',
    ...change,
  };
}

/** One that nobody has paid before. */
export function freshAddress(): string {
  return `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;
}

export const NO_ANSWER: HttpAnswer = { kind: 'no_answer' };
