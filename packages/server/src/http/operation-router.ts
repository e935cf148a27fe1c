/**
 * Finds what a request is for by its method and path. A path is compared as it is written, without its escapes; of a path that
 * cannot be decoded, or is none of these, nothing is found. HEAD is answered as GET, without a body.
 */
export interface Route<T> {
  readonly method: string;
  /** A parameter stands in braces and takes the place of a whole segment. */
  readonly path: string;
  readonly target: T;
}

export interface Found<T> {
  readonly target: T;
  /** Undefined where the path has none. */
  readonly params: Readonly<Record<string, string>> | undefined;
  /** As it was written, escapes and all. */
  readonly path: string;
  readonly queryText: string;
}

export type FindRoute<T> = (method: string, url: string) => Found<T> | undefined;

export function createRouter<T>(routes: readonly Route<T>[]): FindRoute<T> {
  const methods = new Map<string, MethodRoutes<T>>();
  for (const { method, path, target } of routes) {
    const known: MethodRoutes<T> = methods.get(method) ?? { fixed: new Map(), patterns: [] };
    methods.set(method, known);
    if (path.includes('{')) known.patterns.push({ pattern: patternOf(path), target });
    else known.fixed.set(path, target);
  }
  return (asked, url) => {
    const known = methods.get(asked === 'HEAD' ? 'GET' : asked);
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const queryText = queryAt < 0 ? '' : url.slice(queryAt + 1);
    const plain = plainPath(path);
    if (known === undefined || plain === undefined) return undefined;
    const target = known.fixed.get(plain);
    if (target !== undefined) return { target, params: undefined, path, queryText };
    for (const { pattern, target } of known.patterns) {
      const params = pattern.exec(plain)?.groups;
      if (params !== undefined) return { target, params: decodeAll(params), path, queryText };
    }
    return undefined;
  };
}

interface MethodRoutes<T> {
  readonly fixed: Map<string, T>;
  readonly patterns: { readonly pattern: RegExp; readonly target: T }[];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`);
}

const WHOLE_URL = /^https?:\/\/[^/?#]+(\/[^#]*)$/i;

/** Escapes of what separates paths stay: `%2F` is a part of a segment and not its end. Undefined where one is broken. */
function plainPath(written: string): string | undefined {
  const path = written.startsWith('/') ? beforeFragment(written) : WHOLE_URL.exec(written)?.[1];
  if (path?.includes('%') !== true) return path;
  try {
    // A percent sign that is itself escaped is decoded with the parameter it is in, and not twice.
    return decodeURI(path.replaceAll('%25', '%2525'));
  } catch {
    return undefined;
  }
}

function beforeFragment(path: string): string {
  const at = path.indexOf('#');
  return at < 0 ? path : path.slice(0, at);
}

/** Of a path that `plainPath` could decode, so that only whole escapes are left. */
function decodeAll(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value.includes('%') ? decodeURIComponent(value) : value,
    ]),
  );
}
