import type { Problem, Rule } from '../rule.ts';
import { isTest, packageOf, type SourceFile } from '../source-file.ts';

interface Edges {
  readonly may: readonly string[];
  /** Of these, shipped code may take types only; tests may take anything. */
  readonly types?: readonly string[];
  /** Files that may do more than their package. */
  readonly also?: readonly { readonly file: RegExp; readonly may: readonly string[] }[];
}

/** Who may import whom, of ours. The design's table, row by row, also for the packages that are still to come. */
export const PACKAGE_EDGES: Readonly<Record<string, Edges>> = {
  engine: { may: [] },
  payto: { may: [] },
  contract: { may: ['engine'] },
  'rail-kit': { may: ['engine', 'payto'] },
  rails: { may: ['rail-kit', 'engine', 'payto'] },
  server: {
    may: ['engine', 'payto', 'contract', 'rail-kit'],
    types: ['rails'],
    also: [
      { file: /\/src\/service\.ts$/, may: ['rails'] },
      { file: /\/src\/development\/(?:connect-simulated|simulated-rails)\.ts$/, may: ['simulator'] },
      { file: /\/src\/testing\/|\.test\.ts$/, may: ['simulator'] },
    ],
  },
  client: { may: ['engine'], types: ['contract'] },
  cli: {
    may: ['client'],
    also: [
      { file: /\/commands\/(?:dev|serve|worker|migrate|bootstrap|restored|doctor)\.ts$/, may: ['server'] },
    ],
  },
  console: { may: ['client'], types: ['contract'] },
  simulator: { may: [] },
};

const SCOPE = '@switchyard/';

export const packageEdges: Rule = {
  name: 'packages import of ours only what the design lets them',
  check: (files) => files.flatMap(problemsOf),
  breaks: [
    {
      tree: { 'packages/engine/src/a.ts': `\nimport { x } from '@switchyard/payto';` },
      at: ['packages/engine/src/a.ts:2'],
    },
    {
      tree: { 'packages/simulator/src/a.ts': `import type { A } from '@switchyard/engine';` },
      at: ['packages/simulator/src/a.ts:1'],
    },
    {
      tree: { 'packages/server/src/http/a.ts': `import { loadCatalogue } from '@switchyard/rails';` },
      at: ['packages/server/src/http/a.ts:1'],
    },
    {
      tree: { 'packages/client/src/a.ts': `import { type A } from '@switchyard/contract';` },
      at: ['packages/client/src/a.ts:1'],
    },
    {
      tree: { 'packages/cli/src/commands/keys.ts': `await import('@switchyard/server');` },
      at: ['packages/cli/src/commands/keys.ts:1'],
    },
    {
      tree: { 'packages/payto/src/a.ts': `export * from '../../engine/src/index.ts';` },
      at: ['packages/payto/src/a.ts:1'],
    },
    {
      tree: { 'packages/server/src/a.ts': `import '../../../test/harness/api.ts';` },
      at: ['packages/server/src/a.ts:1'],
    },
    { tree: { 'packages/wallet/src/a.ts': `export const a = 1;` }, at: ['packages/wallet/src/a.ts:1'] },
  ],
  keeps: [
    { 'packages/server/src/service.ts': `import { loadCatalogue } from '@switchyard/rails';` },
    { 'packages/server/src/operations/a.ts': `import type { RailListing } from '@switchyard/rails';` },
    { 'packages/client/src/a.ts': `import type { A } from '@switchyard/contract';` },
    { 'packages/client/src/a.test.ts': `import { OPERATIONS } from '@switchyard/contract';` },
    { 'packages/cli/src/commands/serve.ts': `await import('@switchyard/server');` },
    {
      'packages/engine/src/a.ts': `// import '@switchyard/payto'\nconst text = "import '@switchyard/payto'";`,
    },
    { 'packages/server/src/testing/a.ts': `import { createApi } from '../../../../test/harness/api.ts';` },
    { 'scripts/docs.ts': `import { x } from '../packages/server/src/http/limits.ts';` },
  ],
};

function problemsOf(file: SourceFile): readonly Problem[] {
  const own = packageOf(file.path);
  if (own === undefined || file.tokens.length === 0) return [];
  const edges = PACKAGE_EDGES[own];
  if (edges === undefined) {
    const message = `packages/${own} has no row in the table of packages; decide what it may import and add it.`;
    return [{ path: file.path, line: 1, message }];
  }
  return file.imports.flatMap(({ specifier, line, typeOnly }) => {
    const at = { path: file.path, line };
    if (specifier.startsWith('.')) {
      const to = new URL(specifier, `file:///${file.path}`).pathname.slice(1);
      if (packageOf(to) === own || (isTest(file.path) && to.startsWith('test/'))) return [];
      return [{ ...at, message: `leaves its package by "${specifier}"; import the package by its name.` }];
    }
    if (!specifier.startsWith(SCOPE)) return [];
    const other = specifier.slice(SCOPE.length).split('/')[0] ?? '';
    if (other === own || mayImport(edges, file.path, other, typeOnly)) return [];
    const only = edges.types?.includes(other) ? 'only types of' : 'nothing of';
    return [
      {
        ...at,
        message: `${own} may import ${only} ${other} here; move the code, or take what it needs as an argument.`,
      },
    ];
  });
}

function mayImport(edges: Edges, path: string, other: string, typeOnly: boolean): boolean {
  if (edges.may.includes(other)) return true;
  if (edges.types?.includes(other) && (typeOnly || isTest(path))) return true;
  return (edges.also ?? []).some(({ file, may }) => file.test(path) && may.includes(other));
}
