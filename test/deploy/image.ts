/**
 * The Dockerfile, read and carried out without a container: its files are put into a directory as it would copy them, with
 * the packages that its `npm ci` would install, and its command is run by the Node at hand.
 */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
const DOCKERFILE = 'deploy/Dockerfile';

export interface ImageFile {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  /** What the first stage copies out of the checkout. */
  readonly copied: readonly string[];
  readonly install: string;
}

export function readImageFile(): ImageFile {
  const text = readFileSync(join(ROOT, DOCKERFILE), 'utf8');
  const all = (word: string) =>
    Array.from(text.matchAll(new RegExp(`^${word} (.*)$`, 'gm')), ([, rest = '']) => rest);
  const only = (word: string) => all(word).at(-1) ?? '';
  return {
    entrypoint: JSON.parse(only('ENTRYPOINT')),
    command: JSON.parse(only('CMD')),
    environment: Object.fromEntries(
      all('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
    ),
    user: only('USER'),
    copied: all('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1)),
    install: only('RUN'),
  };
}

/** Everything that the image has under its working directory. */
export function layOutImage(directory: string): void {
  const ignored = readIgnored();
  for (const path of readImageFile().copied) {
    layOut(join(ROOT, path), join(directory, path), (from) => {
      const inside = from.slice(ROOT.length + 1);
      return !ignored(inside) && !inside.includes('/node_modules');
    });
  }
  for (const { place, link } of productionPackages()) {
    const [from, to] = [join(ROOT, place), join(directory, place)];
    mkdirSync(dirname(to), { recursive: true });
    // Links between our packages stay links, to the copies.
    if (link) symlinkSync(readlinkSync(from), to);
    else layOut(from, to, (path) => !path.slice(from.length).includes('/node_modules'));
  }
}

/** By hard links where the file system lets us, because there are many files and none of them is written to. */
function layOut(from: string, to: string, isWanted: (path: string) => boolean): void {
  if (!isWanted(from)) return;
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) layOut(join(from, name), join(to, name), isWanted);
  } else {
    linkOrCopy(from, to);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

interface LockEntry {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

function productionPackages() {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<LockEntry>(lock.packages)
    .filter(([place]) => place.includes('node_modules/'))
    .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
    .map(([place, { link = false }]) => ({ place, link }));
}

/** The forms that our ignore file has: a name anywhere, a path from the top, and what is let in again. */
function readIgnored(): (path: string) => boolean {
  const rules = readFileSync(join(ROOT, `${DOCKERFILE}.dockerignore`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && line !== '*' && !line.startsWith('!'))
    .map(
      (line) =>
        new RegExp(
          `^${line
            .replaceAll('.', '\\.')
            .replaceAll('**/', '(?:.*/)?')
            .replace(/(?<!\.)\*/g, '[^/]*')}(?:/|$)`,
        ),
    );
  return (path) => rules.some((rule) => rule.test(path));
}
