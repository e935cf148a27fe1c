import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { claimDueJobs, scheduleJob } from './jobs.ts';
import { readOpenWork } from './open-work.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

async function schedule(environmentId: string, subjectId: string, agoMs: number): Promise<void> {
  await store.db.transaction(environmentId, async (tx) => {
    scheduleJob(tx, 'payment.drive', subjectId, new Date(Date.now() - agoMs));
    return { commit: true, value: undefined };
  });
}

test('a job is overdue when nobody has taken it up in time', async () => {
  const { id } = await store.newEnvironment();
  await schedule(id, 'pi_late', 60_000);
  await schedule(id, 'pi_now', 0);
  await schedule(id, 'pi_later', -60_000);
  const [late, ...others] = (await readOpenWork(store.db)).overdueJobs;
  assert.deepEqual(others, []);
  assert.equal(late?.kind, 'payment.drive');
  assert.equal(late?.count, 1);
  assert.ok(Math.abs(Number(late?.oldestSeconds) - 60) < 5, `${late?.oldestSeconds}`);
  await claimDueJobs(store.db, ['payment.drive'], 10);
  assert.deepEqual((await readOpenWork(store.db)).overdueJobs, []);
});

test('legs that have not ended are counted by status and mode', async () => {
  const [shop, live] = [await store.newEnvironment(), await store.newEnvironment('live')];
  // Only legs matter here: what they belong to may be missing.
  for (const name of ['payment_intent_id', 'connection_id']) {
    await store.asOwner(`alter table switchyard.leg drop constraint leg_environment_id_${name}_fkey`);
  }
  const insert = `insert into switchyard.leg (environment_id, id, payment_intent_id, sequence, rail, connection_id, status,
      body, work, created_at, updated_at)
    select $1, 'leg_' || n, 'pi_' || n, 1, 'wise', 'con_1', $2, '{}', '', now(), now() from generate_series(1, 2) n`;
  await store.asOwner(insert, [shop.id, 'unknown'], shop.id);
  await store.asOwner(insert, [live.id, 'review'], live.id);
  const ended = await store.newEnvironment('live');
  await store.asOwner(insert, [ended.id, 'settled'], ended.id);
  assert.deepEqual((await readOpenWork(store.db)).legs, [
    { mode: 'test', status: 'unknown', count: 2 },
    { mode: 'live', status: 'review', count: 2 },
  ]);
});

test('webhook messages that are due count as a backlog, those of later do not', async () => {
  const { id } = await store.newEnvironment('live');
  await store.asOwner(
    'alter table switchyard.webhook_message drop constraint webhook_message_environment_id_endpoint_id_fkey',
  );
  const insert = `insert into switchyard.webhook_message (environment_id, endpoint_id, event_id, sequence, status, next_at, created_at)
    values ($1, 'we_1', $2, 1, 'pending', now() + $3::interval, now())`;
  await store.asOwner(insert, [id, 'evt_1', '-1 minute'], id);
  await store.asOwner(insert, [id, 'evt_2', '1 hour'], id);
  assert.deepEqual((await readOpenWork(store.db)).webhookBacklog, [{ mode: 'live', count: 1 }]);
});
