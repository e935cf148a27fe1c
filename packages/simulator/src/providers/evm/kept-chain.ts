/**
 * A chain as it is kept: its canonical blocks, what waits, and the nodes of the trie that holds the states of all blocks.
 * To run the blocks again instead would take hundredths of a second for each; this way a chain is back as fast as its blocks
 * can be read, with the same hashes, receipts and balances.
 */
import { createBlockFromRLP } from '@ethereumjs/block';
import type { Common } from '@ethereumjs/common';
import { createTxFromRLP } from '@ethereumjs/tx';
import { bytesToHex, type DB } from '@ethereumjs/util';
import type { Table } from '../../state/table.ts';
import type { World } from '../../world/world.ts';
import type { Execution, MinedBlock, WaitingTransaction } from './chain.ts';

export interface ChainTables {
  /** By number. */
  readonly blocks: Table<KeptBlock>;
  /** By hash, in the order of arrival. */
  readonly pool: Table<KeptWaiting>;
  readonly nodes: Table<Uint8Array>;
}

interface KeptBlock {
  readonly rlp: Uint8Array;
  readonly fork: number;
  readonly transactions: readonly { readonly sender: string; readonly execution: Execution }[];
}

interface KeptWaiting {
  readonly rlp: Uint8Array;
  readonly sender: string;
  readonly notBeforeMs: number;
}

export function chainTables({ table }: Pick<World, 'table'>, id: number): ChainTables {
  return {
    blocks: table(`evm/${id}/blocks`, 'fixed'),
    pool: table(`evm/${id}/pool`, 'fixed'),
    nodes: table(`evm/${id}/nodes`, 'fixed'),
  };
}

export function keepBlock({ blocks }: ChainTables, { block, transactions }: MinedBlock, fork: number): void {
  blocks.set(String(block.header.number), {
    rlp: block.serialize(),
    fork,
    transactions: transactions.map(({ sender, execution }) => ({ sender, execution })),
  });
}

export function forgetBlock({ blocks }: ChainTables, { block }: MinedBlock): void {
  blocks.delete(String(block.header.number));
}

export function keptBlocks(
  { blocks }: ChainTables,
  common: Common,
): { readonly blocks: MinedBlock[]; readonly fork: number } {
  const kept = [...blocks.entries()].sort(([a], [b]) => Number(a) - Number(b)).map(([, block]) => block);
  // The newest is always of the newest history: a history begins with blocks.
  return { blocks: kept.map((block) => minedBlockOf(block, common)), fork: kept.at(-1)?.fork ?? 0 };
}

/** What waits, by hash, in the order of arrival; kept as it changes. */
export interface Pool {
  readonly size: number;
  has(hash: string): boolean;
  get(hash: string): WaitingTransaction | undefined;
  values(): readonly WaitingTransaction[];
  add(transaction: WaitingTransaction): void;
  delete(hash: string): boolean;
}

export function openPool({ pool }: ChainTables, common: Common): Pool {
  const waiting = new Map(
    pool.entries().map(([hash, { rlp, sender, notBeforeMs }]) => {
      return [hash, { tx: createTxFromRLP(rlp, { common }), hash, sender, notBeforeMs }];
    }),
  );
  return {
    get size() {
      return waiting.size;
    },
    has: (hash) => waiting.has(hash),
    get: (hash) => waiting.get(hash),
    values: () => [...waiting.values()],
    add(transaction) {
      const { hash, tx, sender, notBeforeMs } = transaction;
      waiting.set(hash, transaction);
      pool.set(hash, { rlp: tx.serialize(), sender, notBeforeMs });
    },
    delete(hash) {
      pool.delete(hash);
      return waiting.delete(hash);
    },
  };
}

/** The trie's view of the table of its nodes. */
export function nodeDatabase(nodes: Table<Uint8Array>): DB<string, Uint8Array> {
  const database: DB<string, Uint8Array> = {
    get: async (key) => nodes.get(key),
    put: async (key, value) => nodes.set(key, value),
    del: async (key) => void nodes.delete(key),
    async batch(operations) {
      for (const operation of operations) {
        if (operation.type === 'put') nodes.set(operation.key, operation.value);
        else nodes.delete(operation.key);
      }
    },
    shallowCopy: () => database,
    open: async () => undefined,
  };
  return database;
}

function minedBlockOf({ rlp, transactions }: KeptBlock, common: Common): MinedBlock {
  const block = createBlockFromRLP(rlp, { common });
  return {
    block,
    hash: bytesToHex(block.hash()),
    transactions: block.transactions.map((tx, index) => {
      const kept = transactions[index];
      if (kept === undefined) throw new Error('a block was kept without what became of its transactions');
      return { ...kept, tx, hash: bytesToHex(tx.hash()) };
    }),
  };
}
