/**
 * The rules of the tree that no compiler holds: who may import whom, where SQL and the environment are, what files are
 * called, where links lead. Each rule is a test, and each proves on a little tree of its own that it can fail.
 */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readTree } from './tidy/read-tree.ts';
import { formatProblem, type Problem, type Tree } from './tidy/rule.ts';
import { RULES } from './tidy/rules.ts';
import { sourceFile } from './tidy/source-file.ts';

describe('the tree', () => {
  const files = readTree(dirname(dirname(fileURLToPath(import.meta.url))));

  it('is all here', () => {
    const paths = new Set(files.map(({ path }) => path));
    for (const path of ['package.json', 'packages/server/src/service.ts', 'test/tidy.test.ts']) {
      assert(paths.has(path), `${path} was not read`);
    }
    assert(![...paths].some((path) => path.includes('node_modules/')), 'installed packages are not ours');
  });

  for (const rule of RULES) {
    it(rule.name, () => {
      const problems = rule.check(files);
      assert(problems.length === 0, `\n${problems.map(formatProblem).join('\n')}`);
    });
  }
});

describe('each rule can fail', () => {
  for (const rule of RULES) {
    it(rule.name, () => {
      for (const { tree, at } of rule.breaks) {
        assert.deepEqual(rule.check(filesOf(tree)).map(place), at, `for ${JSON.stringify(tree)}`);
      }
      for (const tree of rule.keeps) {
        assert.deepEqual(rule.check(filesOf(tree)).map(formatProblem), [], `for ${JSON.stringify(tree)}`);
      }
    });
  }
});

function filesOf(tree: Tree) {
  return Object.entries(tree).map(([path, text]) => sourceFile(path, text));
}

function place({ path, line }: Problem): string {
  return `${path}:${line}`;
}
