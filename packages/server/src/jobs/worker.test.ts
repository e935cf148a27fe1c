import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../domain/environment.ts';
import { claimDueJobs, holdJob, JOB_KINDS, type Lease, scheduleJob } from '../store/jobs.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { type JobHandler, startWorker } from './worker.ts';

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

async function schedule(subjectId: string): Promise<void> {
  await store.db.transaction(environment.id, async (tx) => {
    scheduleJob(tx, 'link.drive', subjectId, new Date());
    return { commit: true, value: undefined };
  });
}

/** How far environments' clocks are ahead. */
let moved: ReadonlyMap<string, number> = new Map();

/** `pace` divides every pause, so that a test need not wait for a long one. */
function start(handle: JobHandler, pace = 1): () => Promise<void> {
  return startWorker({
    db: store.db,
    logger: { warn: () => undefined },
    now: () => Date.now(),
    movedClocks: () => moved,
    sleep: (ms, signal) => sleep(ms / pace, undefined, { signal }).catch(() => undefined),
    handlers: {
      'link.drive': handle,
      'payment.drive': handle,
      'grant.check': handle,
      'notice.apply': handle,
      'directory.refresh': handle,
      'retention.sweep': handle,
      'connection.reconcile': handle,
      'connection.drain': handle,
      'policy.try': handle,
    },
  });
}

async function until(isSo: () => boolean | Promise<boolean>, msMax = 10_000): Promise<void> {
  const deadline = Date.now() + msMax;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It has not come about in time');
    await sleep(20);
  }
}

const jobsLeft = async () => (await store.asOwner('select 1 from switchyard.job')).length;

test('three workers do each job once', async () => {
  const done: string[] = [];
  const stops = [1, 2, 3].map(() =>
    start(async ({ subjectId }) => {
      done.push(subjectId);
      await sleep(5);
      return undefined;
    }),
  );
  const subjects = Array.from({ length: 100 }, (_, at) => `job-${at}`);
  for (const subject of subjects) await schedule(subject);
  await until(async () => (await jobsLeft()) === 0);
  await Promise.all(stops.map((stop) => stop()));
  assert.deepEqual(done.sort(), subjects.sort());
});

test('what a dead worker had begun is taken over when its lease is over, and the dead one writes nothing any more', async () => {
  await schedule('a');
  // This worker claims and is never heard of again …
  const [dead] = await claimDueJobs(store.db, JOB_KINDS, 1);
  assert.ok(dead);
  const written: string[] = [];
  const write = (lease: Lease, who: string) =>
    store.db.transaction(lease.environmentId, async (tx) => {
      const isOurs = await holdJob(tx, lease);
      if (isOurs) written.push(who);
      return { commit: isOurs, value: undefined };
    });
  const stop = start(async (lease) => {
    await write(lease, 'living');
    return undefined;
  });
  await sleep(600);
  assert.deepEqual(written, []);
  await store.asOwner(`update switchyard.job set leased_until = clock_timestamp()`);
  await until(async () => (await jobsLeft()) === 0);
  // … until it comes back from the dead.
  await write(dead, 'dead');
  await stop();
  assert.deepEqual(written, ['living']);
});

test('a request that comes while the job runs has it run once more', async () => {
  let runs = 0;
  const stop = start(async () => {
    runs += 1;
    if (runs === 1) await schedule('a');
    return undefined;
  });
  await schedule('a');
  await until(async () => runs === 2 && (await jobsLeft()) === 0);
  await stop();
  assert.equal(runs, 2);
});

test('a job that fails is tried again, later each time, until it goes well', async () => {
  const ranAt: number[] = [];
  const stop = start(async () => {
    ranAt.push(Date.now());
    if (ranAt.length < 3) throw new Error('not yet');
    return undefined;
  });
  await schedule('a');
  await until(async () => (await jobsLeft()) === 0, 20_000);
  await stop();
  const [first = 0, second = 0, third = 0] = ranAt;
  assert.ok(second - first >= 1_000, `${second - first}`);
  assert.ok(third - second >= 2_000, `${third - second}`);
});

test('a job that has gone well many times and fails once is not kept waiting for it', async () => {
  let runs = 0;
  const stop = start(async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
    return undefined;
  });
  await schedule('a');
  await store.asOwner('update switchyard.job set attempts = 40');
  await until(async () => (await jobsLeft()) === 0, 8_000);
  await stop();
  assert.equal(runs, 2);
});

test('a worker that is stopped ends what it has begun and begins nothing more', async () => {
  let ended = 0;
  const stop = start(async () => {
    await sleep(300);
    ended += 1;
    return undefined;
  });
  await schedule('a');
  await until(
    async () =>
      (await store.asOwner('select 1 from switchyard.job where leased_until is not null')).length > 0,
  );
  const stopped = stop();
  await schedule('b');
  await stopped;
  assert.equal(ended, 1);
  assert.equal(await jobsLeft(), 1);
});

test('a worker that is stopped does not wait for ever for a job that hangs; another takes it over', async () => {
  const { promise: forever } = Promise.withResolvers<undefined>();
  const stop = start(() => forever, 20);
  await schedule('a');
  await until(
    async () =>
      (await store.asOwner('select 1 from switchyard.job where leased_until is not null')).length > 0,
  );
  await stop();
  assert.equal(await jobsLeft(), 1);
  await store.asOwner('update switchyard.job set leased_until = clock_timestamp()');
  assert.deepEqual(
    (await claimDueJobs(store.db, JOB_KINDS, 10)).map(({ subjectId }) => subjectId),
    ['a'],
  );
});

test('a job is done when its environment’s clock says so, and one that fails there waits by that clock', async () => {
  const runs: number[] = [];
  moved = new Map([[environment.id, 3_600_000]]);
  await store.db.transaction(environment.id, async (tx) => {
    scheduleJob(tx, 'link.drive', 'ahead', new Date(Date.now() + 3_000_000));
    return { commit: true, value: undefined };
  });
  const stop = start(async () => {
    runs.push(Date.now());
    throw new Error('not yet');
  });
  await until(() => runs.length === 2);
  await stop();
  moved = new Map();
  const [first = 0, second = 0] = runs;
  assert.ok(second - first >= 1_000, `the second try came after ${second - first} ms`);
});

test('what is due is worked on although the look by clocks that are ahead fails', async (t) => {
  await schedule('due');
  // The database knows no such number, so that look fails every time.
  moved = new Map([[environment.id, Number.NaN]]);
  const done: string[] = [];
  const stop = start(async ({ subjectId }) => {
    done.push(subjectId);
    return undefined;
  });
  t.after(async () => {
    moved = new Map();
    await stop();
  });
  await until(async () => (await jobsLeft()) === 0, 5_000);
  assert.deepEqual(done, ['due']);
});
