import { invariant, type OutcomeStatus } from '@switchyard/engine';
import type { CallDeps } from './call.ts';
import { callWithRetries } from './call-with-retries.ts';
import type { DecisionContexts, OutcomeContext } from './decision-contexts.ts';

/** How a decided operation went. */
export interface OutcomeReport {
  readonly decision: string;
  /** The rail actually used, which may be one of the alternatives. */
  readonly rail: string;
  readonly status: OutcomeStatus;
  /** From sending the request to the provider until this status. */
  readonly latencyMs: number;
  /** What the provider charged, in decimal major units. */
  readonly providerFee?: ProviderFee;
  /** A short code. Never the provider's message. */
  readonly failureCode?: string;
  /** Added by itself for decisions of this process; needed for those of another one. */
  readonly context?: OutcomeContext;
}

export interface ProviderFee {
  readonly amount: string;
  readonly currency: string;
}

/** The report as the service keeps it, and what it changed. */
export interface Outcome extends OutcomeReport {
  readonly id: string;
  readonly object: 'outcome';
  /** The rail's place in the decision, 0 being the chosen one; null when the service never saw the decision. */
  readonly rank: number | null;
  readonly effects: OutcomeEffects;
  readonly createdAt: string;
}

export interface OutcomeEffects {
  /** Chances of success in parts per million. */
  readonly reliability: { readonly before: number; readonly after: number; readonly samples: number };
  readonly contract?: {
    readonly used: string;
    readonly remaining: string | null;
    readonly tier: number;
    readonly nextTierAt: string | null;
  };
  readonly costVariance?: { readonly value: string; readonly asset: string };
}

export interface Outcomes {
  /**
   * Tells the service how it went. Tries again by itself, always under one Idempotency-Key, so a report counts once
   * however often it had to be sent.
   */
  report(outcome: OutcomeReport): Promise<Outcome>;
}

export interface OutcomesDeps {
  readonly call: CallDeps;
  readonly contexts: DecisionContexts;
  readonly newId: (prefix: string) => string;
}

export function createOutcomes({ call, contexts, newId }: OutcomesDeps): Outcomes {
  return {
    async report(outcome) {
      const context = outcome.context ?? contexts.find(outcome.decision);
      const answer = await callWithRetries(call, {
        method: 'POST',
        path: '/v1/outcomes',
        headers: { 'idempotency-key': newId('idem_') },
        body: context === undefined ? outcome : { ...outcome, context },
      });
      invariant(answer.kind === 'body', 'a write is never answered with 304.');
      // The shape is the service's promise: the contract's own schema serialises it.
      return answer.body as Outcome;
    },
  };
}
