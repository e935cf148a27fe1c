/**
 * While a release replaces another, both run on one database that the newer one has migrated. So a migration only adds; what takes
 * something away that a release before it may use comes releases later, and says above itself why nobody uses it any more:
 *
 *   -- contract: no release since 0012 reads it
 */
import type { Problem, Rule } from '../rule.ts';

const MIGRATION = /^packages\/server\/src\/store\/migrations\/(\d{4})-[^/]+\.sql$/;
const EXPLAINED = /--\s*contract:\s*\S/;

/** Of the examples. */
const FILE = 'packages/server/src/store/migrations/0002-b.sql';

/** What takes something away, and what the release before would stumble over. */
const CONTRACTIONS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+function\b/i, 'drops a function'],
  [/\brename\b/i, 'renames'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'requires what the release before may leave out'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)[^,;]*/i,
    'adds a column that the release before does not fill',
  ],
];

export const expandContract: Rule = {
  name: 'a migration lets the release before it run beside it',
  check: (files) => files.flatMap(({ path, text }) => (MIGRATION.test(path) ? problemsIn(path, text) : [])),
  breaks: [
    broken('alter table switchyard.a drop column b;'),
    broken('drop function switchyard.f(text);'),
    broken('alter table switchyard.a rename to b;'),
    broken('alter table switchyard.a alter column b set not null;'),
    broken('alter table switchyard.a alter column b type bigint;'),
    broken('alter table switchyard.a add column b text not null;'),
    broken('drop table switchyard.a;'),
  ],
  keeps: [
    kept('alter table switchyard.a add column b text;'),
    kept("alter table switchyard.a add column b text not null default '';"),
    kept('-- contract: no release since 0003 calls it\ndrop function switchyard.f(text);'),
    kept('-- this does not drop a table\nselect 1;'),
    kept('alter table switchyard.a drop constraint a_check;'),
  ],
};

function problemsIn(path: string, text: string): readonly Problem[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const code = line.replace(/--.*$/, '');
    const found = CONTRACTIONS.find(([pattern]) => pattern.test(code));
    if (found === undefined || EXPLAINED.test(lines[at - 1] ?? '')) return [];
    const message = `${found[1]}: the release before may still run on this database. Do it releases later, under a line "-- contract: why nobody uses it".`;
    return [{ path, line: at + 1, message }];
  });
}

function broken(text: string) {
  return { tree: { [FILE]: text }, at: [`${FILE}:1`] };
}

function kept(text: string) {
  return { [FILE]: text };
}
