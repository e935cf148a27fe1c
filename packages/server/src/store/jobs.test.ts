import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../domain/environment.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import {
  claimDueJobs,
  claimJob,
  claimJobsAhead,
  finishJob,
  holdJob,
  JOB_KINDS,
  type Lease,
  scheduleJob,
  TIMED_KINDS,
} from './jobs.ts';

let store: TestStore;
let environment: Environment;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());
beforeEach(async () => {
  await store.asOwner('delete from switchyard.job');
  environment = await store.newEnvironment();
});

const PAST = new Date(Date.now() - 60_000);
const FUTURE = new Date(Date.now() + 3_600_000);

async function schedule(subjectId: string, at = PAST): Promise<void> {
  await store.db.transaction(environment.id, async (tx) => {
    scheduleJob(tx, 'link.drive', subjectId, at);
    return { commit: true, value: undefined };
  });
}

const claim = (max = 100) => claimDueJobs(store.db, JOB_KINDS, max);

async function claimOnly(): Promise<Lease> {
  const [lease, ...others] = await claim();
  assert.ok(lease !== undefined && others.length === 0);
  return lease;
}

/** As if the worker that has it had been killed and its time had passed. */
const endLeases = () =>
  store.asOwner(`update switchyard.job set leased_until = clock_timestamp() - interval '1 millisecond'`);

async function isHeld(lease: Lease): Promise<boolean> {
  return store.db.transaction(lease.environmentId, async (tx) => ({
    commit: false,
    value: await holdJob(tx, lease),
  }));
}

test('a job is claimed when it is due, and not before', async () => {
  await schedule('later', FUTURE);
  assert.deepEqual(await claim(), []);
  await schedule('now');
  assert.equal((await claimOnly()).subjectId, 'now');
});

test('by a clock that is ahead a job is claimed when that says so, once, and only where it is ahead', async () => {
  await schedule('later', FUTURE);
  const other = await store.newEnvironment();
  const ahead = (of: Environment, ms: number) => claimJobsAhead(store.db, new Map([[of.id, ms]]), 10);
  assert.deepEqual(await ahead(environment, 3_000_000), []);
  assert.deepEqual(await ahead(other, 7_200_000), []);
  assert.deepEqual(
    (await ahead(environment, 7_200_000)).map(({ subjectId }) => subjectId),
    ['later'],
  );
  assert.deepEqual(await ahead(environment, 7_200_000), [], 'somebody is at it');
});

test('housekeeping has the real time', async () => {
  await store.db.transaction(environment.id, async (tx) => {
    for (const kind of JOB_KINDS) scheduleJob(tx, kind, 'a', FUTURE);
    return { commit: true, value: undefined };
  });
  const claimed = await claimJobsAhead(store.db, new Map([[environment.id, 7_200_000]]), 100);
  assert.deepEqual(claimed.map(({ kind }) => kind).sort(), [...TIMED_KINDS].sort());
});

test('one that waits for somebody may be claimed before it is due', async () => {
  await schedule('later', FUTURE);
  const job = { environmentId: environment.id, kind: 'link.drive', subjectId: 'later' } as const;
  assert.ok(await claimJob(store.db, job));
  assert.equal(await claimJob(store.db, job), undefined);
  assert.equal(await claimJob(store.db, { ...job, subjectId: 'none' }), undefined);
});

test('a job asked for twice is due at the earlier time', async () => {
  await schedule('a', FUTURE);
  await schedule('a', PAST);
  await schedule('a', FUTURE);
  assert.equal((await claimOnly()).subjectId, 'a');
});

test('a job that somebody is at is nobody else’s', async () => {
  await schedule('a');
  const lease = await claimOnly();
  assert.deepEqual(await claim(), []);
  assert.equal(await isHeld(lease), true);
});

test('when a lease is over the job is taken over, and the one who had it can neither write nor end it', async () => {
  await schedule('a');
  const dead = await claimOnly();
  await endLeases();
  assert.equal(await isHeld(dead), false);
  const next = await claimOnly();
  assert.ok(BigInt(next.epoch) > BigInt(dead.epoch));
  assert.deepEqual([await isHeld(dead), await isHeld(next)], [false, true]);
  await finishJob(store.db, dead, undefined);
  await finishJob(store.db, dead, PAST);
  assert.equal(await isHeld(next), true);
  assert.deepEqual(await claim(), []);
});

test('whoever holds a job in a transaction keeps it to the end of it, though its time runs out meanwhile', async () => {
  await schedule('a');
  const shortly = () =>
    store.asOwner<{ lease_epoch: string }>(
      `select * from switchyard.claim_due_jobs(array['link.drive'], 300, 10)`,
    );
  const [row] = await shortly();
  assert.ok(row);
  const lease: Lease = {
    environmentId: environment.id,
    kind: 'link.drive',
    subjectId: 'a',
    wanted: '1',
    attempts: 1,
    epoch: row.lease_epoch,
  };
  await store.db.transaction(environment.id, async (tx) => {
    assert.equal(await holdJob(tx, lease), true);
    await sleep(400);
    assert.deepEqual(await shortly(), []);
    return { commit: true, value: undefined };
  });
  assert.equal((await shortly()).length, 1);
});

test('a job that is done is gone', async () => {
  await schedule('a');
  await finishJob(store.db, await claimOnly(), undefined);
  assert.deepEqual(await store.asOwner('select * from switchyard.job'), []);
});

for (const [ending, next] of [
  ['is done with', undefined],
  ['is due much later', FUTURE],
] as const) {
  test(`a request that comes while a job runs is not lost, though the job ${ending}`, async () => {
    await schedule('a');
    const lease = await claimOnly();
    await schedule('a', FUTURE);
    await finishJob(store.db, lease, next);
    assert.equal((await claimOnly()).subjectId, 'a');
  });
}

test('any number of workers share the jobs: each is claimed once', async () => {
  const subjects = Array.from({ length: 200 }, (_, at) => `job-${at}`);
  for (const subject of subjects) await schedule(subject);
  const claimed = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const mine: string[] = [];
      for (;;) {
        const leases = await claim(7);
        if (leases.length === 0) return mine;
        mine.push(...leases.map(({ subjectId }) => subjectId));
      }
    }),
  );
  assert.deepEqual(claimed.flat().sort(), [...subjects].sort());
  assert.ok(claimed.filter((mine) => mine.length > 0).length > 1);
});
