/** Whether a quote may be paid: it is the one the user saw, it is still good, and its route can still be had at its terms. */
import type { RouteQuote } from '@switchyard/contract';
import { explainKey, type Result, type RouteStanding, SETTLEMENT_PROFILES } from '@switchyard/engine';
import type { DeepReadonly } from '../deep-readonly.ts';
import { type Failure, fail } from '../failure.ts';

export interface QuoteCheck {
  readonly quote: DeepReadonly<RouteQuote>;
  readonly digest: string;
  readonly reference: string | undefined;
  /** The payment that has used it, if one has. */
  readonly usedBy: string | undefined;
  readonly standing: RouteStanding;
  readonly nowMs: number;
}

export function checkQuote(check: QuoteCheck): Result<undefined, Failure> {
  const { quote, usedBy } = check;
  if (check.digest !== quote.digest) return fail('quote_changed', 'quote.other_digest', { param: 'digest' });
  if (usedBy !== undefined) {
    return fail('quote_changed', 'quote.used', { param: 'quote', vars: { paymentIntent: usedBy } });
  }
  if (Date.parse(quote.expiresAt) <= check.nowMs) {
    return fail('quote_expired', 'quote.expired', { param: 'quote', vars: { expiresAt: quote.expiresAt } });
  }
  const held = checkStanding(check.standing);
  return held.ok ? checkReference(check) : held;
}

function checkStanding(standing: RouteStanding): Result<undefined, Failure> {
  switch (standing.is) {
    case 'held':
      return { ok: true, value: undefined };
    case 'changed':
      return fail('quote_changed', 'quote.terms_changed', { param: 'quote' });
    case 'infeasible': {
      const { code, explanation } = standing.why;
      const vars = { code, reason: explainKey(explanation).message };
      return fail('route_infeasible', 'route.infeasible', { param: 'quote', vars });
    }
  }
}

/** Too long or with characters a rail cannot carry is refused, never cut; the quote stays unspent. */
function checkReference({ quote, reference }: QuoteCheck): Result<undefined, Failure> {
  if (reference === undefined) return { ok: true, value: undefined };
  const { referenceMax } = quote;
  if ([...reference].length > referenceMax) {
    return fail('invalid_request', 'reference.too_long', {
      param: 'reference',
      vars: { max: String(referenceMax) },
    });
  }
  // A pay-in carries a reference of the rail that collects it.
  const unable = quote.legs.find(({ kind, scheme }) => kind !== 'pay-in' && !carries(scheme, reference));
  return unable === undefined
    ? { ok: true, value: undefined }
    : fail('invalid_request', 'reference.characters', {
        param: 'reference',
        vars: { rail: unable.rail },
      });
}

function carries(scheme: string, reference: string): boolean {
  const profile = Object.entries(SETTLEMENT_PROFILES).find(([name]) => name === scheme)?.[1];
  return profile?.reference?.pattern.test(reference) ?? true;
}
