/**
 * A rule of the tree: a fact that holds for all files, a pure function that finds where it does not, and little trees
 * that prove the function can tell. A rule without an example that breaks it does not compile.
 */
import type { SourceFile } from './source-file.ts';

export interface Problem {
  readonly path: string;
  readonly line: number;
  /** What is wrong there, and what to do about it. */
  readonly message: string;
}

export interface Rule {
  /** The fact, as the name of its test. */
  readonly name: string;
  readonly check: (files: readonly SourceFile[]) => readonly Problem[];
  readonly breaks: readonly [Breach, ...Breach[]];
  /** What looks alike and is fine. */
  readonly keeps: readonly Tree[];
}

/** Path to text. */
export type Tree = Readonly<Record<string, string>>;

export interface Breach {
  readonly tree: Tree;
  /** Where the problems are, as `path:line`. */
  readonly at: readonly string[];
}

export function formatProblem({ path, line, message }: Problem): string {
  return `${path}:${line} ${message}`;
}
