import { type CapabilityId, countingParty, type DecisionRequest } from '@switchyard/engine';

/** What an outcome has to say about a decision that the service never saw. */
export interface OutcomeContext {
  readonly operation: CapabilityId;
  readonly country: string;
  readonly institution?: string;
}

export interface DecisionContexts {
  remember(decisionId: string, request: DecisionRequest): void;
  find(decisionId: string): OutcomeContext | undefined;
}

/** Remembers the last `max` local decisions; outcomes of older ones must bring their context themselves. */
export function createDecisionContexts(max: number): DecisionContexts {
  // A Map keeps the order in which its keys came, so the first one is the oldest.
  const contexts = new Map<string, OutcomeContext>();
  return {
    remember(decisionId, request) {
      contexts.delete(decisionId);
      contexts.set(decisionId, contextOf(request));
      if (contexts.size <= max) return;
      for (const oldest of contexts.keys()) {
        contexts.delete(oldest);
        return;
      }
    },
    find: (decisionId) => contexts.get(decisionId),
  };
}

/** The side that counted for the decision is the one the outcome is learnt for. */
export function contextOf(request: DecisionRequest): OutcomeContext {
  const { country, institution } = countingParty(request);
  return { operation: request.operation, country, ...(institution === undefined ? {} : { institution }) };
}
