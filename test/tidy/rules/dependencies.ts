/** What a package.json declares is what the code beside it imports: nothing missing, nothing left over, no ranges. */
import { builtinModules } from 'node:module';
import type { Problem, Rule } from '../rule.ts';
import { isTest, packageOf, type SourceFile } from '../source-file.ts';

const GROUPS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'] as const;
type Manifest = Readonly<Partial<Record<(typeof GROUPS)[number], Readonly<Record<string, string>>>>>;

/** Used from the command line or by the compiler, never by an import. */
const TOOLS: ReadonlySet<string> = new Set(['@biomejs/biome', 'typescript', '@types/node']);

export const exactVersions: Rule = {
  name: 'dependencies are declared in exact versions',
  check: (files) =>
    files.filter(isManifest).flatMap((file) =>
      declaredIn(file).flatMap(({ name, version }) =>
        EXACT.test(version)
          ? []
          : [
              {
                ...whereIn(file, name),
                message: `"${name}" is declared as "${version}"; write the one version that is meant.`,
              },
            ],
      ),
    ),
  breaks: [
    {
      tree: { 'package.json': `{\n  "devDependencies": {\n    "a": "^1.2.3"\n  }\n}` },
      at: ['package.json:3'],
    },
    {
      tree: { 'packages/x/package.json': `{ "dependencies": { "a": "latest", "b": "1.x" } }` },
      at: ['packages/x/package.json:1', 'packages/x/package.json:1'],
    },
  ],
  keeps: [{ 'package.json': `{ "dependencies": { "a": "1.2.3", "b": "18.4.0-beta.17" } }` }],
};

const ROOT = 'package.json';
const EXACT = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

export const declaredIsImported: Rule = {
  name: 'the dependencies a package declares are those it imports',
  check: (files) => {
    const manifests = files.filter(isManifest);
    return manifests.flatMap((manifest) => {
      const code = files.filter(
        (file) => file.tokens.length > 0 && packageOf(file.path) === packageOf(manifest.path),
      );
      return [...missing(manifest, code, manifests), ...unused(manifest, usersOf(manifest, files))];
    });
  },
  breaks: [
    {
      tree: {
        'packages/x/package.json': `{ "dependencies": {} }`,
        'packages/x/src/a.ts': `\nimport type { z } from 'zod/v4';`,
      },
      at: ['packages/x/src/a.ts:2'],
    },
    {
      tree: {
        'packages/x/package.json': `{ "dependencies": {\n"zod": "1.0.0" } }`,
        'packages/x/src/a.ts': `// import 'zod'`,
      },
      at: ['packages/x/package.json:2'],
    },
    {
      // A test's dependency is the root's, and shipped code may not lean on it.
      tree: {
        'package.json': `{ "devDependencies": { "fast-check": "1.0.0" } }`,
        'packages/x/package.json': `{}`,
        'packages/x/src/a.test.ts': `import fc from 'fast-check';`,
        'packages/x/src/a.ts': `import fc from 'fast-check';`,
      },
      at: ['packages/x/src/a.ts:1'],
    },
    { tree: { 'package.json': `{ "devDependencies": { "left-over": "1.0.0" } }` }, at: ['package.json:1'] },
    {
      tree: {
        'packages/x/package.json': `{ "dependencies": { "fast-check": "1.0.0" } }`,
        'packages/x/src/a.test.ts': `import 'fast-check';`,
      },
      at: ['packages/x/package.json:1'],
    },
  ],
  keeps: [
    {
      'package.json': `{ "devDependencies": { "fast-check": "1.0.0", "typescript": "7.0.2", "@types/pg": "8.0.0" } }`,
      'packages/x/package.json': `{ "dependencies": { "pg": "8.0.0" }, "optionalDependencies": { "@native/linux-arm64": "1.0.0" } }`,
      'packages/x/src/a.ts': `import pg from 'pg';\nimport 'node:fs';\nimport.meta.resolve(\`@native/\${platform}\`);`,
      'packages/x/src/a.test.ts': `import fc from 'fast-check';\nimport pg from 'pg';`,
      'test/a.ts': `import pg from 'pg';\nimport { x } from '@switchyard/x';`,
    },
  ],
};

function missing(
  manifest: SourceFile,
  code: readonly SourceFile[],
  manifests: readonly SourceFile[],
): readonly Problem[] {
  const own = namesIn([manifest]);
  // The root's code runs inside the workspace and uses what the packages use; a package's tests have the root's tools.
  const ofTests = namesIn(manifests.filter(({ path }) => path === manifest.path || path === ROOT));
  const inRoot = namesIn(manifests);
  return code.flatMap((file) =>
    file.imports.flatMap(({ specifier, line }) => {
      const name = packageNameOf(specifier);
      if (name === undefined || (manifest.path === ROOT && name.startsWith('@switchyard/'))) return [];
      const declared = manifest.path === ROOT ? inRoot : isTest(file.path) ? ofTests : own;
      const message = `imports "${name}", which ${manifest.path} does not declare; add it there.`;
      return declared.has(name) ? [] : [{ path: file.path, line, message }];
    }),
  );
}

/** A package's dependencies are for what it ships; the root's are for its own code and for all tests. */
function usersOf(manifest: SourceFile, files: readonly SourceFile[]): readonly SourceFile[] {
  const own = packageOf(manifest.path);
  return files.filter(({ path }) =>
    own === undefined
      ? packageOf(path) === undefined || isTest(path)
      : packageOf(path) === own && !isTest(path),
  );
}

function unused(manifest: SourceFile, users: readonly SourceFile[]): readonly Problem[] {
  const imported = new Set(
    users.flatMap((file) => file.imports.map(({ specifier }) => packageNameOf(specifier))),
  );
  const mentioned = users.flatMap(({ tokens }) =>
    tokens.filter(({ kind }) => kind === 'string' || kind === 'template'),
  );
  return declaredIn(manifest).flatMap(({ name, group }) => {
    const typed = name.startsWith('@types/') ? name.slice('@types/'.length) : name;
    // Platform packages are found by name at runtime, and the name may be put together from its beginning.
    const resolved = mentioned.some(
      ({ text }) => text === name || (group === 'optionalDependencies' && isStemOf(text, name)),
    );
    if (TOOLS.has(name) || imported.has(name) || imported.has(typed) || resolved) return [];
    return [{ ...whereIn(manifest, name), message: `declares "${name}", which nothing imports; remove it.` }];
  });
}

function isStemOf(text: string, name: string): boolean {
  return text.length > 4 && /[/-]$/.test(text) && name.startsWith(text);
}

function packageNameOf(specifier: string): string | undefined {
  if (/^(?:\.|\/|node:|data:|file:|#)/.test(specifier) || builtinModules.includes(specifier))
    return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function namesIn(manifests: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(manifests.flatMap((manifest) => declaredIn(manifest).map(({ name }) => name)));
}

function isManifest({ path }: SourceFile): boolean {
  return /^(?:packages\/[^/]+\/)?package\.json$/.test(path);
}

function declaredIn({ text }: SourceFile) {
  const manifest: Manifest = JSON.parse(text);
  return GROUPS.flatMap((group) =>
    Object.entries(manifest[group] ?? {}).map(([name, version]) => ({ group, name, version })),
  );
}

function whereIn({ path, text }: SourceFile, name: string): { readonly path: string; readonly line: number } {
  const line = text.split('\n').findIndex((content) => content.includes(`"${name}"`)) + 1;
  return { path, line: Math.max(1, line) };
}
