import { type Chain, FINALITY_DEPTH, headOf, type MinedBlock } from './chain.ts';
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
  await chain.vm.stateManager.setStateRoot(headOf(chain).block.header.stateRoot);
  chain.fork += 1;
  if (transactions === 'waiting') returnToPool(chain, removed);
  for (let count = 0; count < depth; count += 1) await mineBlock(chain, { nowMs, empty: true });
  return true;
}

/** Before what waits already: they came first, and have the lower numbers. */
function returnToPool(chain: Chain, removed: readonly MinedBlock[]): void {
  const waiting = [...chain.pool];
  chain.pool.clear();
  for (const { tx, hash, sender } of removed.flatMap(({ transactions }) => transactions)) {
    chain.pool.set(hash, { tx, hash, sender, notBeforeMs: 0 });
  }
  for (const [hash, transaction] of waiting) chain.pool.set(hash, transaction);
}
