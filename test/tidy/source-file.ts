/** A file of the project as the rules see it. */
import { type Import, importsOf } from './imports.ts';
import { type Token, tokensOf } from './tokens.ts';

export interface SourceFile {
  /** From the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Empty for what is not code. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Token[];
  readonly imports: readonly Import[];
}

export function sourceFile(path: string, text: string): SourceFile {
  const all = isCode(path) ? tokensOf(text) : [];
  const tokens = all.filter((token) => token.kind !== 'comment');
  const comments = all.filter((token) => token.kind === 'comment');
  return { path, text, tokens, comments, imports: importsOf(tokens) };
}

export function isCode(path: string): boolean {
  return /\.(?:[cm]?[jt]s|tsx)$/.test(path);
}

/** Tests and what only tests use: they may compose, wait and look at clocks. */
export function isTest(path: string): boolean {
  return /\.test\.[cm]?[jt]sx?$|\/(?:fixtures|testing)\/|^test\/|^packages\/[^/]+\/test\//.test(path);
}

/** The package a file belongs to, by the name of its folder. */
export function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

/** Code that ships: what is under a package's `src` and is not there for tests alone. */
export function isShipped(path: string): boolean {
  return isCode(path) && /^packages\/[^/]+\/src\//.test(path) && !isTest(path);
}
