/**
 * Which ways become quotes and in what order. The order is the preference's, after the rail that the request asks for and the
 * rails that a rule prefers; when no way keeps to the reliability floor, the most reliable comes first. Labels are by what is
 * known of the ways alone. What is shown is the front, then the beaten, as many as there is room for.
 */
import { compareText } from '../decide/text-order.ts';
import type { Preference } from '../vocabulary.ts';
import {
  byCost,
  byDominance,
  byExpected,
  byReliability,
  byTime,
  type Criterion,
  compareBy,
  ROUTE_CRITERIA,
} from './pareto.ts';
import { QUOTES_MAX } from './route-terms.ts';
import type { Way } from './way.ts';

export interface Ranking {
  /** Best first. */
  readonly ways: readonly RankedWay[];
  readonly cut: readonly Way[];
}

export interface RankedWay {
  readonly way: Way;
  readonly labels: readonly Preference[];
  /** The rule that prefers it, and how much. */
  readonly preferred: Preferred | undefined;
  readonly asked: boolean;
}

interface Preferred {
  readonly rule: string;
  readonly place: number;
}

export interface RankOptions {
  readonly preference: Preference;
  readonly preferRail: string | undefined;
  readonly degraded: boolean;
}

export function rankWays(found: readonly Way[], options: RankOptions): Ranking {
  const order = found.toSorted((a, b) => compareBy(decisive(options), a, b));
  const winners = {
    cheapest: firstBy('cheapest', found, ({ costMicro }) => costMicro !== undefined),
    fastest: firstBy('fastest', found, () => true),
    recommended: firstBy('recommended', found, () => true),
  };
  const { front } = byDominance(order, ROUTE_CRITERIA);
  const shown = select(order, new Set(front), new Set(Object.values(winners)));
  return {
    ways: order
      .filter((way) => shown.has(way))
      .map((way) => ({
        way,
        labels: LABELS.filter((label) => winners[label] === way),
        preferred: preferredOf(way),
        asked: goesOver(way, options.preferRail),
      })),
    cut: order.filter((way) => !shown.has(way)),
  };
}

const LABELS = ['cheapest', 'fastest', 'recommended'] as const satisfies readonly Preference[];

const ORDERS: Readonly<Record<Preference, readonly Criterion[]>> = {
  cheapest: [byCost, byTime, byReliability, byOrder],
  fastest: [byTime, byCost, byReliability, byOrder],
  recommended: [byExpected, byOrder],
};

function firstBy(label: Preference, ways: readonly Way[], may: (way: Way) => boolean): Way | undefined {
  let best: Way | undefined;
  for (const way of ways)
    if (may(way) && (best === undefined || compareBy(ORDERS[label], way, best) < 0)) best = way;
  return best;
}

function decisive({ preference, preferRail, degraded }: RankOptions): readonly Criterion[] {
  const byAsked: Criterion = (a, b) => Number(goesOver(b, preferRail)) - Number(goesOver(a, preferRail));
  return [byAsked, degraded ? byReliability : byPreferred, ...ORDERS[preference]];
}

function goesOver({ legs }: Way, rail: string | undefined): boolean {
  return rail !== undefined && legs.some(({ hop }) => hop.carrier.connection.rail === rail);
}

function byPreferred(a: Way, b: Way): number {
  return placeOf(a) - placeOf(b);
}

function placeOf(way: Way): number {
  return preferredOf(way)?.place ?? Number.MAX_SAFE_INTEGER;
}

/** The best place that a rule gives one of its legs. */
function preferredOf({ legs }: Way): Preferred | undefined {
  let best: Preferred | undefined;
  for (const { hop, judged } of legs) {
    const place = judged.guide?.rails.indexOf(hop.carrier.connection.rail) ?? -1;
    if (judged.guide !== undefined && place >= 0 && (best === undefined || place < best.place))
      best = { rule: judged.guide.rule, place };
  }
  return best;
}

/** What is still equal: fewer legs, then the order of rails, then the names of the schemes. No two ways are equal in all. */
function byOrder(a: Way, b: Way): number {
  if (a.legs.length !== b.legs.length) return a.legs.length - b.legs.length;
  for (const [at, { hop }] of a.legs.entries()) {
    const other = b.legs[at]?.hop;
    if (other === undefined) return 1;
    const order =
      hop.carrier.place - other.carrier.place ||
      compareText(hop.scheme ?? '', other.scheme ?? '') ||
      compareText(targetOf(hop), targetOf(other));
    if (order !== 0) return order;
  }
  return compareText(`${a.plan.from} ${a.plan.to}`, `${b.plan.from} ${b.plan.to}`);
}

function targetOf({ to }: Way['legs'][number]['hop']): string {
  return typeof to === 'string' ? to : to.connection.id;
}

/** Of the beaten ways those first that go over other connections than what is shown already. */
function select(
  order: readonly Way[],
  front: ReadonlySet<Way>,
  winners: ReadonlySet<Way | undefined>,
): ReadonlySet<Way> {
  const shown = new Set<Way>();
  const paths = new Set<string>();
  const take = (may: (way: Way) => boolean): void => {
    for (const way of order) {
      if (shown.size >= QUOTES_MAX) return;
      if (shown.has(way) || !may(way)) continue;
      shown.add(way);
      paths.add(pathOf(way));
    }
  };
  take((way) => winners.has(way));
  take((way) => front.has(way));
  take((way) => !paths.has(pathOf(way)));
  take(() => true);
  return shown;
}

function pathOf({ legs }: Way): string {
  return legs.map(({ hop }) => `${hop.carrier.connection.id} ${hop.kind}`).join(' ');
}
