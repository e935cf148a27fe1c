/** A ranked way as the terms that somebody approves. The sums are asserted: a quote that does not add up is never shown. */
import { type AmountOnWire, formatAmount } from '../amount.ts';
import type { CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import type { Reliability } from '../decision.ts';
import { invariant } from '../invariant.ts';
import { formatTime } from '../iso-time.ts';
import { mulDiv } from '../mul-div.ts';
import { because, type EngineExplanation } from '../sentences.ts';
import { checkSums } from './check-sums.ts';
import type { RankedWay } from './rank-ways.ts';
import type { RouteRequest } from './route-request.ts';
import {
  INTERNAL_SCHEME,
  type LegTerms,
  QUOTE_LIFETIME_MS,
  type ReturnPolicy,
  type RouteTerms,
} from './route-terms.ts';
import type { CarriedLeg, Way } from './way.ts';

export interface TermsFrame {
  readonly snapshot: CompiledSnapshot;
  readonly request: RouteRequest;
  readonly nowMs: number;
}

export function writeTerms(
  { snapshot, request, nowMs }: TermsFrame,
  { way, labels }: RankedWay,
  rank: number,
  explanation: EngineExplanation,
): RouteTerms {
  const { plan, legs } = way;
  const { conversion } = plan;
  const written = legs.map((leg, at) => writeLeg(way, leg, at));
  const quote = fxQuoteOf(way);
  const terms: RouteTerms = {
    from: request.from.account,
    to: request.to.account,
    fixed: plan.fixed,
    send: formatAmount({ value: plan.send, asset: plan.from }),
    receive: formatAmount({ value: plan.receive, asset: plan.to }),
    rank,
    labels,
    legs: written,
    fees: written.flatMap(({ fees }) => fees),
    cost: costOf(snapshot, legs),
    ...(conversion === undefined ? {} : { fx: conversion.fx }),
    arrival: { p50: formatTime(way.p50AtMs), p95: formatTime(way.p95AtMs) },
    reliability: reliabilityOf(way),
    custody: [...new Set(written.map(({ custody }) => custody))],
    returnPolicy: returnPolicyOf(legs),
    referenceMax: Math.min(...legs.map(referenceMaxOf)),
    explanation,
    snapshot: snapshot.digest,
    expiresAt: formatTime(Math.min(nowMs + QUOTE_LIFETIME_MS, conversion?.lockedUntilMs ?? Infinity)),
    ...(quote === undefined ? {} : { fxQuote: quote }),
  };
  const wrong = checkSums(terms);
  invariant(wrong.length === 0, `a quote adds up: ${wrong.join(' ')}`);
  return terms;
}

function writeLeg({ plan: { conversion } }: Way, leg: CarriedLeg, at: number): LegTerms {
  const { hop, send, sendAsset, receive, receiveAsset, p50AtMs, p95AtMs } = leg;
  const { connection } = hop.carrier;
  const converted = hop.converts ? conversion : undefined;
  return {
    sequence: at + 1,
    kind: hop.kind,
    rail: connection.rail,
    connection: connection.id,
    capability: hop.operation,
    scheme: hop.scheme ?? INTERNAL_SCHEME,
    send: formatAmount({ value: send, asset: sendAsset }),
    receive: formatAmount({ value: receive, asset: receiveAsset }),
    fees: converted?.fees ?? [],
    ...(converted === undefined ? {} : { fx: converted.fx }),
    eta: { p50: formatTime(p50AtMs), p95: formatTime(p95AtMs) },
    custody: hop.custody,
    // Whoever initiates a payment at a bank needs its owner there; debits, wallets and balances do without.
    requiresAction: hop.operation === 'banking.pis.single',
  };
}

function fxQuoteOf({ plan: { conversion }, legs }: Way): RouteTerms['fxQuote'] {
  const at = legs.findIndex(({ hop }) => hop.converts);
  return conversion?.quote === undefined || at < 0 ? undefined : { sequence: at + 1, ...conversion.quote };
}

/** In the asset that all legs are priced in, else in the valuation asset, each rounded up; null when one is not known. */
function costOf({ policy, exchange }: CompiledSnapshot, legs: readonly CarriedLeg[]): AmountOnWire | null {
  const costs = legs.map(({ judged }) => judged.cost);
  const [first] = costs;
  if (first === undefined) return null;
  const asset = costs.every((cost) => cost?.asset === first.asset) ? first.asset : policy.valuation.asset;
  let value = 0n;
  for (const cost of costs) {
    const rate = cost === undefined ? undefined : exchange(cost.asset, asset);
    if (cost === undefined || rate === undefined) return null;
    value += mulDiv(cost.value, rate.numerator, rate.denominator, 'up');
  }
  return value < COST_END ? formatAmount({ value, asset }) : null;
}

/** Beyond what an amount on the wire can hold, a cost is as good as unknown. */
const COST_END = 10n ** 38n;

const BASES = [
  'prior',
  'operation',
  'country',
  'institution',
] as const satisfies readonly Reliability['basis'][];

/** All legs must succeed; the figure rests on no more than its weakest part does. */
function reliabilityOf({ legs, successPpm }: Way): Reliability {
  const parts = legs.map(({ judged }) => judged.reliability);
  return {
    successPpm,
    samples: Math.min(...parts.map(({ samples }) => samples)),
    basis: BASES.find((basis) => parts.some((part) => part.basis === basis)) ?? 'prior',
  };
}

function returnPolicyOf(legs: readonly CarriedLeg[]): ReturnPolicy {
  const holders = legs.flatMap(({ hop: { to } }) => (typeof to === 'string' ? [] : [to.at.name]));
  return holders.length === 0
    ? { mode: 'none_needed', explanation: because('return.none_needed', {}) }
    : {
        mode: 'to_payer',
        explanation: because('return.to_payer', { holders: [...new Set(holders)].join(', ') }),
      };
}

/** What both the rail and the scheme carry. */
function referenceMaxOf({ hop: { carrier, kind, profile } }: CarriedLeg): number {
  const { payment, payout } = carrier.connection;
  if (kind === 'fx') return Number.MAX_SAFE_INTEGER;
  const max = kind === 'payout' ? payout?.referenceMax : payment?.referenceMax;
  const schemeMax = profile?.reference?.max ?? Number.MAX_SAFE_INTEGER;
  return max !== undefined && max > 0 ? Math.min(Math.floor(max), schemeMax) : 0;
}
