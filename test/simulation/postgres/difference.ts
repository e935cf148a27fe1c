import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../store/tables.ts';
import { normalValue } from './normal-value.ts';

/** The first thing that Postgres has and the simulation has not, or has otherwise. The simulation may know more columns. */
export function differenceOf(ours: readonly Row[], theirs: readonly Row[]): string | undefined {
  if (ours.length !== theirs.length)
    return `${ours.length} rows in the simulation, ${theirs.length} in Postgres`;
  for (const [at, row] of theirs.entries()) {
    for (const [column, value] of Object.entries(row)) {
      const difference = differenceIn(ours[at]?.[column], value);
      if (difference !== undefined) return `row ${at}, ${column}: ${difference}`;
    }
  }
  return undefined;
}

function differenceIn(ours: unknown, theirs: unknown): string | undefined {
  // Rows within a row.
  if (Array.isArray(ours) && Array.isArray(theirs) && theirs.every(isRow)) return differenceOf(ours, theirs);
  const [one, other] = [normalValue(ours), normalValue(theirs)];
  if (isDeepStrictEqual(one, other)) return undefined;
  return `${JSON.stringify(one)} in the simulation, ${JSON.stringify(other)} in Postgres`;
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
