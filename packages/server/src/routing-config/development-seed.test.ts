/** What the seed of the development environment must show on the first run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CAPABILITY_IDS, type CapabilityId, type Result } from '@switchyard/engine';
import { loadCatalogue, type RailListing } from '@switchyard/rails';
import { type ConfigProblem, describeProblem } from './config-problem.ts';
import { coverageOf } from './coverage-of.ts';
import { formatRoutingConfig } from './format-routing-config.ts';
import { narrow, reachOf } from './reach.ts';
import { readInstitutions } from './read-institutions.ts';
import { readRoutingConfig } from './read-routing-config.ts';

const SEED = join(import.meta.dirname, '..', '..', 'seed');
const CATALOGUE = loadCatalogue();
const CONFIG = readSeed('development.yaml', (text) => readRoutingConfig(text, CATALOGUE));
const INSTITUTIONS = readSeed('institutions.json', readInstitutions);
const { policy, connections, coverage } = CONFIG;

test('there are more than twenty connections, and those with an adapter are called', () => {
  assert.ok(connections.length > 20);
  const integrated = new Set(CATALOGUE.filter(({ status }) => status === 'integrated').map(({ id }) => id));
  for (const { key, rail, mode } of connections) {
    assert.equal(mode, integrated.has(rail) ? 'route' : 'decide', key);
  }
});

test('every capability has a connection, and two rails in one country wherever the catalogue has two', () => {
  const ready = connections.filter(({ status }) => status === 'ready');
  for (const capability of CAPABILITY_IDS) {
    const offered = ready.map(({ rail, operations, countries }) => ({
      rail,
      countries: countriesOf(listingOf(rail), capability, operations, countries),
    }));
    const known = CATALOGUE.map((listing) => ({
      rail: listing.id,
      countries: countriesOf(listing, capability),
    }));
    const wanted = Math.min(2, mostRailsInOneCountry(known));
    assert(wanted > 0, `the catalogue has nothing for ${capability}`);
    assert(mostRailsInOneCountry(offered) >= wanted, `${capability} is served by too few rails`);
  }
});

test('where the rails of a capability share no country, the seed has two of them or two connections', () => {
  for (const capability of [
    'banking.ais.insights',
    'compliance.screening.payments',
    'compliance.travel-rule',
  ] as const) {
    const serving = connections.filter(
      ({ rail, operations, countries }) =>
        countriesOf(listingOf(rail), capability, operations, countries).length > 0,
    );
    assert(serving.length >= 2, capability);
  }
});

test('the policy has one of each: exclude, require, prefer, split, a floor, and no exploration', () => {
  const types = new Set(policy.rules.map(({ then }) => then.type));
  assert.deepEqual([...types].sort(), ['exclude', 'prefer', 'require', 'split']);
  assert(policy.reliability.floorPpm > 0);
  assert.equal(policy.exploration.ratePpm, 0);
});

test('the contracts show both modes, both bases and a commitment', () => {
  const contracts = connections.flatMap((connection) => connection.contracts);
  assert.deepEqual(new Set(contracts.map(({ mode }) => mode)), new Set(['retroactive', 'marginal']));
  assert.deepEqual(new Set(contracts.map(({ basis }) => basis)), new Set(['count', 'volume']));
  assert(contracts.some(({ commitment }) => commitment !== undefined));
});

test('prices, speeds and custody differ, something is limited, something has no price, something is off', () => {
  const fees = connections.flatMap(({ prices }) => prices.map(({ fee }) => JSON.stringify(fee)));
  assert(new Set(fees).size > 40);
  assert(new Set(connections.map(({ declaredLatency }) => declaredLatency?.p50Ms)).size > 20);
  assert(new Set(connections.flatMap(({ rail }) => listingOf(rail).custody)).size === 6);
  assert(
    connections.some(
      ({ rail }) => !listingOf(rail).custody.some((custody) => policy.custodyAdmitted.includes(custody)),
    ),
  );
  assert(connections.some(({ limits }) => limits.length > 0));
  assert(connections.some(({ prices }) => prices.length === 0));
  assert(connections.some(({ status }) => status === 'disabled'));
});

test('it is written again without a difference', () => {
  assert.deepEqual(readRoutingConfig(formatRoutingConfig(CONFIG), CATALOGUE), { ok: true, value: CONFIG });
});

test('every bank of the seed is reached by something', () => {
  assert.equal(INSTITUTIONS.length, 94);
  for (const { institution, rails } of coverageOf(
    INSTITUTIONS,
    connections,
    CATALOGUE,
    coverage.restrictions,
  )) {
    assert(rails.length > 0, institution);
  }
});

test('every restriction and every rule for a bank meets a bank of the seed, where the rail reaches it', () => {
  const covered = coverageOf(INSTITUTIONS, connections, CATALOGUE, coverage.restrictions);
  for (const { institution, rail, operations } of coverage.restrictions) {
    const rails = covered.find((entry) => entry.institution === institution)?.rails ?? [];
    assert.deepEqual(
      rails.find((entry) => entry.rail === rail)?.restricted.toSorted(),
      operations.toSorted(),
      rail,
    );
  }
  const known = new Set(INSTITUTIONS.map(({ id }) => id));
  for (const { when } of policy.rules) {
    for (const institution of when.institutions ?? []) assert(known.has(institution), institution);
  }
});

function readSeed<T>(file: string, read: (text: string) => Result<T, readonly ConfigProblem[]>): T {
  const reading = read(readFileSync(join(SEED, file), 'utf8'));
  assert(reading.ok, reading.ok ? '' : `${file}\n${reading.error.map(describeProblem).join('\n')}`);
  return reading.value;
}

function listingOf(rail: string): RailListing {
  const listing = CATALOGUE.find(({ id }) => id === rail);
  assert(listing);
  return listing;
}

function countriesOf(
  listing: RailListing,
  capability: CapabilityId,
  operations: readonly string[] = [],
  countries: readonly string[] = [],
): readonly string[] {
  const { capabilities } = narrow(reachOf(listing), operations, countries);
  return capabilities.find(({ id }) => id === capability)?.countries ?? [];
}

function mostRailsInOneCountry(
  offers: readonly { readonly rail: string; readonly countries: readonly string[] }[],
): number {
  const railsIn = new Map<string, Set<string>>();
  for (const { rail, countries } of offers) {
    for (const country of countries) railsIn.set(country, (railsIn.get(country) ?? new Set()).add(rail));
  }
  return Math.max(0, ...[...railsIn.values()].map(({ size }) => size));
}
