import type { InputOf } from '@switchyard/contract';
import type { Decision, DecisionRequest } from '@switchyard/engine';
import { fail } from '../domain/failure.ts';
import type { Routed } from '../routing/engines.ts';
import type { Writer } from '../store/database.ts';
import { type DecisionRecord, insertDecisions, type RankedRail } from '../store/decisions.ts';
import type { Batch, BatchedHandler, BatchItem, BatchOutcome, JsonText, OperationDeps } from './operation.ts';
import { unknownLinkedRail } from './unknown-linked-rail.ts';

type Name = 'routeDecisions.create';

/** Decides at once and in memory; what takes time is making the decision durable, which many share. */
export const createRouteDecision: BatchedHandler<Name> = {
  kind: 'batched',
  underWayMax: 3,
  run: async (batch, tx, items) => decideAll(batch, tx, items),
  blind: decideAll,
};

function decideAll(
  { deps, routed }: Batch,
  writer: Writer,
  items: readonly BatchItem<Name>[],
): readonly BatchOutcome<Name>[] {
  const records: DecisionRecord[] = [];
  const outcomes = items.map((item): BatchOutcome<Name> => {
    const param = unknownLinkedRail(deps.rails, routed.snapshot, item.input.body);
    if (param !== undefined) return fail('invalid_request', 'rail.unknown', { param });
    const { record, output } = decide(deps, routed, item);
    records.push(record);
    return { ok: true, value: output };
  });
  if (records.length > 0) insertDecisions(writer, records);
  return outcomes;
}

function decide(
  deps: OperationDeps,
  { engine, write }: Routed,
  { call, input }: BatchItem<Name>,
): { readonly record: DecisionRecord; readonly output: JsonText } {
  const id = deps.newId('dec_');
  const request: DecisionRequest = input.body satisfies InputOf<Name>['body'];
  const decision = engine.decide(request, { nowMs: call.now.getTime(), id });
  const record = {
    id,
    request,
    ranking: rankingOf(decision),
    snapshotDigest: decision.snapshot,
    createdAt: call.now,
  };
  const createdAt = call.now.toISOString();
  const jsonText = `{"id":"${id}","object":"route_decision",${write(decision)},"createdAt":"${createdAt}"}`;
  return { record, output: { jsonText } };
}

function rankingOf(decision: Decision): readonly RankedRail[] {
  const { rail, connection, cost, alternatives } = decision;
  if (rail === undefined || connection === undefined) return [];
  return [{ rail, connection, cost }, ...alternatives].map((ranked) => ({
    rail: ranked.rail,
    connection: ranked.connection,
    // A band has a range of costs, against which no fee can be compared.
    ...(ranked.cost !== undefined && 'value' in ranked.cost ? { cost: ranked.cost } : {}),
  }));
}
