import { z } from 'zod';
import { EventTypeName } from '../../schemas/event.ts';
import { EventId } from '../../schemas/id.ts';
import { Timestamp } from '../../schemas/timestamp.ts';

export const TestEventCreate = z.strictObject({ type: EventTypeName }).meta({ id: 'TestEventCreate' });

export const TestEvent = z
  .strictObject({
    object: z.literal('test_event'),
    event: EventId.describe('The event, as `GET /v1/events/{id}` answers it.'),
    type: EventTypeName,
    about: z.string().describe('The id of the object it is about, which does not exist: `pi_TEST…`.'),
    createdAt: Timestamp,
  })
  .meta({
    id: 'TestEvent',
    description:
      'An event that somebody triggered. Its object does not exist: every id in it begins with `TEST`.',
  });
