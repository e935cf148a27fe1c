import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import type { Failed, HttpAnswer, RailModule } from '@switchyard/rail-kit';
import { Agent } from 'undici';
import { z } from 'zod';
import { type CallableConnection, type CircuitChange, createRailCaller } from './call.ts';
import { FAILURES_TO_OPEN, OPEN_MS_FIRST } from './limits.ts';

const dispatcher = new Agent();
let silent: Server;
let url: string;
before(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
after(async () => {
  await dispatcher.destroy();
  silent.closeAllConnections();
  silent.close();
});

const CONNECTION: CallableConnection = {
  environmentId: 'env_1',
  id: 'con_1',
  rail: 'test',
  credentials: { name: 'x' },
  version: 1,
};

/** A rail that asks a provider which never answers, as often as it is told to. */
function setUp(callTimeoutMs?: number) {
  const heard: (readonly [number, HttpAnswer['kind']])[] = [];
  const changes: CircuitChange['state'][] = [];
  const thrown: unknown[] = [];
  let nowMs = 0;
  const module: RailModule<{ name: string }> = {
    rails: ['test'],
    credentials: z.strictObject({ name: z.string() }),
    secretKeys: [],
    open: ({ ports }) => ({
      institutions: {
        async list() {
          for (let exchange = 0; exchange < 3; exchange += 1) {
            const answer = await ports.http.send({ method: 'GET', url, headers: {}, purpose: 'list' });
            heard.push([exchange, answer.kind]);
          }
          return { kind: 'unavailable' };
        },
      },
    }),
  };
  const caller = createRailCaller({
    modules: [module],
    dispatcher,
    now: () => nowMs,
    randomUuid: () => 'uuid',
    record: () => undefined,
    onCircuit: ({ state }) => changes.push(state),
    onThrown: (error) => thrown.push(error),
    ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
  });
  const answer = (kind: string) => caller.call(CONNECTION, { name: 'x' }, async () => ({ kind }));
  return {
    caller,
    heard,
    changes,
    thrown,
    answer,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('all exchanges of a call together have one deadline', async () => {
  const { caller, heard } = setUp(80);
  const startedMs = Date.now();
  const listed = await caller.call(
    CONNECTION,
    { name: 'institutions.list' },
    async ({ institutions }): Promise<Failed | { readonly kind: 'done' }> =>
      institutions === undefined ? { kind: 'misconfigured' } : institutions.list({}),
  );
  assert.equal(listed.kind, 'unavailable');
  assert.deepEqual(heard, [
    [0, 'no_answer'],
    [1, 'not_connected'],
    [2, 'not_connected'],
  ]);
  assert.ok(Date.now() - startedMs < 2_000);
});

test('failures in a row open the circuit, once; calls are then refused at once, with the time to wait', async () => {
  const { answer, changes, caller } = setUp();
  for (let call = 0; call < FAILURES_TO_OPEN + 3; call += 1) await answer('unavailable');
  assert.deepEqual(changes, ['open']);
  assert.equal(caller.circuitOf('con_1'), 'open');
  assert.deepEqual(await answer('done'), { kind: 'unavailable', retryAfterMs: OPEN_MS_FIRST });
});

test('one operation that fails does not stop another', async () => {
  const { answer, caller } = setUp();
  for (let call = 0; call < FAILURES_TO_OPEN; call += 1) await answer('unavailable');
  const other = await caller.call(CONNECTION, { name: 'other' }, async () => ({ kind: 'done' }));
  assert.equal(other.kind, 'done');
});

test('after its time one call tries, and a success closes the circuit', async () => {
  const { answer, changes, later, caller } = setUp();
  for (let call = 0; call < FAILURES_TO_OPEN; call += 1) await answer('unavailable');
  later(OPEN_MS_FIRST);
  const [first, second] = await Promise.all([answer('done'), answer('done')]);
  assert.deepEqual([first.kind, second.kind], ['done', 'unavailable']);
  assert.deepEqual(changes, ['open', 'closed']);
  assert.equal(caller.circuitOf('con_1'), 'closed');
});

test('a rejection is the provider at work', async () => {
  const { answer, changes } = setUp();
  for (let call = 0; call < FAILURES_TO_OPEN * 2; call += 1) await answer('rejected');
  assert.ok(!changes.includes('open'));
});

test('the first success of a process is told: an earlier one may have left the connection degraded', async () => {
  const { answer, changes } = setUp();
  await answer('unavailable');
  await answer('done');
  await answer('done');
  assert.deepEqual(changes, ['closed']);
  const fresh = setUp();
  await fresh.answer('done');
  await fresh.answer('done');
  assert.deepEqual(fresh.changes, ['closed']);
});

test('an adapter that throws is our fault: nothing happened, or nobody knows where money is moved', async () => {
  const { caller, thrown } = setUp();
  const work = async () => {
    throw new Error('a mistake');
  };
  assert.equal((await caller.call(CONNECTION, { name: 'x' }, work)).kind, 'unavailable');
  assert.equal(
    (await caller.call(CONNECTION, { name: 'y', movesMoney: true }, work)).kind,
    'unknown_outcome',
  );
  assert.equal(thrown.length, 2);
});

test('without an adapter, or with credentials it does not take, a call is misconfigured', async () => {
  const { caller } = setUp();
  const work = async () => ({ kind: 'done' });
  assert.equal(
    (await caller.call({ ...CONNECTION, id: 'a', rail: 'none' }, { name: 'x' }, work)).kind,
    'misconfigured',
  );
  assert.equal(
    (await caller.call({ ...CONNECTION, id: 'b', credentials: {} }, { name: 'x' }, work)).kind,
    'misconfigured',
  );
});

test('who has become too late while they waited does not call, and it says nothing of the provider', async () => {
  const { caller, answer, later, changes } = setUp();
  let calls = 0;
  const late = () =>
    caller.call(CONNECTION, { name: 'x', movesMoney: true, isTooLate: () => true }, async () => {
      calls += 1;
      return { kind: 'done' };
    });
  for (let call = 0; call < FAILURES_TO_OPEN * 2; call += 1) assert.equal((await late()).kind, 'unavailable');
  assert.equal(calls, 0);
  assert.equal(caller.circuitOf('con_1'), 'closed');
  for (let call = 0; call < FAILURES_TO_OPEN; call += 1) await answer('unavailable');
  later(OPEN_MS_FIRST);
  await late();
  assert.equal((await answer('done')).kind, 'done', 'the next one may try the circuit');
  assert.deepEqual(changes, ['open', 'closed']);
});
