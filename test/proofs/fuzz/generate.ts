import type { Random } from '../../harness/random.ts';
import type { RawRequest } from '../../harness/raw-connection.ts';
import { BODY_BYTES } from './body-bytes.ts';
import { BODY_VALUES } from './body-values.ts';
import { type Draft, render } from './draft.ts';
import { FRAMINGS } from './framings.ts';
import { HEADERS } from './headers.ts';
import type { Mutation } from './mutation.ts';
import { TARGETS } from './targets.ts';
import { validRequest, type World } from './valid-requests.ts';

export interface BadRequest {
  readonly method: string;
  readonly target: string;
  readonly raw: RawRequest;
  /** What was done to it, by name. */
  readonly mutations: readonly string[];
  readonly mustRefuse: boolean;
}

/** In the order in which they can be applied: a body's values before its bytes, and the framing at last. */
const STAGES: readonly { readonly mutations: readonly Mutation[]; readonly probability: number }[] = [
  { mutations: BODY_VALUES, probability: 0.4 },
  { mutations: BODY_BYTES, probability: 0.15 },
  { mutations: TARGETS, probability: 0.2 },
  { mutations: HEADERS, probability: 0.25 },
  { mutations: FRAMINGS, probability: 0.06 },
];

/** A valid request with one to three things wrong with it, as the random numbers have it. */
export function generateBadRequest(world: World, random: Random): BadRequest {
  for (;;) {
    let draft: Draft = validRequest(world, random);
    const applied: Mutation[] = [];
    for (const { mutations, probability } of STAGES) {
      if (!random.chance(probability)) continue;
      const mutation = random.pick(mutations);
      const mutated = mutation.apply(draft, random);
      if (mutated === undefined) continue;
      draft = mutated;
      applied.push(mutation);
    }
    if (applied.length === 0) continue;
    return {
      method: draft.method,
      target: draft.target,
      raw: render(draft),
      mutations: applied.map(({ name }) => name),
      // Two changes may undo each other; one alone cannot.
      mustRefuse: applied.length === 1 && applied[0]?.mustRefuse === true,
    };
  }
}
