/**
 * Everything about a request but its exact amount, its id and the time: who is in the running and at what price, who is not
 * and why. Situations come again and again, so the engine keeps them; nothing in one depends on anything but the
 * snapshot and what its key is made of.
 */
import type { DecisionRequest, Exclusion } from '../decision.ts';
import type { EvidenceChain } from '../learn/estimate.ts';
import type { Custody } from '../vocabulary.ts';
import type { AmountWriter } from './amount-text.ts';
import {
  type CompiledConnection,
  type CompiledSnapshot,
  cellKey,
  type Limit,
  reliabilityKey,
} from './compiled-snapshot.ts';
import { deepFreeze } from './deep-freeze.ts';
import { checkEligibility } from './eligibility.ts';
import { countingParty } from './operation-sides.ts';
import { type Pace, readPace } from './pacing.ts';
import { type Pieces, type Piecewise, toPiecewise } from './piecewise.ts';
import { type BoundRule, ruleKnots, rulesFor } from './policy-rules.ts';
import { type PriceGap, priceOf } from './price.ts';
import { type Latency, speedOf } from './speed.ts';
import { valuePieces } from './valuation.ts';
import { compareWhole, oneMore, type Whole, wholeOf } from './whole.ts';

export interface Situation {
  readonly candidates: readonly Candidate[];
  readonly excluded: readonly Exclusion[];
  /** Whether it was the request that left somebody out. */
  readonly narrowedByRequest: boolean;
  readonly rules: readonly BoundRule[];
  /** The first amounts of the stretches on which limits and rules say the same; the first is 0. */
  readonly knots: readonly Whole[];
  /** Up to which amount exploring is allowed; absent when it never is. */
  readonly exploreMax: Whole | undefined;
}

/** A connection that is in the running, if the amount is right. */
export interface Candidate {
  readonly at: CompiledConnection;
  readonly rail: string;
  readonly connection: string;
  readonly name: string;
  readonly custody: Custody;
  readonly limit: Limit | undefined;
  readonly latency: Latency | undefined;
  readonly evidence: EvidenceChain;
  readonly price: CandidatePrice | undefined;
  /** Why there is no price to compare by. */
  readonly gap: PriceGap | undefined;
}

export interface CandidatePrice {
  readonly cost: Piecewise;
  readonly write: AmountWriter;
  /** In millionths of a minor unit of the valuation asset; absent when no rate leads there. */
  readonly value: Pieces | undefined;
  readonly pace: Pace | undefined;
}

export function situationKey(request: DecisionRequest): string {
  const { operation, payer, payee, amount, constraints } = request;
  const parties = cellKey([
    operation,
    payer.country,
    payer.institution,
    payer.scheme,
    // Callers without types may send a payee that says nothing, which is not the same as none.
    payee === undefined ? undefined : '',
    payee?.country,
    payee?.institution,
    payee?.scheme,
    amount?.asset,
  ]);
  return `${parties}${listKey(payer.linkedRails)}${listKey(constraints?.excludeRails)}${listKey(constraints?.custodyAdmitted)}`;
}

function listKey(list: readonly string[] | undefined): string {
  return list === undefined ? ';' : `;${list.length};${cellKey(list)}`;
}

export function buildSituation(snapshot: CompiledSnapshot, request: DecisionRequest): Situation {
  const candidates: Candidate[] = [];
  const excluded: Exclusion[] = [];
  for (const at of snapshot.connections) {
    const eligibility = checkEligibility(snapshot, at, request);
    if (eligibility.eligible) candidates.push(candidateOf(snapshot, at, eligibility.custody, request));
    else excluded.push(eligibility.exclusion);
  }
  const rules = rulesFor(snapshot.policy, request);
  return {
    candidates,
    excluded: deepFreeze(excluded),
    narrowedByRequest: excluded.some(({ code }) => BY_REQUEST.has(code)),
    rules,
    knots: knotsOf([...candidates.flatMap(({ limit }) => limitKnots(limit)), ...rules.flatMap(ruleKnots)]),
    exploreMax: exploreMaxOf(snapshot, request.amount?.asset),
  };
}

const BY_REQUEST: ReadonlySet<Exclusion['code']> = new Set(['request.rail_excluded', 'custody.narrowed']);

function candidateOf(
  snapshot: CompiledSnapshot,
  at: CompiledConnection,
  custody: Custody,
  request: DecisionRequest,
): Candidate {
  const { rail, id: connection } = at.connection;
  const asset = request.amount?.asset;
  const price = priceFor(snapshot, at, request);
  return {
    at,
    rail,
    connection,
    name: at.name,
    custody,
    limit: asset === undefined ? undefined : at.limits.get(asset),
    latency: deepFreeze(speedOf(snapshot.latency.get(cellKey([rail, request.operation])), at.connection)),
    evidence: evidenceFor(snapshot, rail, request),
    price: price.known ? price.price : undefined,
    gap: price.known ? undefined : price.gap,
  };
}

function priceFor(snapshot: CompiledSnapshot, at: CompiledConnection, request: DecisionRequest) {
  const { contracts, exchange, policy } = snapshot;
  const { country, scheme } = countingParty(request);
  const pricing = priceOf(
    { prices: at.prices, contracts, exchange },
    { operation: request.operation, country, scheme, asset: request.amount?.asset },
  );
  if (!pricing.known) return pricing;
  const rate = exchange(pricing.asset, policy.valuation.asset);
  const price: CandidatePrice = {
    cost: toPiecewise(pricing.pieces),
    write: snapshot.writerOf(pricing.asset),
    value: rate === undefined ? undefined : valuePieces(pricing.pieces, rate),
    pace: pricing.contract === undefined ? undefined : readPace(pricing.contract),
  };
  return { known: true as const, price };
}

export function evidenceFor(
  { reliability }: CompiledSnapshot,
  rail: string,
  request: DecisionRequest,
): EvidenceChain {
  const { operation } = request;
  const { country, institution } = countingParty(request);
  return {
    operation: reliability.get(reliabilityKey({ rail, operation })),
    country: reliability.get(reliabilityKey({ rail, operation, country })),
    institution:
      institution === undefined
        ? undefined
        : reliability.get(reliabilityKey({ rail, operation, country, institution })),
  };
}

function limitKnots(limit: Limit | undefined): readonly Whole[] {
  const begins = limit?.min === undefined ? [] : [limit.min];
  const ends = limit?.max === undefined ? [] : [oneMore(limit.max)];
  return [...begins, ...ends];
}

function knotsOf(knots: readonly Whole[]): readonly Whole[] {
  return [...new Set([0, ...knots])].sort(compareWhole);
}

/** The policy's bound is in its valuation asset; here it is in the request's. */
function exploreMaxOf(
  { numbers, policy, exchange }: CompiledSnapshot,
  asset: string | undefined,
): Whole | undefined {
  if (numbers.explorationPpm === 0 || asset === undefined) return undefined;
  const rate = exchange(policy.valuation.asset, asset);
  if (rate === undefined) return undefined;
  return wholeOf((BigInt(numbers.explorationAmountMax) * rate.numerator) / rate.denominator);
}
