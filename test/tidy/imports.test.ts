import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sourceFile } from './source-file.ts';

const read = (text: string) =>
  sourceFile('a.ts', text).imports.map(({ specifier, typeOnly }) =>
    typeOnly ? `type ${specifier}` : specifier,
  );

it('finds every form of import and export from', () => {
  assert.deepEqual(read(`import a from 'a'; import 'b'; import * as c from 'c'; import d, { e } from 'd';`), [
    ...'abcd',
  ]);
  assert.deepEqual(read(`import json from './j.json' with { type: 'json' };`), ['./j.json']);
  assert.deepEqual(read(`export { a } from 'a'; export * from 'b'; export * as c from 'c';`), [...'abc']);
  assert.deepEqual(read(`const a = await import('a'); import('b').then(f);`), [...'ab']);
});

it('knows which imports are gone at runtime', () => {
  assert.deepEqual(read(`import type { A } from 'a'; import type B from 'b';`), ['type a', 'type b']);
  assert.deepEqual(read(`export type { A } from 'a'; export type * from 'b';`), ['type a', 'type b']);
  assert.deepEqual(read(`import { type A } from 'a'; import type from 'b';`), ['a', 'b']);
});

it('takes nothing else for an import', () => {
  assert.deepEqual(
    read(`import.meta.url; export const from = 'a'; export type T = 'a'; export { b }; const c = 'd';`),
    [],
  );
  assert.deepEqual(read(`import(name); import(\`./\${name}.ts\`); loader.import("a");`), []);
  assert.deepEqual(read(`// import 'a'\nconst text = "import 'b'"; \`import 'c'\`;`), []);
});
