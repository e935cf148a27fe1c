import type { EventObject, EventType } from '@switchyard/contract';
import type { DeepReadonly } from './deep-readonly.ts';

/** Something that happened, as the log keeps it. `data.object` is the resource as it was then, personal data left out. */
export interface EventRecord {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly object: DeepReadonly<EventObject>;
  readonly previous?: Readonly<Record<string, unknown>>;
  readonly cause: EventCause;
  readonly apiVersion: string;
  readonly createdAt: Date;
}

export interface EventCause {
  readonly requestId?: string;
  readonly actor: 'api' | 'provider' | 'worker' | 'operator';
}

/** An event before the commit has numbered it. */
export type NewEvent = Omit<EventRecord, 'sequence'> & { readonly objectId: string };
