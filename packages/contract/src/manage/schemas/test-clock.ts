import { z } from 'zod';
import { Timestamp } from '../../schemas/timestamp.ts';
import { CLOCK_AHEAD_SECONDS_MAX } from '../limits.ts';
import { EnvironmentId } from './id.ts';

export const TestClockAdvance = z
  .strictObject({
    seconds: z
      .int()
      .min(1)
      .max(CLOCK_AHEAD_SECONDS_MAX)
      .describe('How far to move it on. In all it may be 366 days ahead.'),
  })
  .meta({ id: 'TestClockAdvance' });

export const TestClock = z
  .strictObject({
    object: z.literal('test_clock'),
    environment: EnvironmentId,
    aheadSeconds: z.int().min(0).max(CLOCK_AHEAD_SECONDS_MAX).describe('Ahead of the real time.'),
    now: Timestamp.describe('What time it is in the environment.'),
  })
  .meta({
    id: 'TestClock',
    description: 'The clock of a test environment. It goes as fast as any, and only forward.',
  });
