/** Right requests: the document's own examples, with everything in them that names something taken from a world. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Api, ApiAnswer } from '../harness/api.ts';
import type { Fields, Reference, Taking } from './references.ts';
import { RETURN_URI, USDC, type World } from './world.ts';

export interface Parts {
  readonly path: Fields;
  readonly query: Fields;
  readonly body: Fields | undefined;
}

/** Where the example would be refused for a reason that has nothing to do with the names in it. */
const CHANGES: Readonly<Record<string, (world: World, reference?: Reference) => Fields>> = {
  'linkSessions.create': () => ({ country: 'GB', returnUri: RETURN_URI }),
  'linkSessions.advance': () => ({ returnParams: undefined }),
  'routeQuotes.create': ({ payee }, reference) => ({
    [reference?.path[0] === 'to' ? 'from' : 'to']: payee,
    amount: USDC,
  }),
  'paymentIntents.create': () => ({ returnUri: RETURN_URI, reference: undefined }),
  'paymentIntents.advance': () => ({ returnParams: undefined }),
  'connections.setCredentials': ({ credentials }) => ({ credentials }),
  'policies.create': ({ policy }) => ({ policy }),
  // Of a decision that the service has made it knows the context already.
  'outcomes.create': ({ rail }, reference) =>
    reference?.path[0] === 'context'
      ? { rail, decision: unknownName('dec_'), context: { operation: 'banking.pis.single', country: 'GB' } }
      : { rail },
  'configuration.apply': ({ configuration }) => ({ text: configuration }),
};

/** Fit for the reference that is to be replaced in it, if one is told. */
export function requestOf({ id, examples, references }: Taking, world: World, wanted?: Reference): Parts {
  const changes = CHANGES[id]?.(world, wanted) ?? {};
  const body = examples.body && { ...examples.body, ...changes };
  return references
    .filter(({ in: place, path }) => !(place === 'body' && Object.hasOwn(changes, path[0] ?? '')))
    .filter((reference) => has(examples[reference.in], reference.path))
    .reduce<Parts>((parts, reference) => withNamed(parts, reference, nameIn(world, reference)), {
      ...examples,
      body,
    });
}

/** The world's own of the kind that is wanted there. */
export function nameIn(world: World, { kind }: Pick<Reference, 'kind'>): string {
  const name = world.named.get(kind);
  assert.ok(name, `An operation takes the kind "${kind}": let test/isolation/world.ts make one of it.`);
  return name;
}

/** One of the same form that nobody has. */
export function unknownName(kind: string): string {
  if (kind === 'version' || kind === 'replaces') return '987654';
  if (kind === 'digest' || kind === 'plan') return `sha256:${randomBytes(32).toString('hex')}`;
  // Letters only: digits in a row look like account data, which some fields refuse before anything is looked up.
  const letters = Array.from(randomBytes(22), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${kind}${letters}`;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

export function withNamed(parts: Parts, reference: Reference, name: string): Parts {
  return { ...parts, [reference.in]: put(parts[reference.in] ?? {}, reference.path, name) };
}

/** The request is sent as it stands: what is left out of the example stays left out. */
export function send(
  api: Api,
  { method, path }: Taking,
  parts: Parts,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.path[name])),
  );
  const query = Object.entries(parts.query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return api(query.length === 0 ? url : `${url}?${query.join('&')}`, {
    method,
    headers,
    ...(parts.body === undefined ? {} : { body: parts.body }),
  });
}

function has(fields: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const inner = name === '[]' ? Object(fields)[0] : Object(fields)[name];
  return inner !== undefined && has(inner, rest);
}

function put(at: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  if (name === undefined) return typeof at === 'number' ? Number(value) : value;
  if (name === '[]') return [put(Array.isArray(at) ? at[0] : undefined, rest, value)];
  return { ...Object(at), [name]: put(Object(at)[name], rest, value) };
}
