/**
 * What is believed of a rail's success, in millionths, from what was seen of it and what was believed before.
 *
 * Evidence is read from the widest cell to the narrowest. Each is a Beta count that leans on the estimate of the one
 * before it with the weight of `priorStrength` outcomes; the widest leans on the policy's prior. So an institution nobody has
 * tried is judged by its country, and a rail nobody has tried by the prior. Evidence fades, and a rail left alone for long
 * is believed in again: that is how a rail that once failed is found to have recovered.
 */
import type { Reliability } from '../decision.ts';
import type { ReliabilityPolicy } from '../policy.ts';
import type { ReliabilityCell } from '../snapshot.ts';
import { fadeMicro } from './fade.ts';

export const PPM = 1_000_000;

export type Evidence = Pick<ReliabilityCell, 'successMicro' | 'failureMicro' | 'samples' | 'asOfMs'>;

/** The cells of one rail that speak about one request. */
export interface EvidenceChain {
  readonly operation?: Evidence | undefined;
  readonly country?: Evidence | undefined;
  readonly institution?: Evidence | undefined;
}

type EstimatePolicy = Pick<ReliabilityPolicy, 'priorPpm' | 'priorStrength' | 'halfLifeMs'>;

/** Rounded down at every step. */
export function estimatePpm(chain: EvidenceChain, nowMs: number, policy: EstimatePolicy): Reliability {
  const { operation, country, institution } = chain;
  let successPpm = policy.priorPpm;
  if (operation !== undefined) successPpm = lean(operation, successPpm, nowMs, policy);
  if (country !== undefined) successPpm = lean(country, successPpm, nowMs, policy);
  if (institution !== undefined) successPpm = lean(institution, successPpm, nowMs, policy);
  if (speaks(institution)) return { successPpm, samples: institution.samples, basis: 'institution' };
  if (speaks(country)) return { successPpm, samples: country.samples, basis: 'country' };
  if (speaks(operation)) return { successPpm, samples: operation.samples, basis: 'operation' };
  return { successPpm, samples: 0, basis: 'prior' };
}

function speaks(cell: Evidence | undefined): cell is Evidence {
  return cell !== undefined && cell.samples > 0;
}

/** A cell's own rate, drawn to the wider estimate by the weight of the prior. */
function lean(cell: Evidence, widerPpm: number, nowMs: number, policy: EstimatePolicy): number {
  const elapsedMs = nowMs - cell.asOfMs;
  const success = fadeMicro(cell.successMicro, elapsedMs, policy.halfLifeMs);
  const failure = fadeMicro(cell.failureMicro, elapsedMs, policy.halfLifeMs);
  // So many outcomes at so many millionths are just as many millionths of an outcome.
  const part = success + policy.priorStrength * widerPpm;
  const whole = success + failure + policy.priorStrength * PPM;
  return whole === 0 ? widerPpm : ratioPpm(part, whole);
}

/** floor(part × 10^6 / whole) by long division in base 1000, because the product may outgrow a safe integer. */
function ratioPpm(part: number, whole: number): number {
  let dividend = part;
  let divisor = whole;
  while (divisor > LONG_DIVISION_MAX) {
    dividend = Math.floor(dividend / 2);
    divisor = Math.floor(divisor / 2);
  }
  const thousandths = dividend * 1000;
  const rest = (thousandths % divisor) * 1000;
  return Math.floor(thousandths / divisor) * 1000 + Math.floor(rest / divisor);
}

const LONG_DIVISION_MAX = Math.floor(Number.MAX_SAFE_INTEGER / 1000);
