/** A decision as the API shows it: every explanation gets its sentence. Id, object and createdAt are the service's to add. */
import type { Alternative, Decision, Exclusion, Fix } from './decision.ts';
import { type ExplainedSentence, explainKey } from './sentences.ts';

type Presented<T> = Omit<T, 'explanation'> & { readonly explanation: ExplainedSentence };

export type PresentedFix = Presented<Fix>;
export type PresentedExclusion = Presented<Omit<Exclusion, 'fix'>> & { readonly fix?: PresentedFix };
export type PresentedAlternative = Presented<Alternative>;
export type PresentedDecision = Presented<Omit<Decision, 'alternatives' | 'excluded'>> & {
  readonly alternatives: readonly PresentedAlternative[];
  readonly excluded: readonly PresentedExclusion[];
};

export function presentDecision(decision: Decision): PresentedDecision {
  return {
    ...decision,
    alternatives: decision.alternatives.map(presentAlternative),
    excluded: presentExclusions(decision.excluded),
    explanation: explainKey(decision.explanation),
  };
}

export function presentExclusions(excluded: readonly Exclusion[]): readonly PresentedExclusion[] {
  return excluded.map(presentExclusion);
}

function presentAlternative(alternative: Alternative): PresentedAlternative {
  return { ...alternative, explanation: explainKey(alternative.explanation) };
}

function presentExclusion({ fix, ...exclusion }: Exclusion): PresentedExclusion {
  const presented = { ...exclusion, explanation: explainKey(exclusion.explanation) };
  return fix === undefined
    ? presented
    : { ...presented, fix: { ...fix, explanation: explainKey(fix.explanation) } };
}
