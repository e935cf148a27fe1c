/**
 * A snapshot with its indexes: what a decision looks up is found here by name. Texts are read into numbers once, and what
 * cannot be read is treated as not stated, because a decision never throws. Connections stand in the order that breaks ties:
 * the policy's rail order, then rail id, then connection id.
 */
import { clampTimeMs } from '../iso-time.ts';
import type { Evidence } from '../learn/estimate.ts';
import type { Policy } from '../policy.ts';
import type {
  AmountLimit,
  Contract,
  LatencyCell,
  Price,
  ReliabilityCell,
  Snapshot,
  SnapshotConnection,
  SnapshotRail,
} from '../snapshot.ts';
import type { CapabilityId } from '../vocabulary.ts';
import { type AmountWriter, createAmountWriter } from './amount-text.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { type PolicyNumbers, readPolicyNumbers } from './policy-numbers.ts';
import { compareText } from './text-order.ts';
import { readWhole, type Whole, wholeBetween } from './whole.ts';

export interface CompiledSnapshot {
  readonly digest: string;
  readonly policy: Policy;
  readonly numbers: PolicyNumbers;
  readonly connections: readonly CompiledConnection[];
  readonly coverage: Coverages;
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly exchange: Exchange;
  readonly reliability: ReadonlyMap<string, Evidence>;
  readonly latency: ReadonlyMap<string, LatencyCell>;
  /** One for each asset of a price, and for the valuation asset. */
  readonly writerOf: (asset: string) => AmountWriter;
  readonly writeValuation: AmountWriter;
}

export interface CompiledConnection {
  readonly connection: SnapshotConnection;
  /** Absent when the snapshot names a rail that it does not describe. */
  readonly rail: SnapshotRail | undefined;
  /** The rail's name, for sentences. */
  readonly name: string;
  readonly prices: readonly Price[];
  /** By asset. */
  readonly limits: ReadonlyMap<string, Limit>;
}

export interface Limit {
  readonly min: Whole | undefined;
  readonly max: Whole | undefined;
}

/** Institution → rail → operations that the institution does not allow over it. */
type Coverages = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<CapabilityId>>>;

export function compileSnapshot(snapshot: Snapshot): CompiledSnapshot {
  const { policy } = snapshot;
  const writerOf = writersByAsset();
  return {
    digest: snapshot.digest,
    policy,
    numbers: readPolicyNumbers(policy),
    connections: compileConnections(snapshot),
    coverage: new Map(
      snapshot.coverage.map(({ institution, rails }) => [
        institution,
        new Map(rails.map(({ rail, restricted }) => [rail, new Set(restricted)])),
      ]),
    ),
    contracts: new Map(snapshot.contracts.map((contract) => [contract.id, contract])),
    exchange: createExchange(snapshot.fx),
    reliability: new Map(snapshot.reliability.map((cell) => [reliabilityKey(cell), readEvidence(cell)])),
    latency: new Map(snapshot.latency.map((cell) => [cellKey([cell.rail, cell.operation]), cell])),
    writerOf,
    writeValuation: writerOf(policy.valuation.asset),
  };
}

function writersByAsset(): (asset: string) => AmountWriter {
  const writers = new Map<string, AmountWriter>();
  return (asset) => {
    const writer = writers.get(asset) ?? createAmountWriter(asset);
    writers.set(asset, writer);
    return writer;
  };
}

export function reliabilityKey(
  cell: Pick<ReliabilityCell, 'rail' | 'operation' | 'country' | 'institution'>,
): string {
  return cellKey([cell.rail, cell.operation, cell.country, cell.institution]);
}

/** Unambiguous whatever the parts hold: each is written behind its own length. */
export function cellKey(parts: readonly (string | undefined)[]): string {
  let key = '';
  for (const part of parts) key += part === undefined ? '-' : `${part.length}:${part}`;
  return key;
}

/** Whole numbers whose sum is a safe integer, because estimates are computed with them. */
function readEvidence({ successMicro, failureMicro, samples, asOfMs }: ReliabilityCell): Evidence {
  return {
    successMicro: wholeBetween(successMicro, 0, EVIDENCE_MICRO_MAX),
    failureMicro: wholeBetween(failureMicro, 0, EVIDENCE_MICRO_MAX),
    samples: wholeBetween(samples, 0, Number.MAX_SAFE_INTEGER),
    asOfMs: clampTimeMs(asOfMs),
  };
}

/** A billion outcomes. */
const EVIDENCE_MICRO_MAX = 10 ** 15;

function compileConnections(snapshot: Snapshot): readonly CompiledConnection[] {
  const rails = new Map(snapshot.rails.map((rail) => [rail.id, rail]));
  const prices = pricesByConnection(snapshot.prices);
  const places = new Map(snapshot.policy.railOrder.map((rail, place) => [rail, place]));
  const placeOf = ({ rail }: SnapshotConnection) => places.get(rail) ?? places.size;
  return snapshot.connections
    .toSorted((a, b) => placeOf(a) - placeOf(b) || compareText(a.rail, b.rail) || compareText(a.id, b.id))
    .map((connection) => {
      const rail = rails.get(connection.rail);
      return {
        connection,
        rail,
        name: rail?.name ?? connection.rail,
        prices: prices.get(connection.id) ?? [],
        limits: readLimits(connection.limits),
      };
    });
}

/** `Map.groupBy` would do it in one word, but clients run this on Node 20, which does not have it. */
function pricesByConnection(prices: readonly Price[]): ReadonlyMap<string, readonly Price[]> {
  const grouped = new Map<string, Price[]>();
  for (const price of prices) {
    const group = grouped.get(price.connection);
    if (group === undefined) grouped.set(price.connection, [price]);
    else group.push(price);
  }
  return grouped;
}

/** Of several limits for one asset all hold. */
function readLimits(limits: readonly AmountLimit[]): ReadonlyMap<string, Limit> {
  const read = new Map<string, Limit>();
  for (const { asset, min, max } of limits) {
    const known = read.get(asset);
    read.set(asset, {
      min: tighter(known?.min, bound(min), (a, b) => a > b),
      max: tighter(known?.max, bound(max), (a, b) => a < b),
    });
  }
  return read;
}

function bound(text: string | undefined): Whole | undefined {
  return text === undefined ? undefined : readWhole(text);
}

function tighter(
  a: Whole | undefined,
  b: Whole | undefined,
  wins: (a: Whole, b: Whole) => boolean,
): Whole | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return wins(a, b) ? a : b;
}
