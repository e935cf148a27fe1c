/**
 * What the wallet has sent, from the chain's own logs. A chain knows blocks and not times, so the first page looks for the blocks
 * in which the span begins and ends; nodes answer for few blocks at once, so a page is a piece of that.
 */
import {
  type Done,
  type Failed,
  type ListedPayment,
  rejected,
  type Statement,
  type StatementPage,
  unavailable,
} from '@switchyard/rail-kit';
import { type Address, erc20Abi, getAbiItem, getAddress, isAddressEqual } from 'viem';
import { getBlock, getLogs } from 'viem/actions';
import { ask, type NodeClient } from './api/node-client.ts';

export interface Wallet {
  readonly client: NodeClient;
  readonly address: Address;
  /** CAIP-19. */
  readonly tokens: readonly string[];
}

/** Less than the strictest of the large node providers allows. */
const BLOCKS_PER_PAGE = 1_000n;
/** From the first block to any that will ever be. */
const LOOKS_MAX = 64;

export async function pageOf(
  wallet: Wallet,
  { fromMs, toMs, cursor }: Parameters<Statement['page']>[0],
): Promise<Done<StatementPage> | Failed> {
  const span = cursor === undefined ? await spanOf(wallet.client, fromMs, toMs) : readCursor(cursor);
  if (span === undefined) return rejected({ providerCode: 'cursor' });
  if ('kind' in span) return span;
  const { from, to } = span;
  if (from > to) return { kind: 'done', result: { payments: [] } };
  const end = from + BLOCKS_PER_PAGE - 1n < to ? from + BLOCKS_PER_PAGE - 1n : to;
  const listed = await transfersIn(wallet, from, end);
  if (listed.kind !== 'done') return listed;
  const next = end < to ? { next: `${end + 1n}-${to}` } : {};
  return { kind: 'done', result: { payments: listed.result, ...next } };
}

interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

function readCursor(cursor: string): Span | undefined {
  const match = /^([0-9]{1,20})-([0-9]{1,20})$/.exec(cursor);
  return match === null ? undefined : { from: BigInt(match[1] ?? ''), to: BigInt(match[2] ?? '') };
}

async function spanOf(client: NodeClient, fromMs: number, toMs: number): Promise<Span | Failed> {
  const head = await blockAt(client, 'latest');
  if ('kind' in head) return head;
  const from = await firstSince(client, head, fromMs);
  if (typeof from !== 'bigint') return from;
  const after = await firstSince(client, head, toMs + 1_000);
  return typeof after === 'bigint' ? { from, to: after - 1n } : after;
}

/** The first block that is not older than this; one past the head when all are. */
async function firstSince(client: NodeClient, head: Block, atMs: number): Promise<bigint | Failed> {
  if (head.atMs < atMs) return head.number + 1n;
  let low = 0n;
  let high = head.number;
  for (let looks = 0; low < high && looks < LOOKS_MAX; looks += 1) {
    const middle = (low + high) / 2n;
    const block = await blockAt(client, middle);
    if ('kind' in block) return block;
    if (block.atMs < atMs) low = middle + 1n;
    else high = middle;
  }
  return low;
}

interface Block {
  readonly number: bigint;
  readonly atMs: number;
}

async function blockAt(client: NodeClient, which: bigint | 'latest'): Promise<Block | Failed> {
  const asked = await ask(() =>
    getBlock(client, which === 'latest' ? { blockTag: which } : { blockNumber: which }),
  );
  if (asked.kind === 'reverted') return unavailable({ providerCode: 'reverted' });
  if (asked.kind !== 'done') return asked;
  const { number, timestamp } = asked.result;
  return { number, atMs: Number(timestamp) * 1_000 };
}

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' });

async function transfersIn(
  { client, address, tokens }: Wallet,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Done<readonly ListedPayment[]> | Failed> {
  const contracts = tokens.map((token) => getAddress(token.slice(token.lastIndexOf(':') + 1)));
  const asked = await ask(() =>
    getLogs(client, {
      address: contracts,
      event: TRANSFER,
      args: { from: address },
      fromBlock,
      toBlock,
      strict: true,
    }),
  );
  if (asked.kind === 'reverted') return unavailable({ providerCode: 'reverted' });
  if (asked.kind !== 'done') return asked;
  const payments = asked.result.map(({ address: contract, transactionHash, args }): ListedPayment => {
    const asset = tokens[contracts.findIndex((one) => isAddressEqual(one, contract))];
    return {
      ref: transactionHash,
      standing: 'done',
      providerStatus: 'included',
      ...(asset === undefined ? {} : { amount: { value: args.value, asset } }),
    };
  });
  return { kind: 'done', result: payments };
}
