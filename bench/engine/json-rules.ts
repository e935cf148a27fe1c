/**
 * The same choice by a general rules engine, as one would build it with `json-rules-engine`: the facts are the request as
 * our API takes it, a rule per connection says what the connection can do, by the same checks that our engine makes, and of
 * those whose rule holds the one with the lowest expected cost is taken. The costs come from the bare loop, because such
 * rules cannot compute them. It explains nothing.
 */
import type { DecisionRequest, Snapshot } from '@switchyard/engine';
import { Engine } from 'json-rules-engine';
import { type BareRail, type BareRequest, scoreBare } from './bare-scoring-loop.ts';

export interface RulesRequest {
  readonly request: DecisionRequest;
  /** The same for the bare loop. */
  readonly bare: BareRequest;
}

export function createJsonRules(
  snapshot: Snapshot,
  rails: readonly BareRail[],
): (asked: RulesRequest) => Promise<string | undefined> {
  const engine = new Engine(snapshot.connections.map((connection) => ruleOf(snapshot, connection)));
  // Amounts are text on the wire.
  engine.addOperator('atLeast', (value: string, min: number) => Number(value) >= min);
  engine.addOperator('atMost', (value: string, max: number) => Number(value) <= max);
  const byRail = new Map(rails.map((rail) => [rail.rail, rail]));
  return async ({ request, bare }) => {
    const { operation, amount, payer, payee } = request;
    const { events } = await engine.run({ operation, amount, payer, payee });
    const eligible = events.flatMap(({ type }) => byRail.get(type) ?? []);
    return scoreBare(eligible, bare)[0]?.rail;
  };
}

/** Status and custody are the same for every request, so they need no condition. */
function ruleOf({ rails }: Snapshot, { rail: id, limits }: Snapshot['connections'][number]) {
  const rail = rails.find((one) => one.id === id);
  const [limit] = limits;
  const countries = rail?.capabilities.flatMap((capability) => capability.countries) ?? [];
  const schemes = rail?.schemes ?? [];
  return {
    conditions: {
      all: [
        { fact: 'operation', operator: 'in', value: rail?.capabilities.map((capability) => capability.id) },
        { fact: 'payer', path: '$.country', operator: 'in', value: countries },
        { fact: 'payer', path: '$.scheme', operator: 'in', value: schemes },
        { fact: 'payee', path: '$.scheme', operator: 'in', value: schemes },
        { fact: 'amount', path: '$.asset', operator: 'equal', value: limit?.asset },
        { fact: 'amount', path: '$.value', operator: 'atLeast', value: Number(limit?.min) },
        { fact: 'amount', path: '$.value', operator: 'atMost', value: Number(limit?.max) },
      ],
    },
    event: { type: id },
  };
}
