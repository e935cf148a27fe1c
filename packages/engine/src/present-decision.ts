/** A decision as the API shows it: every explanation gets its sentence. Id, object and createdAt are the service's to add. */
import { deepFreeze } from './decide/deep-freeze.ts';
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
  return present(decision, presentExclusions(decision.excluded));
}

/**
 * The same for many decisions of one engine. Decisions in one situation share their list of exclusions, which may name
 * hundreds of connections: it is presented once, and whoever decides in that situation gets the same frozen list again.
 */
export function createPresenter(): (decision: Decision) => PresentedDecision {
  const known = new WeakMap<readonly Exclusion[], readonly PresentedExclusion[]>();
  return (decision) => {
    const { excluded } = decision;
    let presented = known.get(excluded);
    if (presented === undefined) {
      presented = deepFreeze(presentExclusions(excluded));
      known.set(excluded, presented);
    }
    return present(decision, presented);
  };
}

function present(decision: Decision, excluded: readonly PresentedExclusion[]): PresentedDecision {
  return {
    ...decision,
    alternatives: decision.alternatives.map(presentAlternative),
    excluded,
    explanation: explainKey(decision.explanation),
  };
}

function presentExclusions(excluded: readonly Exclusion[]): readonly PresentedExclusion[] {
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
