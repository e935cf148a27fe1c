/** A connection against the listing of its rail: it may narrow what the rail offers and never widen it. */
import { type CapabilityId, CONNECTION_MODES, type ConnectionMode } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { Path, Problem } from './config-problem.ts';
import {
  CONTRACTS_PER_CONNECTION_MAX,
  LIMITS_PER_CONNECTION_MAX,
  PRICES_PER_CONNECTION_MAX,
  WORDS_MAX,
} from './limits.ts';
import { checkMeeting, narrow, type Reach, reachOf } from './reach.ts';
import { credentials } from './read-credentials.ts';
import { amountLimit, checkPriceOrder, contract, priceReader } from './read-prices.ts';
import {
  checked,
  defaulted,
  groupOf,
  listOf,
  oneOf,
  optional,
  type Reader,
  required,
  word,
} from './reader.ts';
import { type ConnectionConfig, SETTABLE_STATUSES } from './routing-config.ts';
import { among, capability, country, key, label, latencyMs } from './words.ts';
import { type Tree, textOf, textsAt } from './yaml-tree.ts';

export function connectionReader(catalogue: ReadonlyMap<string, RailListing>): Reader<ConnectionConfig> {
  return (tree, path) => {
    const listing = catalogue.get(textOf(tree, 'rail') ?? '');
    const reach = listing === undefined ? undefined : reachOf(listing);
    return readerFor(reach, catalogue, tree)(tree, path);
  };
}

function readerFor(
  rail: Reach | undefined,
  catalogue: ReadonlyMap<string, RailListing>,
  tree: Tree,
): Reader<ConnectionConfig> {
  const price = priceReader(rail && asConnected(rail, tree), contractAssets(tree));
  const group = groupOf<ConnectionConfig>('a connection', {
    key: required(key),
    rail: required(word('the id of a rail of the catalogue', (text) => catalogue.get(text)?.id)),
    label: required(label),
    mode: required(MODE),
    credentials: optional(credentials),
    status: defaulted(oneOf(SETTABLE_STATUSES), 'ready'),
    countries: defaulted(listOf(countryOf(rail), { max: WORDS_MAX }), []),
    operations: defaulted(listOf(operationOf(rail), { max: WORDS_MAX }), []),
    limits: defaulted(listOf(amountLimit, { max: LIMITS_PER_CONNECTION_MAX, unique: ['asset'] }), []),
    declaredLatency: optional(LATENCY),
    contracts: defaulted(listOf(contract, { max: CONTRACTS_PER_CONNECTION_MAX, unique: ['key'] }), []),
    prices: defaulted(checked(listOf(price, { max: PRICES_PER_CONNECTION_MAX }), checkPriceOrder), []),
  });
  return checked(group, (connection, path) => [
    ...(rail === undefined ? [] : checkMeeting(rail, path, connection.operations, connection.countries)),
    ...checkContractsUsed(connection, path),
    ...checkCredentialsCalled(connection, path),
  ]);
}

const MODE: Reader<ConnectionMode> = word('route or decide', (text) =>
  CONNECTION_MODES.find((mode) => mode === text),
);

const LATENCY: Reader<NonNullable<ConnectionConfig['declaredLatency']>> = checked(
  groupOf<NonNullable<ConnectionConfig['declaredLatency']>>('a latency', {
    p50Ms: required(latencyMs),
    p95Ms: required(latencyMs),
  }),
  ({ p50Ms, p95Ms }, path) =>
    p50Ms <= p95Ms
      ? []
      : [{ path: [...path, 'p95Ms'], problem: `Must not be below p50Ms, which is ${p50Ms}.` }],
);

function countryOf(rail: Reach | undefined): Reader<string> {
  if (rail === undefined || rail.countries.length === 0) return country;
  return among(country, rail.countries, (value) => `${rail.name} does not serve ${value}.`);
}

function operationOf(rail: Reach | undefined): Reader<CapabilityId> {
  if (rail === undefined) return capability;
  const offered = rail.capabilities.map(({ id }) => id);
  return among(capability, offered, (value) => `${rail.name} does not offer ${value}.`);
}

/** As far as the narrowing makes sense: what is wrong in it is told where it stands, and must not be told again below. */
function asConnected(rail: Reach, tree: Tree): Reach {
  const texts = (name: string) => textsAt(tree, [name, '*']).map(({ text }) => text);
  const operations = texts('operations').filter((text) => rail.capabilities.some(({ id }) => id === text));
  const countries = texts('countries').filter(
    (text) => rail.countries.length === 0 || rail.countries.includes(text),
  );
  const narrowed = narrow(rail, operations, countries);
  return narrowed.capabilities.length === 0 ? rail : narrowed;
}

function contractAssets(tree: Tree): ReadonlyMap<string, string> {
  const contracts = tree.kind === 'group' ? tree.members.get('contracts')?.value : undefined;
  const items = contracts?.kind === 'list' ? contracts.items : [];
  return new Map(items.map((item) => [textOf(item, 'key') ?? '', textOf(item, 'asset') ?? '']));
}

function checkCredentialsCalled(connection: ConnectionConfig, path: Path): readonly Problem[] {
  if (connection.mode === 'route' || connection.credentials === undefined) return [];
  return [
    {
      path: [...path, 'credentials'],
      problem: 'Needs mode: route; who is only decided about is never called.',
    },
  ];
}

function checkContractsUsed({ contracts, prices }: ConnectionConfig, path: Path): readonly Problem[] {
  return contracts.flatMap(({ key: name }, index) =>
    prices.some((price) => price.contract === name)
      ? []
      : [
          {
            path: [...path, 'contracts', index, 'key'],
            problem: `No price of the connection names ${name}.`,
          },
        ],
  );
}
