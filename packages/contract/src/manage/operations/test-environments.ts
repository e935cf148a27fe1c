import { ids } from '../../examples/ids.ts';
import { manageIds } from '../examples/ids.ts';
import { testClock, testEvent, testFault } from '../examples/test.ts';
import { defineManageOperation } from '../operation.ts';
import { EnvironmentParams } from '../schemas/environment.ts';
import { TestClock, TestClockAdvance } from '../schemas/test-clock.ts';
import { TestEvent, TestEventCreate } from '../schemas/test-event.ts';
import {
  ClearedTestFaults,
  TestFault,
  TestFaultCreate,
  TestFaultList,
  TestFaultParams,
} from '../schemas/test-fault.ts';

const tag = 'Test environments';
const { environment } = manageIds;
const params = { environment, id: ids.connection };

export const triggerTestEvent = defineManageOperation({
  name: 'testEvents.trigger',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/test/events',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Trigger an event',
  description:
    'Puts an event of that type into the log, from where it reaches webhook endpoints and whoever walks the log, like any ' +
    'other. It is about an example: nothing has happened, and every id in its object begins with `TEST`, which no other ' +
    'does. 409 in a live environment.',
  params: EnvironmentParams,
  body: TestEventCreate,
  output: TestEvent,
  examples: { params: { environment }, body: { type: 'leg.updated' }, response: testEvent },
});

export const listTestFaults = defineManageOperation({
  name: 'testFaults.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/test/connections/{id}/faults',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List simulated faults',
  description:
    'What goes wrong at the moment at the simulated provider of a connection. 409 for a connection that does not point at ' +
    'the simulator, and in a live environment.',
  params: TestFaultParams,
  output: TestFaultList,
  examples: { params, response: { data: [testFault] } },
});

export const createTestFault = defineManageOperation({
  name: 'testFaults.create',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/test/connections/{id}/faults',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Simulate a provider fault',
  description:
    'Has the simulated provider of a connection fail in a way you choose, for a while. It strikes every connection to the same ' +
    'provider of the same simulator, also those of other environments. 409 for a connection that does not point at the ' +
    'simulator, and in a live environment.',
  params: TestFaultParams,
  body: TestFaultCreate,
  output: TestFault,
  examples: {
    params,
    body: { fault: 'timeout_after_success', path: '/v3/payments', calls: 1 },
    response: testFault,
  },
});

export const clearTestFaults = defineManageOperation({
  name: 'testFaults.clear',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/test/connections/{id}/faults/clear',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Clear simulated faults',
  description:
    'Ends all faults of the simulated provider of a connection. A circuit that they have opened closes by itself, with the ' +
    'first call that is let through and answered. 409 as for the others.',
  params: TestFaultParams,
  output: ClearedTestFaults,
  examples: {
    params,
    response: { object: 'test_fault_clearance', connection: ids.connection, cleared: 1 },
  },
});

export const getTestClock = defineManageOperation({
  name: 'testClock.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/test/clock',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get the clock',
  description: 'What time it is in a test environment. 409 in a live one, whose time is the real one.',
  params: EnvironmentParams,
  output: TestClock,
  examples: { params: { environment }, response: testClock },
});

export const advanceTestClock = defineManageOperation({
  name: 'testClock.advance',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/test/clock/advance',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Move the clock',
  description:
    'Moves the clock of a test environment forward, for good: it cannot be moved back. The node that answers knows at once, ' +
    'every other within five seconds. What follows it: the lives of quotes, decisions, link sessions, approvals, consents, ' +
    'rate locks and idempotency keys; when payments, links, consents and webhooks are looked at or tried again; cut-offs and ' +
    'calendars; and the times written into objects, events and deliveries. What does not: keys, tokens, sessions and their rate ' +
    'limits; audit entries; ids; signatures of webhooks; faults; retention; periods of price contracts; drains; and every ' +
    'clock at a provider or in the simulator. Reconciliation pauses, because the ' +
    "provider's list has the provider's times. 409 in a live environment, and past 366 days ahead.",
  params: EnvironmentParams,
  body: TestClockAdvance,
  output: TestClock,
  examples: { params: { environment }, body: { seconds: 3_600 }, response: testClock },
});
