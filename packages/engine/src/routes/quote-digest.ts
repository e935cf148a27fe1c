/**
 * The digest of what a user approves. It is taken over the terms as the API shows them, sentences included, so whoever
 * holds a quote from the wire can compute it again.
 */
import { digestOf } from '../digest.ts';
import type { JsonValue } from '../json-value.ts';
import type { PresentedRouteTerms } from './present-routes.ts';

const DIGESTED = [
  'from',
  'to',
  'fixed',
  'send',
  'receive',
  'legs',
  'fees',
  'fx',
  'custody',
  'returnPolicy',
  'expiresAt',
] as const satisfies readonly (keyof PresentedRouteTerms)[];

export type DigestedTerms = Pick<PresentedRouteTerms, (typeof DIGESTED)[number]>;

/** `fx` is left out where there is no conversion; everything else of a quote (rank, labels, cost …) is no term. */
export function quoteDigest(terms: DigestedTerms): string {
  const digested = DIGESTED.flatMap((name) => (terms[name] === undefined ? [] : [[name, terms[name]]]));
  // Terms are plain JSON; interfaces merely lack the index signature that JsonValue asks for.
  return digestOf(Object.fromEntries(digested) as JsonValue);
}
