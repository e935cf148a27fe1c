import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Environment } from '../domain/environment.ts';
import { createRequestIds } from '../http/request-ids.ts';
import { insertRequests } from '../store/request-log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createRequestLogWriter, QUEUE_MAX } from './request-log-writer.ts';

let store: TestStore;
let environment: Environment;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

const newRequestId = createRequestIds(() => Date.now());

async function open(errorsOnly = false) {
  environment = await store.newEnvironment();
  const metrics = createMetrics();
  const warnings: unknown[] = [];
  const logger = { warn: (about: unknown) => void warnings.push(about) };
  const writer = createRequestLogWriter({ db: store.db, logger, metrics, errorsOnly });
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

test('what the database does not take is kept and written later, and what the queue cannot hold is dropped and counted', async () => {
  const { keep, flush, stop, counted, warnings } = await open();
  await setInsert('revoke');
  try {
    for (let kept = 0; kept < QUEUE_MAX + 5; kept += 1) keep(line());
    assert.equal(await counted('dropped'), 5);
    await flush();
    assert.deepEqual(await written(), []);
    assert.ok(warnings.length > 0);
  } finally {
    await setInsert('grant');
  }
  await flush();
  assert.equal((await written()).length, QUEUE_MAX);
  await stop();
  assert.deepEqual([await counted('written'), await counted('dropped')], [QUEUE_MAX, 5]);
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
  await insertRequests(store.db, environment.id, lines, { again: false });
  lines.forEach(keep);
  await flush();
  assert.equal(await counted('written'), 0);
  await flush();
  assert.deepEqual([await counted('written'), (await written()).length], [3, 3]);
  await stop();
});
