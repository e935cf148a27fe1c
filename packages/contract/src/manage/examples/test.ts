import type { z } from 'zod';
import { ids } from '../../examples/ids.ts';
import type { TestClock } from '../schemas/test-clock.ts';
import type { TestEvent } from '../schemas/test-event.ts';
import type { TestFault } from '../schemas/test-fault.ts';
import { manageIds } from './ids.ts';

export const testEvent: z.output<typeof TestEvent> = {
  object: 'test_event',
  event: ids.event,
  type: 'leg.updated',
  about: 'leg_TEST1GwT9cZf6LjSvKe04W',
  createdAt: '2026-10-08T09:27:20.033Z',
};

export const testFault: z.output<typeof TestFault> = {
  object: 'test_fault',
  connection: ids.connection,
  fault: 'timeout_after_success',
  path: '/v3/payments',
  callsLeft: 1,
  endsAt: '2026-10-08T09:28:20.033Z',
};

export const testClock: z.output<typeof TestClock> = {
  object: 'test_clock',
  environment: manageIds.environment,
  aheadSeconds: 3_600,
  now: '2026-10-08T10:27:20.033Z',
};
