/** Webhooks of providers that overtake what they are about, in an environment whose clock is ahead. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RailModule } from '@switchyard/rail-kit';
import { RAIL_MODULES } from '@switchyard/rails';
import { claimJobsAhead } from '../store/jobs.ts';
import { advanceClock } from '../store/test-clocks.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { inTimeOf } from './in-time-of.ts';
import { applyNotice } from './take-notice.ts';

const HOUR_MS = 60 * 60_000;

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES.map(ofPaymentsNobodyKnows), worker: false });
  simulator = await startTestSimulator();
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

/** Every delivery is genuine and is about a payment that is not there yet. */
function ofPaymentsNobodyKnows(module: RailModule): RailModule {
  return {
    ...module,
    open: (opening) => ({
      ...module.open(opening),
      webhook: {
        verify: async () => ({
          kind: 'genuine' as const,
          id: 'delivery',
          notices: [{ about: 'payment' as const, ref: 'not there yet' }],
        }),
      },
    }),
  };
}

test('a webhook that overtakes its payment is looked at again for an hour by the clock of its environment', async () => {
  const { store, workflows } = server;
  const { id } = await store.newEnvironment('test');
  const { hookOf } = await connectToSimulator(server, id, simulator.baseUrl);
  const moveOn = async (byMs: number) => {
    await store.db.transaction(id, async (tx) => ({
      commit: true,
      value: await advanceClock(tx, byMs, 100 * HOUR_MS),
    }));
    await workflows.clocks.refresh();
  };
  const look = async () => {
    const due = new Map([[id, workflows.clocks.aheadMs(id) + HOUR_MS]]);
    const lease = (await claimJobsAhead(store.db, due, 100)).find(({ kind }) => kind === 'notice.apply');
    assert.ok(lease, 'there is something to look at');
    const again = await applyNotice(inTimeOf(workflows, id), lease);
    await store.asOwner('update switchyard.job set leased_until = null');
    return again;
  };
  await moveOn(2 * HOUR_MS);
  const [connection] = await store.asOwner<{ id: string }>(
    `select id from switchyard.connection where environment_id = $1 and rail = 'truelayer'`,
    [id],
    id,
  );
  assert.ok(connection);
  const taken = await fetch(hookOf(connection.id), { method: 'POST', body: '{}' });
  assert.equal(taken.status, 200, await taken.text());
  assert.ok((await look()) instanceof Date);
  await moveOn(2 * HOUR_MS);
  assert.equal(await look(), undefined, 'it is too old to matter');
});
