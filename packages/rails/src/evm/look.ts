/** How a transaction stands, by its hash. */
import type { Amount } from '@switchyard/engine';
import {
  type Absent,
  type Failed,
  type PaymentStep,
  type Processing,
  unavailable,
} from '@switchyard/rail-kit';
import { erc20Abi, isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem';
import { getBlock, getTransaction, getTransactionReceipt } from 'viem/actions';
import { type Asked, ask, type NodeClient } from './api/node-client.ts';
import type { ChainFacts } from './chains.ts';
import type { PreparedTransaction } from './prepared.ts';
import type { Transfer } from './transfer.ts';
import { ENDINGS, type Ending } from './translate.ts';

export interface Sight {
  readonly client: NodeClient;
  readonly chain: ChainFacts;
  readonly confirmations: number;
}

export async function look(
  sight: Sight,
  prepared: PreparedTransaction,
  transfer: Transfer,
): Promise<PaymentStep | Absent> {
  const receipt = await askFor(() => getTransactionReceipt(sight.client, { hash: prepared.hash }));
  if (receipt.kind === 'absent') return lookInPool(sight, prepared);
  if (receipt.kind !== 'done') return receipt;
  const depth = await depthOf(sight, receipt.result);
  if (depth.kind !== 'done') return depth;
  const { confirmations, isCanonical, isFinal } = depth.result;
  if (!isCanonical) return processing(sight, prepared, 'pending');
  if (!isFinal && confirmations < sight.confirmations) return processing(sight, prepared, 'included');
  const failure = ENDINGS[endingOf(receipt.result, transfer)];
  if (failure !== undefined) return failure;
  return {
    kind: 'done',
    result: {
      ref: prepared.hash,
      providerStatus: isFinal ? 'finalized' : 'confirmed',
      memo: prepared,
      ...feeOf(sight.chain, receipt.result),
    },
  };
}

export function processing(
  { chain }: Pick<Sight, 'chain'>,
  prepared: PreparedTransaction,
  providerStatus: 'pending' | 'included',
): Processing {
  return {
    kind: 'processing',
    memo: prepared,
    ref: prepared.hash,
    pollAfterMs: chain.pollAfterMs,
    providerStatus,
  };
}

/** Without a receipt it waits, or this node has never seen it, or has dropped it. */
async function lookInPool(sight: Sight, prepared: PreparedTransaction): Promise<PaymentStep | Absent> {
  const found = await askFor(() => getTransaction(sight.client, { hash: prepared.hash }));
  return found.kind === 'done' ? processing(sight, prepared, 'pending') : found;
}

interface Depth {
  readonly confirmations: number;
  readonly isFinal: boolean;
  /** False when the block of the receipt is not the one that the chain has there now. */
  readonly isCanonical: boolean;
}

async function depthOf(
  { client, confirmations: needed }: Sight,
  receipt: TransactionReceipt,
): Promise<{ readonly kind: 'done'; readonly result: Depth } | Failed> {
  const there = await askFor(() => getBlock(client, { blockNumber: receipt.blockNumber }));
  const head = await askFor(() => getBlock(client, { blockTag: 'latest' }));
  if (head.kind === 'absent') return unavailable({ providerCode: 'no_head' });
  if (head.kind !== 'done') return head;
  if (there.kind !== 'done' && there.kind !== 'absent') return there;
  const isCanonical = there.kind === 'done' && there.result.hash === receipt.blockHash;
  const confirmations = Number(head.result.number - receipt.blockNumber) + 1;
  if (!isCanonical || confirmations >= needed) {
    return { kind: 'done', result: { confirmations, isCanonical, isFinal: false } };
  }
  // Not every chain has this tag; then only the count decides.
  const final = await askFor(() => getBlock(client, { blockTag: 'finalized' }));
  const isFinal = final.kind === 'done' && final.result.number >= receipt.blockNumber;
  return { kind: 'done', result: { confirmations, isCanonical, isFinal } };
}

function endingOf(receipt: TransactionReceipt, transfer: Transfer): Ending {
  if (receipt.status === 'reverted') return 'reverted';
  const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).filter(
    ({ address, args }) =>
      isAddressEqual(address, transfer.token) && isAddressEqual(args.from, transfer.payer),
  );
  if (moved.length === 0) return 'nothing';
  const isExact = moved.some(
    ({ args }) => isAddressEqual(args.to, transfer.payee) && args.value === transfer.amount,
  );
  return isExact && moved.length === 1 ? 'transferred' : 'partly';
}

/** What gas cost us. Chains built on Optimism add what they pay for room on Ethereum. */
function feeOf(chain: ChainFacts, receipt: TransactionReceipt): { readonly fee?: Amount } {
  if (chain.gasAsset === undefined) return {};
  const l1Fee = 'l1Fee' in receipt && typeof receipt.l1Fee === 'string' ? BigInt(receipt.l1Fee) : 0n;
  const value = receipt.gasUsed * receipt.effectiveGasPrice + l1Fee;
  return { fee: { value, asset: chain.gasAsset } };
}

/** viem throws when a node says null, which here is an answer like any other. */
async function askFor<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly kind: 'done'; readonly result: Result } | Absent | Failed> {
  const asked: Asked<Result | undefined> = await ask(() =>
    work().catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    }),
  );
  if (asked.kind === 'reverted') return unavailable({ providerCode: 'reverted' });
  if (asked.kind !== 'done') return asked;
  return asked.result === undefined ? { kind: 'absent' } : { kind: 'done', result: asked.result };
}

const NOT_FOUND: ReadonlySet<string> = new Set([
  'TransactionReceiptNotFoundError',
  'TransactionNotFoundError',
  'BlockNotFoundError',
]);

function isNotFound(error: unknown): boolean {
  return error instanceof Error && NOT_FOUND.has(error.name);
}
