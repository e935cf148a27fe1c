import type { Random } from '../../harness/random.ts';
import type { Draft } from './draft.ts';

export interface Mutation {
  readonly name: string;
  /** When it is the only change to a valid request, anything but a refusal (4xx) is a hole. */
  readonly mustRefuse: boolean;
  /** Undefined when there is nothing in this draft that it could change. */
  apply(draft: Draft, random: Random): Draft | undefined;
}
