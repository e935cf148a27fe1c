/** Choices that can be made again: the same seed gives the same ones, in the same order. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A generator of its own, so that one worker's choices do not depend on how fast another is. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('There is nothing to pick from');
      // The index is below the length, so there is an item.
      return items[between(0, items.length - 1)] as T;
    },
    fork: () => createRandom(between(0, 0xffff_ffff)),
  };
}

/** Thirty-two bits of state are plenty for choosing what a test does. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
