import type { EventRecord } from '../domain/event.ts';
import type { Presented } from './presented.ts';

export function presentEvent(event: EventRecord): Presented<'events.get'> {
  return {
    id: event.id,
    object: 'event',
    type: event.type,
    sequence: event.sequence,
    data: { object: event.object },
    ...(event.previous === undefined ? {} : { previous: event.previous }),
    cause: event.cause,
    apiVersion: event.apiVersion,
    createdAt: event.createdAt.toISOString(),
  };
}
