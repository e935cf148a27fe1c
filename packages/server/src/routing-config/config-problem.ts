/** A mistake in a configuration file, told so that its author finds it without searching. */
export interface ConfigProblem {
  /** From the top of the file, such as `connections[3].prices[0].fee.bps`; empty for the file itself. */
  readonly path: string;
  /** Counted from 1. Absent when the mistake is not in one place. */
  readonly line?: number;
  /** One sentence. */
  readonly problem: string;
  /** The file is right by itself; what the environment has counted stands against it. */
  readonly isConflict?: boolean;
}

/** One line for a terminal or a log. */
export function describeProblem({ path, line, problem }: ConfigProblem): string {
  const place = [line === undefined ? '' : `line ${line}`, path].filter((part) => part !== '').join(', ');
  return place === '' ? problem : `${place}: ${problem}`;
}

/** Names and places from the top of the file down to a value. */
export type Path = readonly (string | number)[];

/** A mistake before its line has been looked up. */
export interface Problem {
  readonly path: Path;
  readonly problem: string;
}

export function formatPath(path: Path): string {
  return path.map((part, depth) => (typeof part === 'number' ? `[${part}]` : nameIn(part, depth))).join('');
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const SHOWN_CHARS_MAX = 60;

function nameIn(name: string, depth: number): string {
  if (!PLAIN_NAME.test(name)) return `[${quoted(name)}]`;
  return depth === 0 ? name : `.${name}`;
}

/** What stood in the file, as a sentence may repeat it. */
export function quoted(text: string): string {
  const points = [...text];
  return JSON.stringify(
    points.length <= SHOWN_CHARS_MAX ? text : `${points.slice(0, SHOWN_CHARS_MAX).join('')}…`,
  );
}
