/** What a policy would have changed, counted up from decisions that were made twice and quotes that were looked at again. */
import type { AmountOnWire, Decision, RouteStanding } from '@switchyard/engine';

export interface DryRunSide {
  /** Minor units by asset. */
  readonly cost: Readonly<Record<string, string>>;
  readonly successPpmSum: number;
  readonly routed: number;
  readonly noRoute: number;
}

export interface DryRunTally {
  readonly same: number;
  readonly changed: number;
  readonly skipped: number;
  /** By the two rails with a space between; a dash is no route. */
  readonly moves: Readonly<Record<string, number>>;
  readonly before: DryRunSide;
  readonly after: DryRunSide;
  readonly sample: readonly string[];
  readonly quotes: {
    readonly held: number;
    readonly changed: number;
    readonly infeasible: number;
    readonly reasons: Readonly<Record<string, number>>;
  };
}

export interface DryRunCounter {
  decided(id: string, before: Decision, after: Decision): void;
  skipped(): void;
  quoted(standing: RouteStanding): void;
  tally(): DryRunTally;
}

const SAMPLE_MAX = 20;
export const NO_RAIL = '-';

const NOTHING: DryRunSide = { cost: {}, successPpmSum: 0, routed: 0, noRoute: 0 };

export const EMPTY_TALLY: DryRunTally = {
  same: 0,
  changed: 0,
  skipped: 0,
  moves: {},
  before: NOTHING,
  after: NOTHING,
  sample: [],
  quotes: { held: 0, changed: 0, infeasible: 0, reasons: {} },
};

/** Goes on from where a tally stands. */
export function countFrom(start: DryRunTally): DryRunCounter {
  let { same, changed, skipped } = start;
  const [before, after] = [sideFrom(start.before), sideFrom(start.after)];
  const moves = new Map(Object.entries(start.moves));
  const sample = [...start.sample];
  const quotes = { ...start.quotes };
  const reasons = new Map(Object.entries(start.quotes.reasons));
  return {
    decided(id, was, is) {
      // A sum of costs says something only where both sides are in it.
      const [costWas, costIs] = [exactCost(was), exactCost(is)];
      const both = costWas !== undefined && costIs !== undefined;
      before.add(was, both ? costWas : undefined);
      after.add(is, both ? costIs : undefined);
      if (was.connection === is.connection) same += 1;
      else {
        changed += 1;
        countUp(moves, `${was.rail ?? NO_RAIL} ${is.rail ?? NO_RAIL}`);
        if (sample.length < SAMPLE_MAX) sample.push(id);
      }
    },
    skipped() {
      skipped += 1;
    },
    quoted(standing) {
      quotes[standing.is] += 1;
      if (standing.is === 'infeasible') countUp(reasons, standing.why.code);
    },
    tally: () => ({
      same,
      changed,
      skipped,
      moves: Object.fromEntries(moves),
      before: before.sum(),
      after: after.sum(),
      sample,
      quotes: { ...quotes, reasons: Object.fromEntries(reasons) },
    }),
  };
}

function sideFrom(start: DryRunSide) {
  const cost = new Map(Object.entries(start.cost).map(([asset, value]) => [asset, BigInt(value)]));
  let { successPpmSum, routed, noRoute } = start;
  return {
    add(decision: Decision, exact: AmountOnWire | undefined): void {
      if (exact !== undefined) cost.set(exact.asset, (cost.get(exact.asset) ?? 0n) + BigInt(exact.value));
      if (decision.outcome === 'no_route') noRoute += 1;
      else {
        routed += 1;
        successPpmSum += decision.reliability?.successPpm ?? 0;
      }
    },
    sum: (): DryRunSide => ({
      cost: Object.fromEntries([...cost].map(([asset, value]) => [asset, value.toString()])),
      successPpmSum,
      routed,
      noRoute,
    }),
  };
}

function exactCost({ cost }: Decision): AmountOnWire | undefined {
  return cost !== undefined && 'value' in cost ? cost : undefined;
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
