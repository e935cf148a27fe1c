import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Environment } from '../domain/environment.ts';
import { createRequestIds } from '../http/request-ids.ts';
import type { Database } from '../store/database.ts';
import { insertRequests } from '../store/request-log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createRequestLogWriter } from './request-log-writer.ts';
import { WAITING_MAX, WAITING_OF_ONE_MAX } from './waiting-lines.ts';

let store: TestStore;
let environment: Environment;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

const newRequestId = createRequestIds(() => Date.now());

let nowMs = Date.now();

async function open(errorsOnly = false, db: Database = store.db) {
  environment = await store.newEnvironment();
  const metrics = createMetrics();
  const warnings: unknown[] = [];
  const logger = { warn: (about: unknown) => void warnings.push(about) };
  const writer = createRequestLogWriter({ db, logger, metrics, now: () => nowMs, errorsOnly });
  const counted = async (result: string) =>
    Number(
      new RegExp(`request_log_requests_total{result="${result}"} (\\d+)`).exec(
        (await metrics.expose()).text,
      )?.[1],
    );
  return { ...writer, counted, warnings };
}

function line(status = 200) {
  return {
    requestId: newRequestId(),
    operation: 'customers.list',
    method: 'GET',
    status,
    ms: 1.25,
    environment: environment.id,
    key: 'key_00000000',
    errorCode: status < 400 ? undefined : 'not_found',
  };
}

async function written(): Promise<readonly string[]> {
  const rows = await store.asOwner<{ id: string }>(
    'select id from switchyard.request_log where environment_id = $1 order by id',
    [environment.id],
    environment.id,
  );
  return rows.map(({ id }) => id);
}

const setInsert = (deed: 'grant' | 'revoke') =>
  store.asOwner(
    `${deed} insert on switchyard.request_log ${deed === 'grant' ? 'to' : 'from'} switchyard_app`,
  );

test('what was kept is written when the service stops, to the last request', async () => {
  const { keep, stop, counted } = await open();
  const lines = Array.from({ length: 2_345 }, () => line());
  lines.forEach(keep);
  await stop();
  assert.deepEqual(await written(), lines.map(({ requestId }) => requestId).toSorted());
  assert.deepEqual([await counted('written'), await counted('dropped')], [2_345, 0]);
});

test('it is written by itself within moments', async () => {
  const { keep, stop } = await open();
  keep(line());
  const deadlineMs = Date.now() + 10_000;
  while ((await written()).length === 0) assert.ok(Date.now() < deadlineMs);
  await stop();
});

test('a request of nobody who is known is not kept, nor one that went well where only errors are wanted', async () => {
  const { keep, stop } = await open(true);
  keep({ ...line(404), environment: undefined, key: undefined });
  keep(line(200));
  const refused = line(404);
  keep(refused);
  await stop();
  assert.deepEqual(await written(), [refused.requestId]);
});

test('a decision that was made is a record by itself, and one that was refused is kept', async () => {
  const { keep, stop } = await open();
  const operation = 'routeDecisions.create';
  keep({ ...line(200), operation });
  const refused = { ...line(400), operation };
  keep(refused);
  await stop();
  assert.deepEqual(await written(), [refused.requestId]);
});

test('what the database does not take is kept and written later, and what there is no room for is dropped and counted', async () => {
  const { keep, flush, stop, counted, warnings } = await open();
  await setInsert('revoke');
  try {
    for (let kept = 0; kept < WAITING_OF_ONE_MAX + 5; kept += 1) keep(line());
    assert.equal(await counted('dropped'), 5);
    await flush();
    assert.deepEqual(await written(), []);
    assert.ok(warnings.length > 0);
  } finally {
    await setInsert('grant');
  }
  await flush();
  assert.equal((await written()).length, WAITING_OF_ONE_MAX);
  await stop();
  assert.deepEqual([await counted('written'), await counted('dropped')], [WAITING_OF_ONE_MAX, 5]);
});

test('an environment that fills its half leaves room for the others, and all of them have as much as there is', async () => {
  const { keep, stop, counted } = await open();
  const { id: other } = await store.newEnvironment();
  await setInsert('revoke');
  try {
    for (let kept = 0; kept < WAITING_MAX; kept += 1) keep(line());
    assert.equal(await counted('dropped'), WAITING_MAX - WAITING_OF_ONE_MAX);
    for (let kept = 0; kept < WAITING_OF_ONE_MAX; kept += 1) keep({ ...line(), environment: other });
    assert.equal(await counted('dropped'), WAITING_MAX - WAITING_OF_ONE_MAX);
    const { id: third } = await store.newEnvironment();
    keep({ ...line(), environment: third });
    assert.equal(await counted('dropped'), WAITING_MAX - WAITING_OF_ONE_MAX + 1);
    await stop();
  } finally {
    await setInsert('grant');
  }
});

test('a request that took longer than the column can tell is told as having taken that', async () => {
  const { keep, stop, counted } = await open();
  const hour = { ...line(), ms: 3_600_000 };
  keep(hour);
  keep(line());
  await stop();
  assert.deepEqual([await counted('written'), await counted('dropped')], [2, 0]);
  const [row] = await store.asOwner<{ duration_us: number }>(
    'select duration_us from switchyard.request_log where environment_id = $1 and id = $2',
    [environment.id, hour.requestId],
    environment.id,
  );
  assert.equal(row?.duration_us, 2 ** 31 - 1);
});

test('a line that the database will never take is dropped and counted, and takes no other with it', async () => {
  const { keep, flush, stop, counted, warnings } = await open();
  const good = Array.from({ length: 20 }, () => line());
  // A status has two bytes there, and no text a zero.
  const bad = [line(100_000), { ...line(), operation: '\0' }];
  [...good.slice(0, 7), ...bad, ...good.slice(7)].forEach(keep);
  await flush();
  assert.deepEqual(await written(), good.map(({ requestId }) => requestId).toSorted());
  assert.deepEqual([await counted('written'), await counted('dropped')], [20, 2]);
  assert.equal(warnings.length, 1);
  await stop();
  assert.equal(await counted('dropped'), 2);
});

test('what comes while a batch is written waits for the next, and does not have a transaction to itself', async () => {
  let transactions = 0;
  const trickle: Database = {
    ...store.db,
    transaction: (...given) => {
      transactions += 1;
      if (transactions < 50) writer.keep(line());
      return store.db.transaction(...given);
    },
  };
  const writer = await open(false, trickle);
  writer.keep(line());
  await writer.flush();
  assert.equal(transactions, 1);
  await writer.stop();
  assert.equal((await written()).length, 2);
});

test('of what is refused because a key is over its limit the first of each second is kept, the others are counted', async () => {
  const { keep, stop, counted } = await open();
  const [first, second, ofOther, later] = [line(429), line(429), line(429), line(429)];
  nowMs = 1_700_000_000_000;
  for (const one of [first, second, { ...ofOther, key: 'key_11111111' }]) keep(one);
  nowMs += 999;
  keep(line(429));
  nowMs += 1;
  keep(later);
  await stop();
  assert.deepEqual(await written(), [first, ofOther, later].map(({ requestId }) => requestId).toSorted());
  assert.deepEqual([await counted('written'), await counted('left_out')], [3, 2]);
});

test('what cannot be written when the service stops is dropped and counted, and stopping does not fail', async () => {
  const { keep, stop, counted } = await open();
  await setInsert('revoke');
  try {
    keep(line());
    await stop();
  } finally {
    await setInsert('grant');
  }
  assert.equal(await counted('dropped'), 1);
});

test('what was written although its answer was lost is not written twice', async () => {
  const { keep, flush, stop, counted } = await open();
  const lines = Array.from({ length: 3 }, () => line());
  await insertRequests(store.db, environment.id, lines.slice(1));
  lines.forEach(keep);
  await flush();
  assert.deepEqual([await counted('written'), (await written()).length], [3, 3]);
  await stop();
});
