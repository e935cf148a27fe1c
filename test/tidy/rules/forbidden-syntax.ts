/** What the language has and we do without. The linter says most of it too; a comment cannot switch this one off. */
import type { Problem, Rule } from '../rule.ts';
import { isTest, type SourceFile } from '../source-file.ts';
import { endsOperand, type Token } from '../tokens.ts';

const OURS = /^(?:packages\/[^/]+\/(?:src|test)|test|scripts|bench)\//;

type Find = (tokens: readonly Token[], at: number) => boolean;

export const noAny = syntaxRule({
  name: 'nothing is typed any outside tests',
  // A test may look into an answer of whatever shape; the linter asks for the reason there.
  covers: (path) => !isTest(path),
  find: (tokens, at) =>
    isWord(tokens[at], 'any') &&
    !isMember(tokens[at - 1]) &&
    !['(', ':', '?', '='].includes(tokens[at + 1]?.text ?? ''),
  advice: 'uses any; use unknown and find out, or name the type.',
  broken: ['function f(x: any) {}', 'const x = y as any;', 'let x: any[] = [];', 'let x: Array<any>;'],
  fine: ['Promise.any(all);', `const o = { any: 1, unrepresentable: 'any' };`, '// any\nfc.anything();'],
});

export const noNonNull = syntaxRule({
  name: 'nothing is asserted to be there by an exclamation mark',
  find: (tokens, at) =>
    tokens[at]?.kind === 'mark' &&
    tokens[at]?.text === '!' &&
    endsOperand(tokens[at - 1]) &&
    tokens[at - 1]?.text !== '}',
  advice: 'asserts with ! that something is there; check it, or use invariant().',
  broken: ['const x = list[0]!;', 'a.b!.c();', 'f()!;', 'let x!: string;'],
  fine: [
    'if (!x && !y) z();',
    'return !x;',
    'const f = (x) => !x;',
    'x !== y;',
    'for (;;) {}\n!function () {}();',
    `/a!/.test(\`\${a}!\`);`,
  ],
});

export const noEnum = syntaxRule({
  name: 'there is no enum',
  find: (tokens, at) =>
    isWord(tokens[at], 'enum') && tokens[at + 1]?.kind === 'word' && tokens[at + 2]?.text === '{',
  advice:
    'declares an enum, which type stripping cannot run; use a constant list and a union of its members.',
  broken: ['enum Colour { Red }', 'export const enum Colour { Red }'],
  fine: ['z.enum(LIST);', 'const schema = { enum: [] };'],
});

export const noDefaultExport = syntaxRule({
  name: 'there is no default export',
  find: (tokens, at) =>
    isWord(tokens[at], 'default') &&
    (isWord(tokens[at - 1], 'export') || (isWord(tokens[at - 1], 'as') && exportsHere(tokens, at))),
  advice: 'has a default export; give it its name.',
  broken: [
    'export default function f() {}',
    'export { f as default };',
    `export { default as default } from './a.ts';`,
  ],
  fine: [
    `import { default as f } from 'x';`,
    'switch (x) { default: }',
    `export { default as f } from './a.ts';`,
  ],
});

export const noTsIgnore: Rule = {
  name: 'no comment silences the compiler',
  check: (files) =>
    files
      .filter(({ path }) => OURS.test(path))
      .flatMap(({ path, comments }) =>
        comments
          .filter(({ text }) => /^\/[/*]+\s*@ts-(?:ignore|nocheck)\b/.test(text))
          .map(({ line }) => ({ path, line, message: 'silences the compiler; mend what it says.' })),
      ),
  breaks: [
    { tree: { 'test/a.ts': 'f();\n// @ts-ignore' }, at: ['test/a.ts:2'] },
    { tree: { 'test/a.ts': '// @ts-nocheck' }, at: ['test/a.ts:1'] },
    { tree: { 'test/a.ts': '/* @ts-ignore */' }, at: ['test/a.ts:1'] },
  ],
  keeps: [{ 'test/a.ts': `// We never write @ts-ignore.\nconst text = '// @ts-ignore';` }],
};

function syntaxRule(definition: {
  readonly name: string;
  readonly covers?: (path: string) => boolean;
  readonly find: Find;
  readonly advice: string;
  readonly broken: readonly [string, ...string[]];
  readonly fine: readonly string[];
}): Rule {
  const { name, covers = () => true, find, advice, broken, fine } = definition;
  const [first, ...others] = broken;
  const breach = (text: string) => ({
    tree: { 'packages/x/src/a.ts': `\n${text}` },
    at: ['packages/x/src/a.ts:2'],
  });
  return {
    name,
    check: (files) =>
      files
        .filter(({ path }) => OURS.test(path) && covers(path))
        .flatMap((file) => problemsOf(file, find, advice)),
    breaks: [breach(first), ...others.map(breach)],
    keeps: fine.map((text) => ({ 'packages/x/src/a.ts': text })),
  };
}

function problemsOf({ path, tokens }: SourceFile, find: Find, message: string): readonly Problem[] {
  return tokens.flatMap(({ line }, at) => (find(tokens, at) ? [{ path, line, message }] : []));
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

function isMember(before: Token | undefined): boolean {
  return before?.text === '.' || before?.text === '?.';
}

/** Whether the braces around this place belong to an export. */
function exportsHere(tokens: readonly Token[], at: number): boolean {
  const open = tokens.slice(0, at).findLastIndex(({ kind, text }) => kind === 'mark' && text === '{');
  return isWord(tokens[open - 1], 'export');
}
