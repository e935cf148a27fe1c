/**
 * Rates between assets: as they are listed, turned round, or through one asset that both sides have a rate with. A listed
 * rate wins over a turned one, and any of the two over a way through a third asset; of several third assets the first by
 * name is taken, and of several rates for one pair the latest.
 */
import type { FxRate } from '../snapshot.ts';
import { inverse, ONE, product, type Ratio, reduce } from './ratio.ts';
import { compareText } from './text-order.ts';
import { readWhole } from './whole.ts';

/** Minor units of `to` for one minor unit of `from`; `undefined` when nothing leads there. */
export type Exchange = (from: string, to: string) => Ratio | undefined;

export function createExchange(rates: readonly FxRate[]): Exchange {
  const listed = index(rates);
  const leg = (from: string, to: string): Ratio | undefined => {
    const turned = listed.get(to)?.get(from);
    return listed.get(from)?.get(to) ?? (turned === undefined ? undefined : inverse(turned));
  };
  const neighbours = neighboursOf(rates);
  return (from, to) => {
    if (from === to) return ONE;
    const direct = leg(from, to);
    if (direct !== undefined) return direct;
    for (const via of neighbours.get(from) ?? []) {
      const first = leg(from, via);
      const second = leg(via, to);
      if (first !== undefined && second !== undefined) return product(first, second);
    }
    return undefined;
  };
}

function index(rates: readonly FxRate[]): ReadonlyMap<string, ReadonlyMap<string, Ratio>> {
  const listed = new Map<string, Map<string, Ratio>>();
  for (const rate of rates.toSorted(latestFirst)) {
    const ratio = ratioOf(rate);
    const row = listed.get(rate.from) ?? new Map<string, Ratio>();
    listed.set(rate.from, row);
    if (ratio !== undefined && !row.has(rate.to)) row.set(rate.to, ratio);
  }
  return listed;
}

function latestFirst(a: FxRate, b: FxRate): number {
  return (
    compareText(b.asOf, a.asOf) ||
    compareText(a.numerator, b.numerator) ||
    compareText(a.denominator, b.denominator)
  );
}

/** A rate of nothing, or one that nobody can read, is no rate. */
function ratioOf(rate: FxRate): Ratio | undefined {
  const numerator = BigInt(readWhole(rate.numerator) ?? 0);
  const denominator = BigInt(readWhole(rate.denominator) ?? 0);
  return numerator === 0n || denominator === 0n ? undefined : reduce({ numerator, denominator });
}

function neighboursOf(rates: readonly FxRate[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string) => found.set(from, (found.get(from) ?? new Set()).add(to));
  for (const { from, to } of rates) {
    add(from, to);
    add(to, from);
  }
  return new Map([...found].map(([from, all]) => [from, [...all].sort(compareText)]));
}
