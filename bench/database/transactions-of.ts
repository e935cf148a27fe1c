import type { SentStatement } from './postgres-tap.ts';

/**
 * The transactions of a recording, whole, though several connections had theirs under way at once; in the order in which they
 * ended, because whoever saw what another one wrote ended after it. One that had not ended by then is left out.
 */
export function transactionsOf(statements: readonly SentStatement[]): readonly (readonly SentStatement[])[] {
  const ended: { readonly at: number; readonly statements: readonly SentStatement[] }[] = [];
  for (const own of Map.groupBy(statements.entries(), ([, one]) => one.connection).values()) {
    let block: SentStatement[] | undefined;
    for (const group of Map.groupBy(own, ([, one]) => one.sync).values()) {
      const at = group.at(-1)?.[0] ?? 0;
      const sent = group.map(([, statement]) => statement);
      const words = sent.map(firstWord);
      if (block === undefined && !words.includes('begin')) ended.push({ at, statements: sent });
      else {
        block = [...(block ?? []), ...sent];
        if (!words.includes('commit') && !words.includes('rollback')) continue;
        ended.push({ at, statements: block });
        block = undefined;
      }
    }
  }
  return ended.sort((a, b) => a.at - b.at).map((one) => one.statements);
}

function firstWord({ text }: SentStatement): string {
  return text.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? '';
}
