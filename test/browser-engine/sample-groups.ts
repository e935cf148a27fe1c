import fc from 'fast-check';
import {
  arbitraryContext,
  arbitraryRequest,
  arbitrarySnapshot,
} from '../../packages/engine/src/decide/testing/arbitrary-snapshot.ts';
import type { Group } from './decide-batch.ts';

export const QUESTIONS_PER_SNAPSHOT = 8;

const plain = { noNullPrototype: true } as const;
const question = fc.record({ request: arbitraryRequest, context: arbitraryContext }, plain);
const group: fc.Arbitrary<Group> = fc.record(
  {
    snapshot: arbitrarySnapshot,
    questions: fc.array(question, {
      minLength: QUESTIONS_PER_SNAPSHOT,
      maxLength: QUESTIONS_PER_SNAPSHOT,
    }),
  },
  plain,
);

/** The groups of a batch, from the seed and the batch's number alone. */
export function sampleGroups(seed: number, batch: number, count: number): readonly Group[] {
  return fc.sample(group, { seed: (seed + Math.imul(batch, 0x9e37_79b1)) | 0, numRuns: count });
}
