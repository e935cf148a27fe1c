/** Puts a decision together from a verdict and a choice. */
import type { AmountOnWire } from '../amount.ts';
import type { Alternative, Decision, Exclusion } from '../decision.ts';
import { ENGINE_VERSION } from '../engine-version.ts';
import { because, type EngineExplanation } from '../sentences.ts';
import type { CapabilityId, Preference } from '../vocabulary.ts';
import type { Choice } from './choice.ts';
import { explainChoice } from './explain-choice.ts';
import { explainLoss } from './explain-loss.ts';
import { labelsAt } from './labels.ts';
import type { Runner } from './runner.ts';
import { runnerAt, type Verdict } from './verdict.ts';

/** What every decision says, whatever it decides. */
export interface DecisionFrame {
  readonly operation: CapabilityId;
  readonly preference: Preference;
  readonly snapshot: string;
  readonly nowMs: number;
  readonly expiresAt: string;
}

/** Prices and reliability move on; a decision is not to be kept. */
export const DECISION_LIFETIME_MS = 60_000;

const CERTAIN_PPM = 1_000_000;

export function writeRouted(
  frame: DecisionFrame,
  verdict: Verdict,
  choice: Choice,
  breakpoints: readonly AmountOnWire[] | undefined,
): Decision {
  const { order } = choice;
  const chosen = order[0] ?? 0;
  const runner = runnerAt(verdict, chosen);
  const { rail, connection, latency, custody } = runner.candidate;
  const cost = verdict.costs[chosen]?.cost;
  const alternatives: Alternative[] = [];
  for (let rank = 1; rank < order.length; rank += 1) {
    alternatives.push(writeAlternative(verdict, choice, runner, runnerAt(verdict, order[rank] ?? 0), rank));
  }
  return {
    operation: frame.operation,
    outcome: 'routed',
    rail,
    connection,
    ...(cost === undefined ? undefined : { cost }),
    ...(breakpoints === undefined ? undefined : { breakpoints }),
    ...(latency === undefined ? undefined : { latency }),
    reliability: runner.reliability,
    custody,
    labels: labelsAt(verdict.labels, chosen),
    alternatives,
    excluded: verdict.field.excluded,
    approach: choice.approach,
    propensityPpm: choice.propensityPpm,
    preference: frame.preference,
    explanation: explainChoice(verdict, choice, runner),
    snapshot: frame.snapshot,
    engineVersion: ENGINE_VERSION,
    expiresAt: frame.expiresAt,
  };
}

export function writeNoRoute(
  frame: DecisionFrame,
  excluded: readonly Exclusion[],
  explanation: EngineExplanation = whyNone(frame, excluded),
): Decision {
  return {
    operation: frame.operation,
    outcome: 'no_route',
    labels: [],
    alternatives: [],
    excluded,
    approach: 'ranked',
    propensityPpm: CERTAIN_PPM,
    preference: frame.preference,
    explanation,
    snapshot: frame.snapshot,
    engineVersion: ENGINE_VERSION,
    expiresAt: frame.expiresAt,
  };
}

function whyNone({ operation }: DecisionFrame, excluded: readonly Exclusion[]): EngineExplanation {
  return excluded.length === 0
    ? because('none.connected', {})
    : because('none.eligible', { operation, count: String(excluded.length) });
}

/** Each case is written out in full: there are twenty of these in a decision, and spreading is slow. */
function writeAlternative(
  verdict: Verdict,
  choice: Choice,
  won: Runner,
  lost: Runner,
  rank: number,
): Alternative {
  const { candidate, reliability, at } = lost;
  const { rail, connection, latency, custody } = candidate;
  const cost = verdict.costs[at]?.cost;
  const labels = labelsAt(verdict.labels, at);
  const explanation = explainLoss(verdict, choice, won, lost);
  if (cost === undefined) {
    return latency === undefined
      ? { rail, connection, reliability, custody, labels, rank, explanation }
      : { rail, connection, latency, reliability, custody, labels, rank, explanation };
  }
  return latency === undefined
    ? { rail, connection, cost, reliability, custody, labels, rank, explanation }
    : { rail, connection, cost, latency, reliability, custody, labels, rank, explanation };
}
