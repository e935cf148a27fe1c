/** Reads every file of the project that is not ignored. Without git, which a machine that runs the tests may lack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { type SourceFile, sourceFile } from './source-file.ts';

export function readTree(root: string): readonly SourceFile[] {
  const patterns = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(isPattern);
  return walk(root, '', patterns).map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')));
}

function walk(root: string, folder: string, ignored: readonly string[]): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const directory = entry.isDirectory();
      if (entry.name === '.git' || ignored.some((pattern) => ignores(pattern, path, directory))) return [];
      if (directory) return walk(root, path, ignored);
      return entry.isFile() ? [path] : [];
    });
}

function isPattern(line: string): boolean {
  return line.trim() !== '' && !line.startsWith('#');
}

/** The part of gitignore's language that we use: `name`, `name/` for folders, `*.ext`, `/from/the/root`. */
function ignores(pattern: string, path: string, directory: boolean): boolean {
  if (pattern.endsWith('/') && !directory) return false;
  const bare = pattern.replace(/\/$/, '');
  return matchesGlob(path, bare.includes('/') ? bare.replace(/^\//, '') : `**/${bare}`);
}
