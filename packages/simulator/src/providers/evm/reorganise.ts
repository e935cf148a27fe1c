import { type Chain, FINALITY_DEPTH, headOf, type MinedBlock } from './chain.ts';
import { forgetBlock } from './kept-chain.ts';
import { mineBlock } from './mine-block.ts';

/**
 * Replaces the last blocks by as many others: the state goes back to where they began, and what they held waits again, or
 * is gone, as a transaction is that nobody sends to the winning side. Answers false when final blocks would have to
 * go. Call it in turn.
 */
export async function reorganise(
  chain: Chain,
  options: { readonly depth: number; readonly transactions: 'waiting' | 'dropped'; readonly nowMs: number },
): Promise<boolean> {
  const { depth, transactions, nowMs } = options;
  if (depth < 1 || depth > FINALITY_DEPTH || depth >= chain.blocks.length) return false;
  const removed = chain.blocks.splice(chain.blocks.length - depth, depth);
  // Before anything is waited for, so that no transaction is kept in neither place.
  for (const block of removed) forgetBlock(chain.tables, block);
  if (transactions === 'waiting') returnToPool(chain, removed);
  chain.fork += 1;
  await chain.vm.stateManager.setStateRoot(headOf(chain).block.header.stateRoot);
  for (let count = 0; count < depth; count += 1) await mineBlock(chain, { nowMs, empty: true });
  return true;
}

/** Before what waits already: they came first, and have the lower numbers. */
function returnToPool(chain: Chain, removed: readonly MinedBlock[]): void {
  const waiting = chain.pool.values();
  for (const { hash } of waiting) chain.pool.delete(hash);
  for (const { tx, hash, sender } of removed.flatMap(({ transactions }) => transactions)) {
    chain.pool.add({ tx, hash, sender, notBeforeMs: 0 });
  }
  for (const transaction of waiting) chain.pool.add(transaction);
}
