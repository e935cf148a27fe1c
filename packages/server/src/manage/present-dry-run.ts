import type { ManageOutputOf } from '@switchyard/contract';
import { type DryRunSide, NO_RAIL } from '../domain/dry-run.ts';
import type { StoredDryRun } from '../store/dry-runs.ts';

const MOVES_MAX = 100;

export function presentDryRun(run: StoredDryRun): ManageOutputOf<'dryRuns.get'> {
  const { id, version, status, total, tally, createdAt, completedAt } = run;
  const { same, changed, skipped, quotes } = tally;
  return {
    id,
    object: 'dry_run',
    version,
    status,
    progress: { done: same + changed + skipped, total },
    decisions: {
      same,
      changed,
      skipped,
      moves: mostFirst(tally.moves).slice(0, MOVES_MAX).map(moveOf),
      before: sideOf(tally.before),
      after: sideOf(tally.after),
      sample: [...tally.sample],
    },
    quotes: {
      held: quotes.held,
      changed: quotes.changed,
      infeasible: quotes.infeasible,
      reasons: mostFirst(quotes.reasons).map(([code, count]) => ({ code, count })),
    },
    createdAt: createdAt.toISOString(),
    ...(completedAt === undefined ? {} : { completedAt: completedAt.toISOString() }),
  };
}

function mostFirst(counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(counts).toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

function moveOf([rails, count]: readonly [string, number]) {
  const [from = NO_RAIL, to = NO_RAIL] = rails.split(' ');
  return { from: from === NO_RAIL ? null : from, to: to === NO_RAIL ? null : to, count };
}

function sideOf({ cost, successPpmSum, routed, noRoute }: DryRunSide) {
  return {
    cost: Object.entries(cost).map(([asset, value]) => ({ value, asset })),
    successPpm: routed === 0 ? 0 : Math.floor(successPpmSum / routed),
    noRoute,
  };
}
