/** engine, payto and server/domain decide by their arguments alone: no clock, chance, environment, log or promise. */
import type { Problem, Rule } from '../rule.ts';
import { isShipped, type SourceFile } from '../source-file.ts';
import type { Token } from '../tokens.ts';

const PURE = /^packages\/(?:engine|payto|server\/src\/domain)\//;

/** Modules of Node whose functions, those below aside, depend on nothing but their arguments; for the server only. */
const PURE_NODE_MODULES: ReadonlySet<string> = new Set(['node:crypto', 'node:zlib']);

export const pureCode: Rule = {
  name: 'engine, payto and server/domain are pure',
  check: (files) => files.filter(({ path }) => PURE.test(path) && isShipped(path)).flatMap(problemsOf),
  breaks: [
    broken('const now = Date.now();'),
    broken('const now = new Date();'),
    broken('const now = new Date;'),
    broken('const now = performance.now();'),
    broken('const chance = Math.random();'),
    broken(`import { randomBytes } from 'node:crypto';`),
    broken('const id = crypto.randomUUID();'),
    broken('const port = process.env.PORT;'),
    broken(`console.log('x');`),
    broken('setTimeout(run, 10);'),
    broken('export async function f() {}'),
    broken('const f = (p: Promise<number>) => p;'),
    broken('const sorted = names.sort((a, b) => a.localeCompare(b));'),
    broken(`import { readFileSync } from 'node:fs';`),
    {
      tree: { 'packages/engine/src/a.ts': `import { createHash } from 'node:crypto';` },
      at: ['packages/engine/src/a.ts:1'],
    },
  ],
  keeps: [
    {
      'packages/server/src/domain/a.ts': `import { crc32 } from 'node:zlib';\nconst at = new Date(ms);\nconst { now } = request;`,
    },
    {
      'packages/engine/src/a.ts': `/** No Date.now() here. */\nconst text = 'Math.random()';\nconst o = { async: true, process: 1 };`,
    },
    { 'packages/engine/src/a.test.ts': `test('x', async () => { await new Promise(setTimeout); });` },
    { 'packages/server/src/http/a.ts': `const now = Date.now();` },
  ],
};

function broken(text: string) {
  return { tree: { 'packages/server/src/domain/a.ts': text }, at: ['packages/server/src/domain/a.ts:1'] };
}

const IMPURE_WORDS: Readonly<Record<string, string>> = {
  process: 'knows the process it runs in',
  console: 'logs',
  performance: 'reads a clock',
  fetch: 'calls the network',
  setTimeout: 'waits',
  setInterval: 'waits',
  setImmediate: 'waits',
  queueMicrotask: 'waits',
  async: 'makes promises',
  await: 'waits for promises',
  Promise: 'makes promises',
  Intl: 'depends on a locale',
  localeCompare: 'depends on a locale',
  toLocaleString: 'depends on a locale',
  toLocaleLowerCase: 'depends on a locale',
  toLocaleUpperCase: 'depends on a locale',
  getRandomValues: 'is random',
  randomBytes: 'is random',
  randomInt: 'is random',
  randomUUID: 'is random',
  randomUUIDv7: 'is random',
};

function problemsOf(file: SourceFile): readonly Problem[] {
  const inServer = file.path.startsWith('packages/server/');
  const imports = file.imports.flatMap(({ specifier, line }) =>
    specifier.startsWith('node:') && !(inServer && PURE_NODE_MODULES.has(specifier))
      ? [{ line, does: `imports ${specifier}` }]
      : [],
  );
  const words = file.tokens.flatMap((token, at) => {
    const does = impurity(file.tokens, at);
    return does === undefined ? [] : [{ line: token.line, does: `${token.text} ${does}` }];
  });
  return [...imports, ...words].map(({ line, does }) => ({
    path: file.path,
    line,
    message: `is pure code, but ${does}; take the value as an argument.`,
  }));
}

function impurity(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word' || tokens[at + 1]?.text === ':') return undefined;
  const rest = tokens.slice(at + 1, at + 4).map(({ text }) => text);
  if (token.text === 'Date' && rest[0] === '.' && rest[1] === 'now') return 'reads a clock';
  if (token.text === 'Math' && rest[0] === '.' && rest[1] === 'random') return 'is random';
  if (token.text === 'Date' && tokens[at - 1]?.text === 'new' && (rest[0] !== '(' || rest[1] === ')'))
    return 'reads a clock';
  // Object.hasOwn: `constructor` and its like are words too.
  return Object.hasOwn(IMPURE_WORDS, token.text) ? IMPURE_WORDS[token.text] : undefined;
}
