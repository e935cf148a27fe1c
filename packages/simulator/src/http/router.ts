/** Finds a provider's route. A path that is written out wins over one with parameters. */
import type { Provider } from '../provider.ts';
import type { Route } from './route.ts';

export type Found =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'method'; readonly allowed: readonly string[] };

export type FindRoute = (provider: string, method: string, path: string) => Found;

export function createRouter(providers: readonly Provider[]): FindRoute {
  const compiled = new Map(
    providers.map(({ id, routes }) => [id, routes.map(compile).sort(writtenOutFirst)]),
  );
  return (provider, method, path) => {
    const segments = segmentsOf(path);
    const matches = (compiled.get(provider) ?? []).flatMap(({ route, parts }) => {
      const params = paramsOf(parts, segments);
      return params === undefined ? [] : [{ route, params }];
    });
    const match = matches.find(({ route }) => route.method === method);
    if (match !== undefined) return { kind: 'route', ...match };
    if (matches.length === 0) return { kind: 'not_found' };
    return { kind: 'method', allowed: [...new Set(matches.map(({ route }) => route.method))] };
  };
}

interface CompiledRoute {
  readonly route: Route;
  readonly parts: readonly string[];
}

function compile(route: Route): CompiledRoute {
  return { route, parts: segmentsOf(route.path) };
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function writtenOutFirst(a: CompiledRoute, b: CompiledRoute): number {
  return a.parts.filter(isParameter).length - b.parts.filter(isParameter).length;
}

function isParameter(part: string): boolean {
  return part.startsWith(':');
}

function paramsOf(
  parts: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = decoded(segments[index] ?? '');
    if (isParameter(part)) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

/** What cannot be decoded is left as it came: no provider knows an id like that. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
