import { err, ok, type Result } from '@switchyard/engine';
import { type ConfigProblem, formatPath } from './config-problem.ts';
import { PROBLEMS_MAX } from './limits.ts';
import type { Reader } from './reader.ts';
import { lineAt, parseYamlTree } from './yaml-tree.ts';

/** A whole file by one reader: its value, or every problem in the order of the lines. JSON is YAML too. */
export function readYaml<T>(text: string, reader: Reader<T>): Result<T, readonly ConfigProblem[]> {
  const parsed = parseYamlTree(text);
  if (!parsed.ok) return parsed;
  const { tree, problems } = parsed.value;
  const reading = reader(tree, []);
  if (reading.ok && problems.length === 0) return ok(reading.value);
  const told = [...problems, ...(reading.ok ? [] : reading.error)]
    .map(({ path, problem }) => ({ path: formatPath(path), line: lineAt(tree, path), problem }))
    .sort((a, b) => a.line - b.line);
  return err(told.length <= PROBLEMS_MAX ? told : [...told.slice(0, PROBLEMS_MAX), theRest(told.length)]);
}

function theRest(count: number): ConfigProblem {
  return { path: '', problem: `There are ${count - PROBLEMS_MAX} mistakes more; these come first.` };
}
