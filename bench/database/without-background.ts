import type { SentStatement } from './postgres-tap.ts';
import { transactionsOf } from './transactions-of.ts';

/** The transactions of a recording but for the node's own: those that it also has when nobody asks it for anything. */
export function withoutBackground(
  recorded: readonly SentStatement[],
  background: readonly SentStatement[],
): readonly (readonly SentStatement[])[] {
  const own = new Set(background.map(({ text }) => text));
  return transactionsOf(recorded).filter((transaction) => !transaction.every(({ text }) => own.has(text)));
}
