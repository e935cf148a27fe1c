/** What a recording binds that no earlier one did: the values that must differ from one replay to the next. */
import { elementsOf } from './binary-array-text.ts';
import { textOf } from './pgbench-script.ts';
import type { SentStatement } from './postgres-tap.ts';

/** Ids, keys and hashes in text; what is shorter or has other characters is a word, a time or a number. */
const ID = /^[\w-]{20,}$/;

/** Texts that are ids, and bytes that are bound more than once: what is sealed never is, and what is looked up by always. */
export function newValues(
  before: readonly SentStatement[],
  recorded: readonly SentStatement[],
): readonly string[] {
  const known = new Set(boundIn(before));
  const times = new Map<string, number>();
  for (const text of boundIn(recorded)) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times]
    .filter(([text, count]) => !known.has(text) && (ID.test(text) || (text.startsWith('\\x') && count > 1)))
    .map(([text]) => text);
}

/** Also one by one what is bound in an array. */
function boundIn(statements: readonly SentStatement[]): readonly string[] {
  return statements
    .flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [textOf(value)])))
    .flatMap((text) => [text, ...elementsOf(text)]);
}
