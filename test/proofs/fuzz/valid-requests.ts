/** Ordinary requests for every operation, out of the contract's own examples, with canaries where people's data goes. */
import { OPERATIONS, type Operation } from '@switchyard/contract';
import type { Random } from '../../harness/random.ts';
import { ADDRESSES, EMAILS, NAMES } from './canaries.ts';
import { type Draft, frameByLength, type Header } from './draft.ts';

/** What exists in the service under test, so that some requests find something. */
export interface World {
  readonly host: string;
  readonly key: string;
  readonly customer: string;
  readonly account: string;
  readonly event: string;
  /** A decision that the service made, and the rail it chose. */
  readonly decision: string;
  readonly rail: string;
}

export function validRequest(world: World, random: Random): Draft {
  const operation = random.pick(OPERATIONS);
  const { params = {}, query = {}, body } = operation.examples;
  const known = random.chance(0.7) ? world : undefined;
  const id = Object.values(settle(params, known, random))[0];
  const path = operation.path.replace('{id}', String(id));
  const search = random.chance(0.5) ? new URLSearchParams(queryOf(operation, query, known, random)) : '';
  return {
    method: operation.method,
    target: `${path}${String(search) === '' ? '' : `?${search}`}`,
    version: 'HTTP/1.1',
    headers: [...HEADERS_BEFORE(world), ...headersOf(operation, random)],
    body:
      operation.method === 'GET' ? undefined : Buffer.from(JSON.stringify(settle(body ?? {}, known, random))),
    frame: frameByLength,
  };
}

const HEADERS_BEFORE = (world: World): readonly Header[] => [
  ['Host', world.host],
  ['Authorization', `Bearer ${world.key}`],
];

function headersOf(operation: Operation, random: Random): readonly Header[] {
  const version: readonly Header[] = random.chance(0.3) ? [['Service-Version', '2026-10-08']] : [];
  if (operation.method === 'GET') return version;
  const key: readonly Header[] = random.chance(0.3)
    ? [['Idempotency-Key', `fuzz-${random.between(1, 1e9)}`]]
    : [];
  return [['Content-Type', 'application/json'], ...version, ...key];
}

function queryOf(
  operation: Operation,
  query: object,
  world: World | undefined,
  random: Random,
): Record<string, string> {
  const settled = settle(query, world, random);
  // A required one must stay; of the others any may be there.
  const kept = Object.entries(settled).filter(
    ([name]) => random.chance(0.6) || operation.query?.shape[name]?.safeParse(undefined).success === false,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** The example with ids that exist, where there is such a thing, and canaries in the fields that hold people's data. */
function settle(example: object, world: World | undefined, random: Random): Record<string, unknown> {
  const entries = Object.entries(example).map(([name, value]) => [
    name,
    settleValue(name, value, world, random),
  ]);
  return Object.fromEntries(entries);
}

function settleValue(name: string, value: unknown, world: World | undefined, random: Random): unknown {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null) {
    return MAPS_OF_TEXT.has(name) ? { note: random.pick(PERSONAL) } : settle(value, world, random);
  }
  const plant = PLANTS[name];
  if (plant !== undefined) return plant(random);
  if (typeof value !== 'string' || world === undefined) return value;
  if (name === 'decision') return world.decision;
  if (name === 'rail') return world.rail;
  if (value.startsWith('cus_')) return world.customer;
  if (value.startsWith('acct_')) return value.endsWith('La') ? value : world.account;
  return value.startsWith('evt_') ? world.event : value;
}

const PERSONAL = [...EMAILS, ...NAMES];
const MAPS_OF_TEXT: ReadonlySet<string> = new Set(['metadata', 'returnParams', 'sdkResult']);
const PLANTS: Readonly<Record<string, (random: Random) => string>> = {
  holderName: (random) => random.pick(NAMES),
  name: (random) => random.pick(NAMES),
  email: (random) => random.pick(EMAILS),
  reference: (random) => random.pick(NAMES),
  userAgent: (random) => random.pick(NAMES),
  payto: (random) => `payto://iban/${random.pick(ADDRESSES.slice(0, 3))}`,
  externalId: (random) => `fuzz-${random.between(1, 50)}`,
};
