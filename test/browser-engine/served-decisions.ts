/** What the service sends for the same questions: its own serialiser writes the decision, and a reader compares. */
import { canonicalJson, compile, type JsonObject, presentDecision } from '@switchyard/engine';
import { compileSerialisers } from '../../packages/server/src/http/serialisers.ts';
import type { Group } from './decide-batch.ts';

/** Answers those decisions of a group that are not the same once the service has written them. */
export function createServedCheck(): (group: Group) => readonly string[] {
  const serialise = compileSerialisers().of('routeDecisions.create');
  return ({ snapshot, questions }) => {
    const { decide } = compile(snapshot);
    return questions.flatMap(({ request, context: { id, nowMs } }) => {
      const decision = {
        id,
        object: 'route_decision',
        ...presentDecision(decide(request, { id, nowMs })),
        createdAt: new Date(nowMs).toISOString(),
      } as const;
      const served = serialise(decision);
      return canonical(decision) === canonical(JSON.parse(served)) ? [] : [served];
    });
  };
}

/** Both are JSON: one was just parsed, the other is about to be written as such. */
function canonical(value: unknown): string {
  return canonicalJson(value as JsonObject);
}
