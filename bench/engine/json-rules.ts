/**
 * The same choice by a general rules engine, as one would build it with `json-rules-engine`: a rule per rail says what the
 * rail can do, and of those whose rule holds the one with the lowest expected cost is taken. The costs are computed by the
 * bare loop, because such rules cannot; so only the matching is theirs, and nothing is explained.
 */
import { Engine } from 'json-rules-engine';
import { type BareRail, type BareRequest, scoreBare } from './bare-scoring-loop.ts';

export function createJsonRules(
  rails: readonly BareRail[],
): (request: BareRequest) => Promise<string | undefined> {
  const engine = new Engine(rails.map(ruleOf));
  const byRail = new Map(rails.map((rail) => [rail.rail, rail]));
  return async (request) => {
    const { events } = await engine.run({ ...request });
    const eligible = events.flatMap(({ type }) => byRail.get(type) ?? []);
    return scoreBare(eligible, request)[0]?.rail;
  };
}

function ruleOf({ rail, operations, countries, schemes, amountMax }: BareRail) {
  return {
    conditions: {
      all: [
        { fact: 'operation', operator: 'in', value: [...operations] },
        { fact: 'country', operator: 'in', value: [...countries] },
        { fact: 'scheme', operator: 'in', value: [...schemes] },
        { fact: 'amount', operator: 'lessThanInclusive', value: amountMax },
      ],
    },
    event: { type: rail },
  };
}
