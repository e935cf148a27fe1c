/**
 * Who is the cheapest, the fastest and the recommended, by what is known of the rails alone: no rule, no pacing, no draw.
 * Nobody is called cheapest whose cost is not known, nor fastest whose speed is not.
 */
import type { Preference } from '../vocabulary.ts';
import type { Field } from './field.ts';
import { firstOf } from './rank.ts';
import type { Whole } from './whole.ts';

export interface Labels {
  readonly cheapest: number;
  readonly fastest: number;
  readonly recommended: number;
}

export function labelsOf(field: Field, costs: readonly Whole[], expected: readonly Whole[]): Labels {
  const { plain, runners } = field;
  const cheapest = firstOf(plain.cheapest, costs);
  const fastest = firstOf(plain.fastest, costs);
  return {
    cheapest: runners[cheapest]?.comparable === true ? cheapest : -1,
    fastest: runners[fastest]?.candidate.latency === undefined ? -1 : fastest,
    recommended: firstOf(plain.recommended, expected),
  };
}

/** The labels of one runner; equal sets are the same frozen list. */
export function labelsAt({ cheapest, fastest, recommended }: Labels, at: number): readonly Preference[] {
  const set = (at === cheapest ? 1 : 0) + (at === fastest ? 2 : 0) + (at === recommended ? 4 : 0);
  return LABEL_SETS[set] ?? [];
}

const LABEL_SETS: readonly (readonly Preference[])[] = Array.from({ length: 8 }, (_, set) => {
  const all: readonly (readonly [number, Preference])[] = [
    [1, 'cheapest'],
    [2, 'fastest'],
    [4, 'recommended'],
  ];
  return Object.freeze(all.filter(([bit]) => (set & bit) !== 0).map(([, label]) => label));
});
