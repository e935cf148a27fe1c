import type { OperationName, OutputOf } from '@switchyard/contract';
import type { DeepReadonly } from '../domain/deep-readonly.ts';

/** An operation's output as we make it: nobody changes it after it was presented. */
export type Presented<N extends OperationName> = DeepReadonly<OutputOf<N>>;
