/**
 * Takes in how decided operations went. Each report changes what is believed of its rail, how long it is thought to
 * take and what its contract has seen; and it is answered with what it changed. Reports are handled many at a time.
 */
import type { Result, SnapshotConnection } from '@switchyard/engine';
import {
  addLatency,
  attribute,
  type ContractUse,
  contractStanding,
  contractUse,
  countingParty,
  type DecisionRequest,
  invariant,
  observe,
  type UsedOperation,
} from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import {
  type LearningPlace,
  learningPlace,
  offersOperation,
  type ReportedPlace,
} from '../domain/learning-place.ts';
import { feeMinor } from '../domain/provider-fee.ts';
import type { Routed } from '../routing/engines.ts';
import { type DecisionRecord, findDecisions, type RankedRail } from '../store/decisions.ts';
import { type Learnt, openLearnt } from '../store/learnt.ts';
import { findOutcomes, insertOutcomes, type OutcomeKey, type OutcomeRecord } from '../store/outcomes.ts';
import { type FloorWatch, watchFloor } from '../workflows/watch-floor.ts';
import type { BatchedHandler, BatchItem, OperationDeps, ReadOutcome } from './operation.ts';

type Name = 'outcomes.create';

/** A report with everything it refers to. */
interface Report {
  readonly item: BatchItem<Name>;
  readonly about: LearningPlace;
  readonly connection: SnapshotConnection;
  /** What was done; all of it where the decision is one of ours. */
  readonly used: UsedOperation;
  /** Its place in the decision, where the service made that and ranked the rail. */
  readonly rank: number | null;
  readonly ranked?: RankedRail;
}

export const createOutcome: BatchedHandler<Name> = {
  kind: 'batched',
  // They take turns under a lock anyway.
  underWayMax: 1,
  async run({ deps, routed }, tx, items) {
    const decisions = await findDecisions(tx, [...new Set(items.map(({ input }) => input.body.decision))]);
    const reports = items.map((item) => reportOf(item, decisions.get(item.input.body.decision), routed));
    const accepted = reports.flatMap((report) => (report.ok ? [report.value] : []));
    const learnt = await openLearnt(
      tx,
      accepted.map(({ about }) => about),
    );
    // Only now, under the lock that `openLearnt` takes, is it certain who reported first. What was once recorded is
    // answered so for ever, whatever has become of the rail since.
    const earlier = await findOutcomes(
      tx,
      items.map(({ input }) => input.body),
    );
    const recorded = new Map(earlier.map((record) => [nameOf(record), record]));
    const made: OutcomeRecord[] = [];
    const outcomes = items.map(({ input }, index): ReadOutcome<Name> => {
      const first = recorded.get(nameOf(input.body));
      if (first !== undefined) return { ok: true, value: first };
      const report = reports[index];
      invariant(report !== undefined, 'each item was read as a report');
      if (!report.ok) return report;
      const record = takeIn(deps, routed, learnt, report.value);
      recorded.set(nameOf(record), record);
      made.push(record);
      return { ok: true, value: record };
    });
    if (made.length > 0) {
      learnt.save();
      insertOutcomes(tx, made);
      await watchFloor(deps, tx, {
        snapshot: routed.snapshot,
        learnt,
        rails: made.map(({ rail }) => rail),
        ...occasionOf(accepted),
      });
    }
    return outcomes;
  },
  committed: ({ deps, environment }) => deps.engines.touch(environment.id),
};

function nameOf({ decision, rail, status }: OutcomeKey): string {
  return `${decision}|${rail}|${status}`;
}

function reportOf(
  item: BatchItem<Name>,
  decision: DecisionRecord | undefined,
  { snapshot }: Routed,
): Result<Report, Failure> {
  const { rail, context } = item.input.body;
  if (decision !== undefined && context !== undefined) {
    return fail('invalid_request', 'decision.context_known', { param: 'context' });
  }
  const place = decision === undefined ? context : placeOf(decision.request);
  if (place === undefined) return fail('not_found', 'decision.not_found', { param: 'decision' });
  const rank = decision?.ranking.findIndex((ranked) => ranked.rail === rail) ?? -1;
  const ranked = decision?.ranking[rank];
  const connection = snapshot.connections.find(({ id, rail: connected }) =>
    ranked === undefined ? connected === rail : id === ranked.connection,
  );
  if (connection === undefined) return fail('not_found', 'rail.not_connected', { param: 'rail' });
  if (decision === undefined && !offersOperation(snapshot, connection, place.operation)) {
    const vars = { operation: place.operation };
    return fail('invalid_request', 'outcome.operation_not_offered', { param: 'context.operation', vars });
  }
  return {
    ok: true,
    value: {
      item,
      about: learningPlace(snapshot, connection, place),
      connection,
      rank: rank < 0 ? null : rank,
      ...(ranked === undefined ? {} : { ranked }),
      used: decision?.request ?? place,
    },
  };
}

/** The side that counted when the rail was chosen is the one the outcome is learnt for. */
function placeOf(request: DecisionRequest): ReportedPlace {
  const { country, institution } = countingParty(request);
  return { operation: request.operation, country, institution };
}

/** Adds one report to what was learnt, and says what it changed. */
function takeIn(deps: OperationDeps, routed: Routed, learnt: Learnt, report: Report): OutcomeRecord {
  const { item, about, rank } = report;
  const { body } = item.input;
  const atMs = item.call.now.getTime();
  const policy = routed.snapshot.policy.reliability;
  const observed = observe(
    learnt.cells(about),
    { ...about, attribution: attribute(body.status, body.failureCode), atMs },
    policy,
  );
  learnt.putCells(about, observed.cells);
  if (body.status === 'succeeded') {
    const sketch = learnt.sketch(about.rail, about.operation);
    learnt.putSketch(
      about.rail,
      about.operation,
      addLatency(sketch, body.latencyMs, atMs, policy.halfLifeMs),
    );
  }
  const use =
    body.status === 'succeeded' ? contractUse(routed.snapshot, report.connection.id, report.used) : undefined;
  const variance = costVariance(report);
  return {
    id: deps.newId('out_'),
    object: 'outcome',
    ...body,
    rank,
    effects: {
      reliability: { before: observed.beforePpm, after: observed.afterPpm, samples: observed.samples },
      ...(use === undefined ? {} : { contract: countUse(learnt, use) }),
      ...(variance === undefined ? {} : { costVariance: variance }),
    },
    createdAt: item.call.now.toISOString(),
  };
}

function countUse(learnt: Learnt, use: ContractUse) {
  const { id, periodStart, periodEnd } = use.contract;
  const period = { start: new Date(periodStart), end: new Date(periodEnd) };
  const used = learnt.addUsage(id, period, use.amount);
  return contractStanding(use.contract, used);
}

/** The reported fee less the expected one, where the two are in one currency. */
function costVariance({
  item,
  ranked,
}: Report): { readonly value: string; readonly asset: string } | undefined {
  const { providerFee } = item.input.body;
  const expected = ranked?.cost;
  if (providerFee === undefined || expected?.asset !== `iso4217:${providerFee.currency}`) return undefined;
  const fee = feeMinor(providerFee);
  return fee === undefined
    ? undefined
    : { value: String(fee - BigInt(expected.value)), asset: expected.asset };
}

/** What happens to a connection happens by the last report of the batch. */
function occasionOf(reports: readonly Report[]): Pick<FloorWatch, 'now' | 'cause' | 'apiVersion'> {
  const last = reports.at(-1);
  invariant(last !== undefined, 'something was recorded, so something was reported');
  const { now, requestId, apiVersion } = last.item.call;
  return { now, apiVersion, cause: { requestId, actor: 'api' } };
}
