/** Why a quote stands where it does: what brought the first one there, and what sets each other one back against it. */
import { amountText, percentText } from '../decide/amount-text.ts';
import type { CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import { MICRO } from '../decide/valuation.ts';
import { wholeOf } from '../decide/whole.ts';
import { formatTime } from '../iso-time.ts';
import { because, type EngineExplanation } from '../sentences.ts';
import type { RankedWay, RankOptions } from './rank-ways.ts';
import type { Way } from './way.ts';

export interface ExplainDeps extends RankOptions {
  readonly snapshot: CompiledSnapshot;
  /** How many quotes are shown. */
  readonly count: number;
  /** The rails whose name alone would not say which of their connections is meant. */
  readonly twice: ReadonlySet<string>;
}

export function explainWay(deps: ExplainDeps, ranked: RankedWay, first: RankedWay): EngineExplanation {
  return ranked === first ? explainFirst(deps, ranked) : explainLater(deps, ranked, first);
}

/** `Alder (gb-fps) → Birch (sepa-sct-inst)`. The connections of rails that are there twice are told apart by their labels. */
export function routeName({ legs }: Way, twice: ReadonlySet<string> = NONE): string {
  return legs
    .map(({ hop: { carrier, scheme } }) => {
      const { name, connection } = carrier.at;
      const shown = twice.has(connection.rail) ? connection.label : name;
      return scheme === undefined ? shown : `${shown} (${scheme})`;
    })
    .join(' → ');
}

const NONE: ReadonlySet<string> = new Set();

/** The rails that routes go over by more than one connection. */
export function railsTwice(ways: readonly Way[]): ReadonlySet<string> {
  const used = new Set(ways.flatMap(({ legs }) => legs.map(({ hop }) => hop.carrier.connection)));
  const rails = [...used].map(({ rail }) => rail);
  return new Set(rails.filter((rail, at) => rails.indexOf(rail) !== at));
}

function explainFirst(deps: ExplainDeps, { way, preferred, asked }: RankedWay): EngineExplanation {
  const { snapshot, preference, preferRail, degraded, count, twice } = deps;
  const route = routeName(way, twice);
  if (degraded) {
    const floor = percentText(snapshot.numbers.reliability.floorPpm);
    return because('route.degraded', { route, floor, success: percentText(way.successPpm) });
  }
  if (isIndicative(way)) return because('route.rate_indicative', { route });
  if (count === 1) return because('route.only', { route });
  if (asked && preferRail !== undefined) return because('route.rail_asked', { route, rail: preferRail });
  if (preferred !== undefined) return because('route.preferred', { route, rule: preferred.rule });
  if (preference === 'fastest') return because('route.fastest', { route, arrival: formatTime(way.p50AtMs) });
  if (way.costMicro === undefined) return because('route.price_unknown', { route });
  return preference === 'cheapest'
    ? because('route.cheapest', { route, cost: moneyText(snapshot, way.costMicro) })
    : because('route.recommended', { route, expected: moneyText(snapshot, way.expectedMicro) });
}

function explainLater(deps: ExplainDeps, ranked: RankedWay, first: RankedWay): EngineExplanation {
  const { snapshot, preference, degraded, twice } = deps;
  const { way } = ranked;
  const vars = { route: routeName(way, twice), chosen: routeName(first.way, twice) };
  if (first.asked && !ranked.asked) return because('route.lost_rail_asked', vars);
  if (degraded && way.successPpm < first.way.successPpm) return lessReliable(vars, way, first.way);
  if (!degraded && first.preferred !== undefined && isLessPreferred(ranked, first))
    return because('route.lost_not_preferred', { ...vars, rule: first.preferred.rule });
  if (isIndicative(way)) return because('route.lost_rate_indicative', vars);
  if (preference === 'fastest' && way.p50AtMs > first.way.p50AtMs) return slower(vars, way, first.way);
  if (way.costMicro === undefined)
    return first.way.costMicro === undefined
      ? byWhatElseIsKnown(vars, way, first.way)
      : because('route.lost_price_unknown', vars);
  if (preference === 'recommended') {
    const [expected, chosenExpected] = [way, first.way].map((one) => moneyText(snapshot, one.expectedMicro));
    if (expected !== undefined && chosenExpected !== undefined && expected !== chosenExpected)
      return because('route.lost_expected', { ...vars, expected, chosenExpected });
  }
  const { costMicro: chosenMicro } = first.way;
  const cost = moneyText(snapshot, way.costMicro);
  const chosenCost = chosenMicro === undefined ? undefined : moneyText(snapshot, chosenMicro);
  if (
    chosenCost !== undefined &&
    chosenMicro !== undefined &&
    way.costMicro > chosenMicro &&
    cost !== chosenCost
  )
    return because('route.lost_dearer', { ...vars, cost, chosenCost });
  return byWhatElseIsKnown(vars, way, first.way);
}

interface Names {
  readonly route: string;
  readonly chosen: string;
}

function byWhatElseIsKnown(names: Names, way: Way, first: Way): EngineExplanation {
  if (way.p50AtMs > first.p50AtMs) return slower(names, way, first);
  return way.successPpm < first.successPpm
    ? lessReliable(names, way, first)
    : because('route.lost_order', names);
}

function slower(names: Names, way: Way, first: Way): EngineExplanation {
  const [arrival, chosenArrival] = [formatTime(way.p50AtMs), formatTime(first.p50AtMs)];
  return because('route.lost_slower', { ...names, arrival, chosenArrival });
}

function lessReliable(names: Names, way: Way, first: Way): EngineExplanation {
  const [success, chosenSuccess] = [percentText(way.successPpm), percentText(first.successPpm)];
  return because('route.lost_less_reliable', { ...names, success, chosenSuccess });
}

function isLessPreferred({ preferred }: RankedWay, first: RankedWay): boolean {
  return preferred === undefined || preferred.place > (first.preferred?.place ?? 0);
}

function isIndicative({ plan: { conversion } }: Way): boolean {
  return conversion !== undefined && conversion.quote === undefined;
}

/** Rounded up to minor units of the valuation asset. An exchange that gives more than it takes costs nothing. */
function moneyText({ policy }: CompiledSnapshot, micro: bigint): string {
  const minor = micro <= 0n ? 0n : (micro + MICRO - 1n) / MICRO;
  return amountText(wholeOf(minor), policy.valuation.asset);
}
