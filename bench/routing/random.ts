/**
 * Chance from a seed. The same seed gives the same numbers on every machine, and a number can be had for a place
 * ("payment 7 over rail 2") without drawing those before it, so that all policies face the same luck.
 */
export interface Random {
  /** From 0 up to, and without, 1. */
  readonly next: () => number;
  readonly between: (min: number, max: number) => number;
  /** A whole number from 0 up to, and without, the bound. */
  readonly below: (bound: number) => number;
}

export function createRandom(seed: number): Random {
  let state = mix(seed >>> 0);
  const next = () => {
    // A Weyl sequence through a mixer (splitmix): every state is visited once, none of them sticks.
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    below: (bound) => Math.floor(next() * bound),
  };
}

/** The chance at a place, from 0 up to, and without, 1. */
export function chanceAt(seed: number, ...place: readonly number[]): number {
  let hash = mix(seed >>> 0);
  for (const coordinate of place) hash = mix((hash ^ (coordinate + 0x9e3779b9)) >>> 0);
  return hash / 2 ** 32;
}

/** Every bit of the input turns over about half the bits of the output. */
function mix(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
