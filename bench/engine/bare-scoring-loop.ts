/**
 * What the engine is measured against: the loop one would write for one environment by hand. It checks operation, country,
 * scheme and limits, prices and scores each rail in plain numbers, and sorts. It explains nothing, learns nothing, forgets
 * rules, custody, contracts and exchange rates, and breaks beyond 2^53.
 */
export interface BareRail {
  readonly rail: string;
  readonly operations: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
  readonly schemes: ReadonlySet<string>;
  readonly amountMax: number;
  readonly fixed: number;
  readonly bps: number;
  readonly feeMin: number;
  readonly feeMax: number;
  readonly successPpm: number;
  readonly p50Ms: number;
}

export interface BareRequest {
  readonly operation: string;
  readonly country: string;
  readonly scheme: string;
  readonly amount: number;
}

export interface BareScore {
  readonly rail: string;
  readonly cost: number;
  readonly score: number;
}

const FAILURE_COST = 200;
const HOUR_COST = 100;
const HOUR_MS = 3_600_000;
const PPM = 1_000_000;

/** Best first. */
export function scoreBare(rails: readonly BareRail[], request: BareRequest): readonly BareScore[] {
  const scores: BareScore[] = [];
  for (const rail of rails) {
    if (!rail.operations.has(request.operation) || !rail.countries.has(request.country)) continue;
    if (!rail.schemes.has(request.scheme) || request.amount > rail.amountMax) continue;
    const fee = rail.fixed + Math.ceil((request.amount * rail.bps) / 10_000);
    const cost = Math.min(Math.max(fee, rail.feeMin), rail.feeMax);
    const risk = ((PPM - rail.successPpm) * FAILURE_COST) / PPM;
    scores.push({ rail: rail.rail, cost, score: cost + risk + (rail.p50Ms * HOUR_COST) / HOUR_MS });
  }
  return scores.sort((a, b) => a.score - b.score);
}
