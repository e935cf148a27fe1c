import {
  type Address,
  bytesToHex,
  createAddressFromString,
  createZeroAddress,
  utf8ToBytes,
} from '@ethereumjs/util';
import { type BlockBuilder, buildBlock, type RunTxResult } from '@ethereumjs/vm';
import {
  type Chain,
  type Execution,
  headOf,
  type MinedBlock,
  type MinedTransaction,
  type WaitingTransaction,
} from './chain.ts';
import { keepBlock } from './kept-chain.ts';

export const BLOCK_GAS_LIMIT = 30_000_000n;
/** The fee of a chain without traffic would fall to almost nothing, which no chain with users has. */
export const BASE_FEE_MIN = 10_000_000n;

/**
 * Builds the next block from what waits and may go, and puts it on top. What cannot run any more, for want of gas money,
 * leaves the pool, as it would at a node. Call it in turn.
 */
export async function mineBlock(
  chain: Chain,
  options: { readonly nowMs: number; readonly empty?: boolean },
): Promise<MinedBlock> {
  const { block: parent } = headOf(chain);
  const baseFeePerGas = nextBaseFee(chain);
  const builder = await buildBlock(chain.vm, {
    parentBlock: parent,
    headerData: {
      number: parent.header.number + 1n,
      timestamp: laterThan(parent.header.timestamp, options.nowMs),
      gasLimit: BLOCK_GAS_LIMIT,
      baseFeePerGas,
      coinbase: createZeroAddress(),
      extraData: utf8ToBytes(`simulated ${chain.fork}`),
    },
    withdrawals: [],
    blockOpts: { common: chain.common, putBlockIntoBlockchain: false, freeze: false },
  });
  const { transactions, used } =
    options.empty === true ? NOTHING : await addWaiting(chain, builder, baseFeePerGas, options.nowMs);
  const { block } = await builder.build();
  const mined = { block, hash: bytesToHex(block.hash()), transactions };
  // All at once: at every moment a transaction is kept either in the pool or in a block.
  for (const hash of used) chain.pool.delete(hash);
  chain.blocks.push(mined);
  keepBlock(chain.tables, mined, chain.fork);
  return mined;
}

/** What waits and could be mined now, were it not for its fee or its turn. */
export function hasWork(chain: Chain, nowMs: number): boolean {
  return chain.pool.values().some(({ notBeforeMs }) => notBeforeMs <= nowMs);
}

export function nextBaseFee(chain: Chain): bigint {
  const next = headOf(chain).block.header.calcNextBaseFee();
  return next < BASE_FEE_MIN ? BASE_FEE_MIN : next;
}

/** Seconds, and always more than the parent's, even when blocks come faster than that. */
function laterThan(parentTimestamp: bigint, nowMs: number): bigint {
  const now = BigInt(Math.floor(nowMs / 1000));
  return now > parentTimestamp ? now : parentTimestamp + 1n;
}

/** What a block holds, and what leaves the pool for it. */
interface Added {
  readonly transactions: readonly MinedTransaction[];
  readonly used: ReadonlySet<string>;
}

const NOTHING: Added = { transactions: [], used: new Set() };

async function addWaiting(
  chain: Chain,
  builder: BlockBuilder,
  baseFee: bigint,
  nowMs: number,
): Promise<Added> {
  const transactions: MinedTransaction[] = [];
  const used = new Set<string>();
  for (;;) {
    const next = await findRunnable(chain, baseFee, nowMs, used);
    if (next === undefined) return { transactions, used };
    const { tx, hash, sender } = next;
    used.add(hash);
    try {
      transactions.push({ tx, hash, sender, execution: executionOf(await builder.addTransaction(tx)) });
    } catch {
      // It leaves the pool: the node's own word for this is "dropped".
    }
  }
}

function executionOf({ receipt, totalGasSpent, createdAddress }: RunTxResult): Execution {
  return {
    isSuccess: 'status' in receipt && receipt.status === 1,
    gasUsed: totalGasSpent,
    cumulativeGasUsed: receipt.cumulativeBlockGasUsed,
    bloom: receipt.bitvector,
    logs: receipt.logs,
    createdAddress: createdAddress?.toString() ?? null,
  };
}

/** The first in the pool whose number is next for its sender, and whose fee is enough. */
async function findRunnable(
  chain: Chain,
  baseFee: bigint,
  nowMs: number,
  used: ReadonlySet<string>,
): Promise<WaitingTransaction | undefined> {
  for (const waiting of chain.pool.values()) {
    if (used.has(waiting.hash)) continue;
    if (waiting.notBeforeMs > nowMs || maxFeeOf(waiting) < baseFee) continue;
    if ((await nonceOf(chain, createAddressFromString(waiting.sender))) === waiting.tx.nonce) return waiting;
  }
  return undefined;
}

export function maxFeeOf({ tx }: Pick<WaitingTransaction, 'tx'>): bigint {
  return 'maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice;
}

export async function nonceOf(chain: Chain, address: Address): Promise<bigint> {
  return (await chain.vm.stateManager.getAccount(address))?.nonce ?? 0n;
}
