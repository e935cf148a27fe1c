import type { Problem, Rule } from '../rule.ts';
import type { SourceFile } from '../source-file.ts';

export const importCycles: Rule = {
  name: 'no module imports itself, by whatever way round',
  check: (files) => findCycles(graphOf(files)),
  breaks: [
    {
      tree: {
        'test/a.ts': `import './b.ts';`,
        'test/b.ts': `\nimport { c } from './c.ts';`,
        'test/c.ts': `export * from './a.ts';`,
      },
      at: ['test/c.ts:1'],
    },
    { tree: { 'test/a.ts': `import { a } from './a.ts';` }, at: ['test/a.ts:1'] },
    {
      tree: { 'test/a.ts': `await import('./b.ts');`, 'test/b.ts': `import { type A } from './a.ts';` },
      at: ['test/b.ts:1'],
    },
    {
      tree: {
        'packages/x/src/index.ts': `export { y } from '@switchyard/y';`,
        'packages/y/src/index.ts': `export * from './y.ts';`,
        'packages/y/src/y.ts': `import '@switchyard/x';`,
      },
      at: ['packages/y/src/y.ts:1'],
    },
  ],
  keeps: [
    { 'test/a.ts': `import './b.ts';`, 'test/b.ts': `import type { A } from './a.ts';` },
    {
      'test/a.ts': `import './b.ts';\nimport './c.ts';`,
      'test/b.ts': `import './d.ts';`,
      'test/c.ts': `import './d.ts';`,
      'test/d.ts': ``,
    },
  ],
};

interface Edge {
  readonly to: string;
  readonly line: number;
}
type Graph = ReadonlyMap<string, readonly Edge[]>;

/** Runtime imports between our own files. Types are gone when the code runs, so they close no circle. */
function graphOf(files: readonly SourceFile[]): Graph {
  const edgesOf = (file: SourceFile) =>
    file.imports
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ specifier, line }) => ({ to: resolve(file.path, specifier), line }));
  return new Map(files.map((file) => [file.path, edgesOf(file)]));
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${from}`).pathname.slice(1);
  const ours = /^@switchyard\/([^/]+)$/.exec(specifier);
  return ours === null ? specifier : `packages/${ours[1]}/src/index.ts`;
}

/** Walks every way once; an import of a module that the walk is inside of closes a circle. */
function findCycles(graph: Graph): readonly Problem[] {
  const problems: Problem[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    for (const { to, line } of graph.get(path) ?? []) {
      const start = way.indexOf(to);
      if (start >= 0) {
        const circle = [...way.slice(start), to].join(' → ');
        problems.push({
          path,
          line,
          message: `closes a circle of imports: ${circle}. Move what both need into a third file.`,
        });
      } else if (!done.has(to) && graph.has(to)) walk(to, [...way, to]);
    }
    done.add(path);
  };
  for (const path of graph.keys()) if (!done.has(path)) walk(path, [path]);
  return problems;
}
