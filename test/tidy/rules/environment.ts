import type { Problem, Rule } from '../rule.ts';
import { isShipped, type SourceFile } from '../source-file.ts';
import type { Token } from '../tokens.ts';

const READERS = /^packages\/[^/]+\/src\/config(?:\/|\.ts$)/;
/** Files directly in `src`. Those that are a process of their own hand the environment over, whole. */
const ENTRY = /^packages\/[^/]+\/src\/[^/]+$/;

export const environment: Rule = {
  name: 'only config reads the environment, and entry points hand it over',
  check: (files) => files.filter(({ path }) => isShipped(path) && !READERS.test(path)).flatMap(problemsOf),
  breaks: [
    broken('const port = process.env.PORT;'),
    broken(`const port = process['env'].PORT;`),
    broken('const { env, argv } = process;'),
    broken(`import { env } from 'node:process';`),
    {
      tree: { 'packages/server/src/main.ts': 'if (process.env.DEBUG) readConfig(process.env);' },
      at: ['packages/server/src/main.ts:1'],
    },
    {
      tree: { 'packages/server/src/http/a.ts': 'readConfig(process.env);' },
      at: ['packages/server/src/http/a.ts:1'],
    },
  ],
  keeps: [
    { 'packages/server/src/config/config.ts': 'const port = process.env.PORT;' },
    { 'packages/server/src/main.ts': 'readConfig(process.env);' },
    {
      'packages/server/src/service.ts':
        '// not process.env\nconst { pid } = process;\nconst text = "process.env";',
    },
    { 'packages/server/src/a.test.ts': 'spawn({ env: process.env });' },
    { 'scripts/switchyard.mjs': 'spawn({ env: process.env });' },
  ],
};

function broken(text: string) {
  return { tree: { 'packages/rails/src/a.ts': text }, at: ['packages/rails/src/a.ts:1'] };
}

function problemsOf({ path, tokens, imports }: SourceFile): readonly Problem[] {
  const lines = imports
    .filter(({ specifier }) => /^(?:node:)?process$/.test(specifier))
    .map(({ line }) => line);
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || token.text !== 'process' || tokens[at - 1]?.text === '.') return;
    const [first, second] = [tokens[at + 1], tokens[at + 2]];
    const member =
      (first?.text === '.' || first?.text === '?.' || first?.text === '[') && second?.text === 'env';
    if (member && ENTRY.test(path) && isHandedOver(tokens, at)) return;
    if (member || takesEnv(tokens.slice(Math.max(0, at - 30), at).map(({ text }) => text)))
      lines.push(token.line);
  });
  const message = 'reads the environment; add a setting in config/ and take its value as an argument.';
  return lines.map((line) => ({ path, line, message }));
}

/** `{ … env … } =` before `process`. */
function takesEnv(before: readonly string[]): boolean {
  if (before.at(-1) !== '=' || before.at(-2) !== '}') return false;
  return before.slice(before.lastIndexOf('{')).includes('env');
}

/** `readConfig(process.env)`, and nothing taken out of it. */
function isHandedOver(tokens: readonly Token[], at: number): boolean {
  const around = tokens.slice(at - 2, at + 4).map(({ text }) => text);
  return around.join(' ') === 'readConfig ( process . env )';
}
