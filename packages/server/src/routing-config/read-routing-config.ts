/**
 * Reads the import format. Either everything in the file holds, or every mistake is told at once, each with its path
 * and line. What is read is complete: nothing in a RoutingConfig needs to be checked again.
 */
import type { FxRate, Result } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import { ENDPOINTS_PER_ENVIRONMENT_MAX } from '../domain/webhooks/endpoint.ts';
import type { ConfigProblem, Problem } from './config-problem.ts';
import { CONNECTIONS_MAX, FX_RATES_MAX, RESTRICTIONS_MAX, WORDS_MAX } from './limits.ts';
import { type Reach, reachOf } from './reach.ts';
import { connectionReader } from './read-connection.ts';
import { connectedRail, policyReader } from './read-policy.ts';
import { webhook } from './read-webhook.ts';
import { readYaml } from './read-yaml.ts';
import {
  checked,
  defaulted,
  distinct,
  groupOf,
  listOf,
  mapped,
  oneOf,
  optional,
  type Reader,
  required,
} from './reader.ts';
import type { CoverageConfig, Restriction, RoutingConfig } from './routing-config.ts';
import { asset, capability, institution, positiveInteger, timestamp } from './words.ts';
import { type Tree, textsAt } from './yaml-tree.ts';

/** Says how the rest is to be read; a format that no longer reads old files gets another number. */
export const ROUTING_CONFIG_FORMAT = '1';

export function readRoutingConfig(
  text: string,
  catalogue: readonly RailListing[],
): Result<RoutingConfig, readonly ConfigProblem[]> {
  const rails = new Map(catalogue.map((listing) => [listing.id, listing]));
  return readYaml(text, (tree, path) => {
    const reading = fileReader(rails, tree)(tree, path);
    const rates = checkRates(tree);
    if (rates.length === 0) return reading;
    return { ok: false, error: [...(reading.ok ? [] : reading.error), ...rates] };
  });
}

interface RoutingFile extends RoutingConfig {
  readonly format: string;
}

function fileReader(rails: ReadonlyMap<string, RailListing>, tree: Tree): Reader<RoutingConfig> {
  const connected = connectedIn(tree, rails);
  const file = groupOf<RoutingFile>('a routing configuration', {
    format: required(oneOf([ROUTING_CONFIG_FORMAT])),
    policy: required(policyReader(connected)),
    connections: required(listOf(connectionReader(rails), { max: CONNECTIONS_MAX, unique: ['key'] })),
    fx: defaulted(listOf(FX_RATE, { max: FX_RATES_MAX, unique: ['from', 'to'] }), []),
    coverage: defaulted(coverageReader(connected), { restrictions: [] }),
    webhooks: optional(listOf(webhook, { min: 0, max: ENDPOINTS_PER_ENVIRONMENT_MAX, unique: ['url'] })),
  });
  return mapped(file, ({ format: _, ...config }) => config);
}

/** Also of connections that have mistakes, lest these make every rule that names the rail a mistake too. */
function connectedIn(tree: Tree, rails: ReadonlyMap<string, RailListing>): ReadonlyMap<string, Reach> {
  return new Map(
    textsAt(tree, ['connections', '*', 'rail']).flatMap(({ text }) => {
      const listing = rails.get(text);
      return listing === undefined ? [] : [[text, reachOf(listing)] as const];
    }),
  );
}

const FX_RATE: Reader<FxRate> = checked(
  groupOf<FxRate>('a rate', {
    from: required(asset),
    to: required(asset),
    numerator: required(positiveInteger),
    denominator: required(positiveInteger),
    asOf: required(timestamp),
  }),
  ({ from, to }, path) =>
    from === to ? [{ path: [...path, 'to'], problem: 'Must be another asset than from.' }] : [],
);

function coverageReader(connected: ReadonlyMap<string, Reach>): Reader<CoverageConfig> {
  const restriction = checked(
    groupOf<Restriction>('a restriction', {
      institution: required(institution),
      rail: required(connectedRail(connected)),
      operations: required(listOf(capability, { max: WORDS_MAX })),
    }),
    ({ rail, operations }, path) => {
      const reach = connected.get(rail);
      return operations.flatMap((operation, index) =>
        reach === undefined || reach.capabilities.some(({ id }) => id === operation)
          ? []
          : [
              {
                path: [...path, 'operations', index],
                problem: `${reach.name} does not offer ${operation} anyway.`,
              },
            ],
      );
    },
  );
  return groupOf<CoverageConfig>('the coverage', {
    restrictions: defaulted(
      distinct(
        listOf(restriction, { max: RESTRICTIONS_MAX }),
        ({ institution, rail }) => `${institution} ${rail}`,
      ),
      [],
    ),
  });
}

/** A fee that cannot be turned into the valuation asset can be compared with no other. */
function checkRates(tree: Tree): readonly Problem[] {
  const valuation = textsAt(tree, ['policy', 'valuation', 'asset'])[0]?.text;
  if (valuation === undefined) return [];
  const froms = textsAt(tree, ['fx', '*', 'from']);
  const tos = new Map(textsAt(tree, ['fx', '*', 'to']).map(({ path, text }) => [path[1], text]));
  const joined = new Set([valuation]);
  for (const { path, text } of froms) {
    const to = tos.get(path[1]);
    if (text === valuation && to !== undefined) joined.add(to);
    if (to === valuation) joined.add(text);
  }
  return textsAt(tree, ['connections', '*', 'prices', '*', 'fee', 'asset'])
    .filter(({ text }) => !joined.has(text))
    .map(({ path, text }) => ({
      path,
      problem: `No rate under fx joins ${text} with ${valuation}, in which the policy compares.`,
    }));
}
