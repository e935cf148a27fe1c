/**
 * What an outcome changes: the cells of its rail, and with them the estimate.
 *
 * An outcome goes into every cell that covers it, from the rail's operation to the one institution. Before it is added,
 * the old evidence fades, by whole steps only (see `fade.ts`), and is held to `EVIDENCE_OUTCOMES_MAX`. So a cell never holds
 * more than that, is never negative, and an outcome that arrives late or out of order counts as much as its age leaves of it.
 */
import { mulDiv } from '../mul-div.ts';
import type { ReliabilityPolicy } from '../policy.ts';
import type { ReliabilityCell } from '../snapshot.ts';
import type { Attribution } from './attribution.ts';
import { estimatePpm } from './estimate.ts';
import { fadeMicro, wholeStepsMs } from './fade.ts';

/** One outcome, in millionths. */
export const OUTCOME_MICRO = 1_000_000;

/**
 * How many outcomes a cell remembers at most. A busy rail would otherwise hold so much good evidence that it had to fail
 * for long before anybody believed it; a quiet one forgets by its half-life before it ever gets here.
 */
export const EVIDENCE_OUTCOMES_MAX = 150;

export interface CellChain {
  readonly operation?: ReliabilityCell | undefined;
  readonly country?: ReliabilityCell | undefined;
  readonly institution?: ReliabilityCell | undefined;
}

/** Where and when an outcome happened, and what it says of the rail. */
export interface Observation extends Pick<ReliabilityCell, 'rail' | 'operation'> {
  readonly country?: string | undefined;
  readonly institution?: string | undefined;
  readonly attribution: Attribution;
  readonly atMs: number;
}

export interface Observed {
  readonly cells: CellChain;
  /** The estimate for such a request at that moment, without and with the outcome. */
  readonly beforePpm: number;
  readonly afterPpm: number;
  readonly samples: number;
}

/** A neutral outcome leaves all as it was. An institution's cell is kept only within a country. */
export function observe(
  cells: CellChain,
  observation: Observation,
  policy: Pick<ReliabilityPolicy, 'priorPpm' | 'priorStrength' | 'halfLifeMs'>,
): Observed {
  const before = estimatePpm(cells, observation.atMs, policy);
  if (observation.attribution === 'neutral') {
    const { successPpm, samples } = before;
    return { cells, beforePpm: successPpm, afterPpm: successPpm, samples };
  }
  const next = addToChain(cells, observation, policy.halfLifeMs);
  const after = estimatePpm(next, observation.atMs, policy);
  return {
    cells: next,
    beforePpm: before.successPpm,
    afterPpm: after.successPpm,
    samples: after.samples,
  };
}

function addToChain(cells: CellChain, observation: Observation, halfLifeMs: number): CellChain {
  const { rail, operation, country, institution } = observation;
  const add = (cell: ReliabilityCell | undefined, key: CellKey) =>
    addOutcome(cell ?? emptyCell(key, observation.atMs), observation, halfLifeMs);
  const wide = { operation: add(cells.operation, { rail, operation }) };
  if (country === undefined) return wide;
  const narrower = { ...wide, country: add(cells.country, { rail, operation, country }) };
  if (institution === undefined) return narrower;
  return { ...narrower, institution: add(cells.institution, { rail, operation, country, institution }) };
}

type CellKey = Pick<ReliabilityCell, 'rail' | 'operation' | 'country' | 'institution'>;

function emptyCell(key: CellKey, asOfMs: number): ReliabilityCell {
  return { ...key, successMicro: 0, failureMicro: 0, samples: 0, asOfMs };
}

function addOutcome(cell: ReliabilityCell, observation: Observation, halfLifeMs: number): ReliabilityCell {
  const elapsedMs = wholeStepsMs(observation.atMs - cell.asOfMs, halfLifeMs);
  const asOfMs = cell.asOfMs + elapsedMs;
  // Zero unless the outcome is older than what the cell already knows.
  const ageMs = asOfMs - observation.atMs;
  const weightMicro = fadeMicro(OUTCOME_MICRO, ageMs, halfLifeMs);
  const isSuccess = observation.attribution === 'success';
  return limitEvidence({
    ...cell,
    successMicro: fadeMicro(cell.successMicro, elapsedMs, halfLifeMs) + (isSuccess ? weightMicro : 0),
    failureMicro: fadeMicro(cell.failureMicro, elapsedMs, halfLifeMs) + (isSuccess ? 0 : weightMicro),
    samples: cell.samples + 1,
    asOfMs,
  });
}

/** Too much evidence is thinned in equal parts, so that the rate it shows stays the same. Rounded down. */
function limitEvidence(cell: ReliabilityCell): ReliabilityCell {
  const totalMicro = cell.successMicro + cell.failureMicro;
  if (totalMicro <= EVIDENCE_MICRO_MAX) return cell;
  const thin = (micro: number) =>
    Number(mulDiv(BigInt(micro), BigInt(EVIDENCE_MICRO_MAX), BigInt(totalMicro), 'down'));
  return { ...cell, successMicro: thin(cell.successMicro), failureMicro: thin(cell.failureMicro) };
}

const EVIDENCE_MICRO_MAX = EVIDENCE_OUTCOMES_MAX * OUTCOME_MICRO;
