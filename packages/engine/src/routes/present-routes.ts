/** Routes as the API shows them: every explanation gets its sentence. */
import type { PresentedFix } from '../present-decision.ts';
import { type ExplainedSentence, explainKey } from '../sentences.ts';
import type { InfeasibleRoute, ReturnPolicy, Routes, RouteTerms } from './route-terms.ts';

export interface PresentedRoutes extends Pick<Routes, 'wanted'> {
  readonly quotes: readonly PresentedRouteTerms[];
  readonly infeasible: readonly PresentedInfeasibleRoute[];
  readonly suggestion: PresentedFix | null;
}

export interface PresentedRouteTerms extends Omit<RouteTerms, 'explanation' | 'returnPolicy'> {
  readonly explanation: ExplainedSentence;
  readonly returnPolicy: Pick<ReturnPolicy, 'mode'> & { readonly explanation: ExplainedSentence };
}

export interface PresentedInfeasibleRoute extends Omit<InfeasibleRoute, 'explanation' | 'fix'> {
  readonly explanation: ExplainedSentence;
  readonly fix?: PresentedFix;
}

export function presentRoutes({ quotes, infeasible, suggestion, wanted }: Routes): PresentedRoutes {
  return {
    quotes: quotes.map(presentTerms),
    infeasible: infeasible.map(presentInfeasible),
    suggestion: suggestion === null ? null : presentFix(suggestion),
    wanted,
  };
}

function presentTerms(terms: RouteTerms): PresentedRouteTerms {
  const { explanation, returnPolicy } = terms;
  return {
    ...terms,
    explanation: explainKey(explanation),
    returnPolicy: { ...returnPolicy, explanation: explainKey(returnPolicy.explanation) },
  };
}

function presentInfeasible({ fix, ...route }: InfeasibleRoute): PresentedInfeasibleRoute {
  const presented = { ...route, explanation: explainKey(route.explanation) };
  return fix === undefined ? presented : { ...presented, fix: presentFix(fix) };
}

function presentFix(fix: NonNullable<InfeasibleRoute['fix']>): PresentedFix {
  return { ...fix, explanation: explainKey(fix.explanation) };
}
