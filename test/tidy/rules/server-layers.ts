/** The way of a request through the server, as a table of who may import whom. */
import type { Problem, Rule } from '../rule.ts';
import { isShipped, type SourceFile } from '../source-file.ts';

interface Layer {
  readonly may: readonly string[];
  /** Of these only types. */
  readonly types?: readonly string[];
}

/**
 * Folders of `server/src`. Files directly in `src` put the service together: they may import everything, and nothing
 * but themselves imports them.
 */
export const LAYERS: Readonly<Record<string, Layer>> = {
  http: { may: ['operations', 'manage', 'domain', 'messages'], types: ['telemetry'] },
  operations: { may: ['domain', 'store', 'messages', 'presenters', 'workflows'], types: ['routing'] },
  manage: {
    may: ['domain', 'store', 'messages', 'presenters', 'workflows', 'routing-config'],
    types: ['routing'],
  },
  workflows: {
    may: ['domain', 'store', 'messages', 'presenters', 'rails'],
    types: ['directory', 'routing', 'telemetry'],
  },
  presenters: { may: ['domain', 'messages'], types: ['store'] },
  routing: { may: ['domain', 'store'], types: ['telemetry'] },
  directory: { may: ['domain', 'store'], types: ['telemetry'] },
  'routing-config': { may: ['domain'] },
  jobs: { may: ['domain', 'store', 'workflows'], types: ['telemetry'] },
  'request-log': { may: ['domain', 'store'], types: ['telemetry'] },
  rails: { may: ['domain'] },
  store: { may: ['domain'] },
  domain: { may: [], types: ['messages'] },
  outbound: { may: [] },
  messages: { may: [] },
  telemetry: { may: [] },
  config: { may: ['domain'], types: ['http'] },
  'embedded-postgres': { may: [] },
  development: { may: ['domain', 'store', 'config', 'manage', 'routing-config'] },
};

/** What pure code may take of our packages at runtime. The vocabulary of the contract it may take as types. */
const PURE_PACKAGES: ReadonlySet<string> = new Set([
  '@switchyard/engine',
  '@switchyard/payto',
  '@switchyard/rail-kit',
]);

const SRC = 'packages/server/src/';

export const serverLayers: Rule = {
  name: 'the layers of the server import downwards only',
  check: (files) => files.filter(({ path }) => path.startsWith(SRC) && isShipped(path)).flatMap(problemsOf),
  breaks: [
    {
      tree: { [`${SRC}http/a.ts`]: `import { find } from '../store/customers.ts';` },
      at: [`${SRC}http/a.ts:1`],
    },
    {
      tree: { [`${SRC}http/docs/a.ts`]: `import { log } from '../../telemetry/logger.ts';` },
      at: [`${SRC}http/docs/a.ts:1`],
    },
    {
      tree: { [`${SRC}store/a.ts`]: `\nimport type { Handler } from '../operations/operation.ts';` },
      at: [`${SRC}store/a.ts:2`],
    },
    {
      tree: { [`${SRC}domain/a.ts`]: `import { SENTENCES } from '../messages/sentences.ts';` },
      at: [`${SRC}domain/a.ts:1`],
    },
    {
      tree: { [`${SRC}domain/a.ts`]: `import { OPERATIONS } from '@switchyard/contract';` },
      at: [`${SRC}domain/a.ts:1`],
    },
    {
      tree: { [`${SRC}operations/a.ts`]: `import { startService } from '../service.ts';` },
      at: [`${SRC}operations/a.ts:1`],
    },
    { tree: { [`${SRC}cache/a.ts`]: `export const a = 1;` }, at: [`${SRC}cache/a.ts:1`] },
  ],
  keeps: [
    {
      [`${SRC}service.ts`]: `import { find } from './store/customers.ts';\nimport { stop } from './stopper.ts';`,
    },
    {
      [`${SRC}domain/a.ts`]: `import type { MessageKey } from '../messages/sentences.ts';\nimport type { EventType } from '@switchyard/contract';`,
    },
    { [`${SRC}http/a.test.ts`]: `import { find } from '../store/customers.ts';` },
    { [`${SRC}http/docs/a.ts`]: `import { etagOf } from '../etag.ts';` },
  ],
};

function problemsOf(file: SourceFile): readonly Problem[] {
  const own = layerOf(file.path);
  if (own === ROOT) return [];
  const layer = LAYERS[own];
  if (layer === undefined) {
    const message = `${own}/ has no row in the table of layers; decide what it may import and add it.`;
    return [{ path: file.path, line: 1, message }];
  }
  return file.imports.flatMap(({ specifier, line, typeOnly }) => {
    const at = { path: file.path, line };
    if (
      own === 'domain' &&
      specifier.startsWith('@switchyard/') &&
      !typeOnly &&
      !PURE_PACKAGES.has(specifier)
    ) {
      return [{ ...at, message: `domain may take of ${specifier} types only; it is pure.` }];
    }
    if (!specifier.startsWith('.')) return [];
    const other = layerOf(new URL(specifier, `file:///${file.path}`).pathname.slice(1));
    if (other === own || layer.may.includes(other) || (typeOnly && layer.types?.includes(other))) return [];
    const what = other === ROOT ? 'the composition root' : `${other}/`;
    const only = layer.types?.includes(other) ? 'only types of' : 'nothing of';
    return [
      { ...at, message: `${own}/ may import ${only} ${what}; pass it in from service.ts, or move it down.` },
    ];
  });
}

const ROOT = '';

function layerOf(path: string): string {
  const below = path.slice(SRC.length);
  return below.includes('/') ? (below.split('/')[0] ?? ROOT) : ROOT;
}
