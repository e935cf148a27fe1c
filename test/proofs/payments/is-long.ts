import type { ProofOptions } from '../proof.ts';

/** The long form leaves nothing out. A part that is asked for alone is wanted whole, but for seeds, which are counted. */
export function isLong({ scale, only }: ProofOptions): boolean {
  return scale >= SCALE_LONG_MIN || (only !== undefined && only !== 'seeds');
}

const SCALE_LONG_MIN = 10_000;
