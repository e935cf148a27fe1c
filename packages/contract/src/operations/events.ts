import { event } from '../examples/event.ts';
import { ids } from '../examples/ids.ts';
import { defineOperation } from '../operation.ts';
import { Event, EventPage, EventParams, EventQuery } from '../schemas/event.ts';

const tag = 'Events';

export const listEvents = defineOperation({
  name: 'events.list',
  method: 'GET',
  path: '/v1/events',
  successStatus: 200,
  tag,
  summary: 'List events',
  description:
    'Events in the order they happened, oldest first. Walk with `after` set to the last event you saw to replay ' +
    'whatever a webhook missed: `sequence` has no gaps, so you can tell that you have them all.',
  query: EventQuery,
  output: EventPage,
  examples: {
    query: { type: 'payment_intent.processing', limit: 1 },
    response: { data: [event], hasMore: true, next: ids.event },
  },
});

export const getEvent = defineOperation({
  name: 'events.get',
  method: 'GET',
  path: '/v1/events/{id}',
  successStatus: 200,
  tag,
  summary: 'Get an event',
  description: 'Returns one event with the resource as it was then.',
  params: EventParams,
  output: Event,
  examples: { params: { id: ids.event }, response: event },
});
