import type { Problem, Rule } from '../rule.ts';
import { isShipped, type SourceFile } from '../source-file.ts';

const HOMES = /^packages\/server\/src\/(?:store|embedded-postgres)\//;
/** What puts the service together hands connections on without knowing more than their type. */
const COMPOSITION_ROOT = /^packages\/server\/src\/[^/]+$/;

/** A string is SQL when it begins like a statement, all in one case; sentences begin with one capital. */
const STATEMENT =
  /^\s*(?:select\s|insert\s+into\s|update\s+[\w".]+\s+(?:as\s+\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s|(?:create|alter|drop)\s+(?:table|index|unique|schema|role|database|function|policy|trigger|type|extension|or\s)|truncate\s)/;

export const sql: Rule = {
  name: 'SQL is in the store and nowhere else',
  check: (files) => files.filter(({ path }) => isShipped(path) && !HOMES.test(path)).flatMap(problemsOf),
  breaks: [
    broken(`const ping = { text: 'select 1' };`),
    broken(`const text = \`insert into switchyard.\${table} values ($1)\`;`),
    broken('const text = `\n  UPDATE account SET status = $1`;'),
    broken(`db.query("delete from account");`),
    broken('const text = `with held as (select 1) select * from held`;'),
    broken(`import pg from 'pg';`),
    {
      tree: { 'packages/server/src/service.ts': `import pg from 'pg';` },
      at: ['packages/server/src/service.ts:1'],
    },
  ],
  keeps: [
    { 'packages/server/src/store/a.ts': `import pg from 'pg';\nconst text = 'select 1';` },
    { 'packages/server/src/service.ts': `import type pg from 'pg';` },
    {
      'packages/server/src/http/a.ts': `// select 1\nconst hint = 'Select a bank from the list.';\nconst other = 'update your key';`,
    },
    { 'packages/server/src/http/a.test.ts': `const text = 'select 1';` },
  ],
};

function broken(text: string) {
  return { tree: { 'packages/server/src/http/a.ts': text }, at: ['packages/server/src/http/a.ts:1'] };
}

function problemsOf({ path, tokens, imports }: SourceFile): readonly Problem[] {
  const drivers = imports
    .filter(
      ({ specifier, typeOnly }) =>
        /^(?:pg|postgres)(?:$|[-/])/.test(specifier) && !(typeOnly && COMPOSITION_ROOT.test(path)),
    )
    .map(({ line }) => ({
      path,
      line,
      message: 'imports a database driver; only store/ and embedded-postgres/ speak to Postgres.',
    }));
  const statements = tokens
    .filter(({ kind, text }) => (kind === 'string' || kind === 'template') && isStatement(text))
    .map(({ line }) => ({ path, line, message: 'holds SQL; write a function in store/ and call that.' }));
  return [...drivers, ...statements];
}

function isStatement(text: string): boolean {
  const beginning = text.slice(0, 200);
  const [verb = ''] = /^\s*\w+/.exec(beginning) ?? [];
  const oneCase = verb === verb.toLowerCase() || verb === verb.toUpperCase();
  return oneCase && STATEMENT.test(beginning.toLowerCase());
}
