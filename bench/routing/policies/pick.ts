import type { Random } from '../random.ts';

/** The candidate with the highest score; a tie is drawn, or goes to the first of them when nothing draws. */
export function pickHighest(
  candidates: readonly number[],
  score: (candidate: number) => number,
  random?: Random,
): number {
  let best: number[] = [];
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const value = score(candidate);
    if (value > bestScore) {
      best = [candidate];
      bestScore = value;
    } else if (value === bestScore) {
      best.push(candidate);
    }
  }
  const [first] = best;
  if (first === undefined) throw new Error('There is nothing to pick from');
  return random === undefined ? first : (best[random.below(best.length)] ?? first);
}
