/**
 * A chain: a real EVM over real blocks, a pool of transactions that wait, and one line of work. All that
 * touches the state goes through `inTurn`, because the EVM has one state, and a call that reads it may not see half
 * of a block.
 */
import type { Block } from '@ethereumjs/block';
import type { Common } from '@ethereumjs/common';
import type { TypedTransaction } from '@ethereumjs/tx';
import type { VM } from '@ethereumjs/vm';
import type { ChainTables, Pool } from './kept-chain.ts';

export interface Chain {
  readonly id: number;
  readonly common: Common;
  readonly vm: VM;
  /** The canonical ones, each at the index that is its number. */
  readonly blocks: MinedBlock[];
  readonly pool: Pool;
  /** Where all of it is kept. */
  readonly tables: ChainTables;
  /** How often history was replaced; stamped on blocks, so that those of another history have another hash. */
  fork: number;
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface MinedBlock {
  readonly block: Block;
  readonly hash: string;
  readonly transactions: readonly MinedTransaction[];
}

export interface MinedTransaction {
  readonly tx: TypedTransaction;
  readonly hash: string;
  readonly sender: string;
  readonly execution: Execution;
}

/** What became of a transaction in its block. */
export interface Execution {
  readonly isSuccess: boolean;
  readonly gasUsed: bigint;
  /** Of its block, up to and with it. */
  readonly cumulativeGasUsed: bigint;
  readonly bloom: Uint8Array;
  readonly logs: readonly (readonly [address: Uint8Array, topics: readonly Uint8Array[], data: Uint8Array])[];
  readonly createdAddress: string | null;
}

export interface WaitingTransaction {
  readonly tx: TypedTransaction;
  readonly hash: string;
  readonly sender: string;
  /** Not mined before this time; never when infinite. */
  readonly notBeforeMs: number;
}

/** A block further back than this is final, as on a chain whose validators have voted: it is never replaced. */
export const FINALITY_DEPTH = 16;
export const SAFETY_DEPTH = 8;

export function headOf(chain: Chain): MinedBlock {
  const head = chain.blocks.at(-1);
  if (head === undefined) throw new Error('a chain has at least its first block');
  return head;
}

export function findMined(
  chain: Chain,
  hash: string,
): { readonly mined: MinedBlock; readonly index: number } | undefined {
  // Newest first, since that is what is asked for; a chain of tests is short.
  for (let at = chain.blocks.length - 1; at >= 0; at -= 1) {
    const mined = chain.blocks[at];
    const index = mined?.transactions.findIndex((transaction) => transaction.hash === hash) ?? -1;
    if (mined !== undefined && index >= 0) return { mined, index };
  }
  return undefined;
}

export function createTurns(): Chain['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
