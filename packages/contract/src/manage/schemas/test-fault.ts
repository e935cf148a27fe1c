import { z } from 'zod';
import { ConnectionId } from '../../schemas/id.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { text } from '../../text.ts';
import {
  FAULT_CALLS_MAX,
  FAULT_LATENCY_MS_DEFAULT,
  FAULT_LATENCY_MS_MAX,
  FAULT_PATH_LENGTH_MAX,
  FAULT_SECONDS_DEFAULT,
  FAULT_SECONDS_MAX,
} from '../limits.ts';
import { EnvironmentId } from './id.ts';

/** On the way to the provider, and on the way back. */
export const CALL_FAULTS = [
  'latency',
  'error_500',
  'error_503',
  'timeout',
  'timeout_after_success',
  'reset',
  'malformed',
] as const;
export const WEBHOOK_FAULTS = [
  'webhooks_duplicate',
  'webhooks_late',
  'webhooks_reordered',
  'webhooks_none',
] as const;

export const TestFaultName = z.enum([...CALL_FAULTS, ...WEBHOOK_FAULTS]).meta({
  id: 'TestFaultName',
  description:
    '`latency` answers late. `error_500`, `error_503`, `timeout` and `reset` do nothing and fail; without `calls` that is an ' +
    'outage. `timeout_after_success` and `malformed` do the work, and nobody learns it from the answer. `webhooks_…`: ' +
    'notices of the provider come twice, 20 seconds late, in the wrong order, or not at all.',
});

export const TestFaultParams = z.strictObject({
  environment: EnvironmentId.describe('A test environment.'),
  id: ConnectionId.describe('A connection that points at the simulator.'),
});

export const TestFaultCreate = z
  .strictObject({
    fault: TestFaultName,
    path: text({ min: 1, max: FAULT_PATH_LENGTH_MAX })
      .regex(/^\//)
      .exactOptional()
      .describe(
        "Only calls whose path begins so, in whole segments, below the connection's own address. Not for webhooks.",
      ),
    latencyMs: z
      .int()
      .min(1)
      .max(FAULT_LATENCY_MS_MAX)
      .exactOptional()
      .describe(`For \`latency\` only; ${FAULT_LATENCY_MS_DEFAULT} unless told.`),
    calls: z
      .int()
      .min(1)
      .max(FAULT_CALLS_MAX)
      .exactOptional()
      .describe('It ends after so many calls, or webhooks, if its time is not over sooner.'),
    seconds: z
      .int()
      .min(1)
      .max(FAULT_SECONDS_MAX)
      .exactOptional()
      .describe(`It ends after so long in any case; ${FAULT_SECONDS_DEFAULT} unless told.`),
  })
  .meta({ id: 'TestFaultCreate' });

export const TestFault = z
  .strictObject({
    object: z.literal('test_fault'),
    connection: ConnectionId,
    fault: TestFaultName,
    path: z.string().optional(),
    latencyMs: z.int().optional(),
    callsLeft: z.int().min(1).optional().describe('Absent: every call until it ends.'),
    endsAt: Timestamp.optional().describe(
      'By the real time. Absent on one that was set at the simulator itself, without an end.',
    ),
  })
  .meta({
    id: 'TestFault',
    description:
      'What goes wrong at a simulated provider at the moment. The first that fits a call strikes it.',
  });

export const TestFaultList = z
  .strictObject({ data: z.array(TestFault) })
  .meta({ id: 'TestFaultList', description: 'In the order in which they were made.' });

export const ClearedTestFaults = z
  .strictObject({
    object: z.literal('test_fault_clearance'),
    connection: ConnectionId,
    cleared: z.int().min(0).describe('How many there were.'),
  })
  .meta({ id: 'ClearedTestFaults' });
