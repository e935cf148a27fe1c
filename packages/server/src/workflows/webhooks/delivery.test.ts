import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../../domain/environment.ts';
import { FAILING_MS_MAX } from '../../domain/webhooks/endpoint.ts';
import { RETRY_WAITS_MS, TRIES_MAX } from '../../domain/webhooks/retry-schedule.ts';
import { compileSerialiserOf } from '../../http/serialisers.ts';
import { startWebhookWorker } from '../../jobs/webhook-worker.ts';
import { presentEvent } from '../../presenters/event.ts';
import { findEvent } from '../../store/events.ts';
import { findDelivery, listDeliveries } from '../../store/webhook-deliveries.ts';
import { findEndpoint } from '../../store/webhook-endpoints.ts';
import { claimEndpoints, ENDPOINT_LEASE_MS } from '../../store/webhook-queue.ts';
import { type Behaviour, type Receiver, startReceiver } from '../../testing/webhook-receiver.ts';
import { startWebhookStage, type WebhookStage } from '../../testing/webhook-stage.ts';
import { SERVE_MS_MAX, TRY_TIMEOUT_MS } from './limits.ts';
import {
  changeEndpoint,
  inTransaction,
  removeEndpoint,
  resendMessage,
  resendMessagesSince,
  rotateEndpointSecret,
} from './manage-endpoints.ts';
import { sendTestEvent } from './send-test-event.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { takeTurns } from './take-turns.ts';

let stage: WebhookStage;
const cleanUps: (() => Promise<void>)[] = [];
before(async () => {
  const resolve = async () => {
    throw Object.assign(new Error('There are no names here'), { code: 'ENOTFOUND' });
  };
  stage = await startWebhookStage({ tryTimeoutMs: 1_000, resolve });
});
after(() => stage.stop());
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function receive(behave: () => Behaviour = () => ({ status: 204 })): Promise<Receiver> {
  const receiver = await startReceiver(behave);
  cleanUps.push(receiver.stop);
  return receiver;
}

function work(): () => Promise<void> {
  const stop = stage.webhooks.startWorker();
  cleanUps.push(stop);
  return stop;
}

async function until(isSo: () => boolean | Promise<boolean>, msMax = 10_000): Promise<void> {
  const deadline = Date.now() + msMax;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It has not come about in time');
    await wait(20);
  }
}

const delivery = (environment: Environment, endpointId: string, eventId: string) =>
  findDelivery(stage.store.db, environment.id, endpointId, eventId);

async function untilStatus(environment: Environment, endpointId: string, eventId: string, status: string) {
  await until(async () => (await delivery(environment, endpointId, eventId))?.status === status);
}

test('a message is the event as the API answers it, to the byte, and its signature satisfies the standard', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const { endpoint, secret } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventId = await stage.append(environment);
  work();
  await untilStatus(environment, endpoint.id, eventId, 'delivered');
  const [message] = receiver.received;
  const event = await findEvent(stage.store.db, environment.id, eventId);
  assert.ok(message !== undefined && event !== undefined && receiver.received.length === 1);
  assert.equal(message.body, compileSerialiserOf('events.get')(presentEvent(event)));
  assert.equal(message.headers['webhook-id'], eventId);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  // The oracle throws when the signature or the time is not right.
  new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
});

test('an endpoint gets the types it asks for, from its creation on, each event once and nothing of another environment', async () => {
  const [here, there] = [await stage.store.newEnvironment(), await stage.store.newEnvironment()];
  const receiver = await receive();
  await stage.append(here);
  await stage.newEndpoint(here, { url: receiver.url, types: ['connection.degraded'] });
  const wanted: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    wanted.push(await stage.append(here));
    await stage.append(here, 'leg.updated');
    await stage.append(there);
  }
  // Two workers share the work.
  work();
  work();
  await until(() => receiver.received.length >= wanted.length);
  await wait(300);
  assert.deepEqual(receiver.received.map(({ headers }) => headers['webhook-id']).sort(), wanted.sort());
});

test('ten tries in the rhythm of the schedule, then a dead letter, and each try in the log', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive(() => ({ status: 500, body: 'order 4111 1111 1111 1111 unknown' }));
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventId = await stage.append(environment);
  work();
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await until(async () => (await delivery(environment, endpoint.id, eventId))?.attempts.length === tries);
    const waits = await delivery(environment, endpoint.id, eventId);
    const nextAt = waits?.nextAt?.getTime();
    const waitMs = RETRY_WAITS_MS[tries - 1];
    if (nextAt === undefined || waitMs === undefined) continue;
    const planned = nextAt - stage.now();
    assert.ok(planned > waitMs * 0.8 - 2_000 && planned <= waitMs * 1.2, `try ${tries}: ${planned} ms`);
    stage.advance(planned);
  }
  const dead = await delivery(environment, endpoint.id, eventId);
  assert.equal(dead?.status, 'dead');
  assert.equal(receiver.received.length, TRIES_MAX);
  assert.deepEqual(
    dead?.attempts.map(({ number }) => number),
    Array.from({ length: TRIES_MAX }, (_, at) => at + 1),
  );
  assert.deepEqual(dead?.attempts[0]?.result, {
    kind: 'answered',
    statusCode: 500,
    answer: 'order • unknown',
  });
});

test('a redirect is a failure and is not followed; a receiver that hangs or is not there fails in its own way', async () => {
  const environment = await stage.store.newEnvironment();
  const other = await receive();
  const redirecting = await receive(() => ({ status: 307, headers: { location: other.url } }));
  const hanging = await receive(() => 'hang');
  const results = new Map<string, unknown>();
  work();
  for (const url of [redirecting.url, hanging.url, 'http://127.0.0.1:1025/', 'http://nobody.invalid/']) {
    const { endpoint } = await stage.newEndpoint(environment, { url });
    const eventId = await stage.append(environment);
    await until(async () => (await delivery(environment, endpoint.id, eventId))?.attempts.length === 1);
    const result = (await delivery(environment, endpoint.id, eventId))?.attempts[0]?.result;
    results.set(url, result?.kind === 'failed' ? result.error : result?.statusCode);
  }
  assert.deepEqual([...results.values()], [307, 'timeout', 'connect', 'dns']);
  assert.equal(other.received.length, 0);
});

test('Retry-After puts the next try off, within reason', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventId = await stage.append(environment);
  work();
  await until(async () => (await delivery(environment, endpoint.id, eventId))?.attempts.length === 1);
  const nextAt = (await delivery(environment, endpoint.id, eventId))?.nextAt?.getTime() ?? 0;
  assert.ok(nextAt - stage.now() > 3_500_000 && nextAt - stage.now() <= 3_600_000);
});

test('410 disables the endpoint and makes dead letters of what waited', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive(() => ({ status: 410 }));
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventIds = [await stage.append(environment), await stage.append(environment)];
  work();
  for (const eventId of eventIds) await untilStatus(environment, endpoint.id, eventId, 'dead');
  const found = await findEndpoint(stage.store.db, environment.id, endpoint.id);
  assert.equal(found?.status, 'disabled');
  assert.equal(found?.disabled?.reason, 'gone');
});

test('five days of nothing but failures disable the endpoint; a success between them starts the count anew', async () => {
  const environment = await stage.store.newEnvironment();
  let status = 500;
  const receiver = await receive(() => ({ status }));
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  work();
  const failOnce = async () => {
    const eventId = await stage.append(environment);
    await until(async () => (await delivery(environment, endpoint.id, eventId))?.attempts.length === 1);
  };
  const read = () => findEndpoint(stage.store.db, environment.id, endpoint.id);
  await failOnce();
  assert.ok((await read())?.failingSince);
  status = 200;
  await failOnce();
  assert.equal((await read())?.failingSince, undefined);
  status = 500;
  await failOnce();
  stage.advance(FAILING_MS_MAX - 60_000);
  await failOnce();
  assert.equal((await read())?.status, 'enabled');
  stage.advance(120_000);
  await failOnce();
  assert.equal((await read())?.disabled?.reason, 'failing');
});

test('one that hangs does not delay another: those that answer are served while every first try still hangs', async () => {
  const environment = await stage.store.newEnvironment();
  const [hanging, healthy] = [await receive(() => 'hang'), await receive()];
  const stuck: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    stuck.push((await stage.newEndpoint(environment, { url: `${hanging.url}${i}` })).endpoint.id);
  }
  await stage.newEndpoint(environment, { url: healthy.url });
  const webhooks = stage.another(TRY_TIMEOUT_MS);
  cleanUps.push(webhooks.close, webhooks.startWorker());
  const first = await stage.append(environment);
  await until(() => hanging.received.length >= 20 && healthy.received.length === 1);
  for (let sent = 2; sent <= 5; sent += 1) {
    await stage.append(environment);
    await until(() => healthy.received.length === sent);
  }
  for (const endpointId of stuck) {
    const attempts = (await delivery(environment, endpointId, first))?.attempts;
    assert.deepEqual(attempts, []);
  }
});

test('what a dead worker had taken is sent when its lease is over, and the dead one writes nothing', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventId = await stage.append(environment);
  const claimed = await claimEndpoints(stage.store.db, new Date(stage.now()), {
    healthy: 100,
    troubled: 100,
  });
  const dead = claimed.find(({ endpointId }) => endpointId === endpoint.id);
  assert.ok(dead);
  work();
  await wait(600);
  assert.equal(receiver.received.length, 0);
  await stage.store.asOwner('update switchyard.webhook_queue set leased_until = clock_timestamp()');
  await untilStatus(environment, endpoint.id, eventId, 'delivered');
  assert.equal(receiver.received.length, 1);
  const late = {
    number: 2,
    at: new Date(),
    durationMs: 1,
    result: { kind: 'failed', error: 'broken' },
  } as const;
  const tried = [{ endpointId: endpoint.id, eventId, attempt: late, verdict: { status: 'dead' } }] as const;
  const input = { lease: dead, endpoint, tried, underWay: [], room: 1 };
  assert.deepEqual(await takeTurns(stage.webhooks, environment.id, [input]), [{ kind: 'over' }]);
  const kept = await delivery(environment, endpoint.id, eventId);
  assert.deepEqual([kept?.status, kept?.attempts.length], ['delivered', 1]);
});

test('what is due is sent although the look by clocks that are ahead fails', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventId = await stage.append(environment);
  // The database knows no such number, so that look fails every time.
  const movedClocks = () => new Map([[environment.id, Number.NaN]]);
  const stop = startWebhookWorker({
    db: stage.store.db,
    logger: { warn: () => undefined },
    now: stage.now,
    movedClocks,
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    serve: (lease, ending) => serveEndpoint(stage.webhooks, lease, ending),
  });
  cleanUps.push(stop);
  await untilStatus(environment, endpoint.id, eventId, 'delivered');
});

test('an endpoint is served, and its last try over, before its lease ends', () => {
  assert.ok(SERVE_MS_MAX + TRY_TIMEOUT_MS < ENDPOINT_LEASE_MS);
});

test('a secret is rotated with an overlap of a day: both sign, then only the new one', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const { endpoint, secret } = await stage.newEndpoint(environment, { url: receiver.url });
  const rotated = await inTransaction(stage.store.db, environment.id, (tx) =>
    rotateEndpointSecret(stage.store, tx, endpoint.id, new Date(stage.now())),
  );
  assert.ok(rotated.ok);
  work();
  const verifiesWith = async (withSecret: string) => {
    const eventId = await stage.append(environment);
    await untilStatus(environment, endpoint.id, eventId, 'delivered');
    const message = receiver.received.at(-1);
    const headers = message?.headers as Record<string, string>;
    // The oracle's clock does not jump with ours.
    const signed = new Webhook(withSecret).sign(
      eventId,
      new Date(Number(headers['webhook-timestamp']) * 1000),
      message?.body ?? '',
    );
    return headers['webhook-signature']?.split(' ').includes(signed);
  };
  assert.equal(await verifiesWith(secret), true);
  assert.equal(await verifiesWith(rotated.value.secret), true);
  stage.advance(24 * 60 * 60 * 1000 + 1_000);
  assert.equal(await verifiesWith(secret), false);
  assert.equal(await verifiesWith(rotated.value.secret), true);
});

test('a dead letter is sent again with all its tries before it, and its attempts go on counting', async () => {
  const environment = await stage.store.newEnvironment();
  let status = 410;
  const receiver = await receive(() => ({ status }));
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventId = await stage.append(environment);
  work();
  await untilStatus(environment, endpoint.id, eventId, 'dead');
  const again = () =>
    inTransaction(stage.store.db, environment.id, (tx) =>
      resendMessage(tx, endpoint.id, eventId, new Date(stage.now())),
    );
  assert.deepEqual(await again(), { ok: false, error: { kind: 'disabled' } });
  status = 200;
  await inTransaction(stage.store.db, environment.id, (tx) =>
    changeEndpoint(tx, { mode: 'test', at: new Date(stage.now()) }, endpoint.id, { enabled: true }),
  );
  assert.ok((await again()).ok);
  await untilStatus(environment, endpoint.id, eventId, 'delivered');
  const delivered = await delivery(environment, endpoint.id, eventId);
  assert.deepEqual(
    delivered?.attempts.map(({ number, result }) => [
      number,
      result.kind === 'answered' && result.statusCode,
    ]),
    [
      [1, 410],
      [2, 200],
    ],
  );
});

test('everything since an event is sent again: what was delivered, what died, and what was missed', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const eventIds: string[] = [];
  for (let i = 0; i < 250; i += 1) eventIds.push(await stage.append(environment));
  await stage.append(environment, 'leg.updated');
  // Its log begins after all of them, so none was ever sent.
  const { endpoint } = await stage.newEndpoint(environment, {
    url: receiver.url,
    types: ['connection.degraded'],
  });
  const since = (eventId: string) =>
    inTransaction(stage.store.db, environment.id, (tx) =>
      resendMessagesSince(tx, endpoint.id, eventId, new Date(stage.now())),
    );
  assert.deepEqual(await since('evt_unknown'), { ok: false, error: { kind: 'unknown_event' } });
  assert.ok((await since(eventIds[20] ?? '')).ok);
  work();
  await until(() => receiver.received.length >= 230);
  assert.ok((await since(eventIds[240] ?? '')).ok);
  await until(() => receiver.received.length >= 240);
  await wait(300);
  const counts = new Map<unknown, number>();
  for (const { headers } of receiver.received) {
    counts.set(headers['webhook-id'], (counts.get(headers['webhook-id']) ?? 0) + 1);
  }
  assert.deepEqual(
    eventIds.map((eventId) => counts.get(eventId) ?? 0),
    eventIds.map((_, at) => (at < 20 ? 0 : at < 240 ? 1 : 2)),
  );
});

test('a changed URL holds for the next message, and a deleted endpoint gets nothing more', async () => {
  const environment = await stage.store.newEnvironment();
  const [first, second] = [await receive(), await receive()];
  const { endpoint } = await stage.newEndpoint(environment, { url: first.url });
  work();
  await stage.append(environment);
  await until(() => first.received.length === 1);
  const at = new Date(stage.now());
  const moved = await inTransaction(stage.store.db, environment.id, (tx) =>
    changeEndpoint(tx, { mode: 'test', at }, endpoint.id, { url: second.url }),
  );
  assert.ok(moved.ok && moved.value.url === second.url);
  await stage.append(environment);
  await until(() => second.received.length === 1);
  await inTransaction(stage.store.db, environment.id, (tx) => removeEndpoint(tx, endpoint.id, at));
  const unseen = await stage.append(environment);
  await wait(700);
  assert.equal(first.received.length + second.received.length, 2);
  assert.equal(await delivery(environment, endpoint.id, unseen), undefined);
  assert.equal(await findEndpoint(stage.store.db, environment.id, endpoint.id), undefined);
});

test('deliveries are listed newest first, by status, with their attempts', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const { endpoint } = await stage.newEndpoint(environment, { url: receiver.url });
  const eventIds: string[] = [];
  for (let i = 0; i < 3; i += 1) eventIds.push(await stage.append(environment));
  // Newest first is by id, and within a millisecond ids are in no order.
  eventIds.sort();
  work();
  for (const eventId of eventIds) await untilStatus(environment, endpoint.id, eventId, 'delivered');
  const list = (request: object) =>
    listDeliveries(stage.store.db, environment.id, endpoint.id, { limit: 2, ...request });
  const page = await list({ status: 'delivered' });
  assert.ok(page.ok && page.hasMore);
  assert.deepEqual(
    page.rows.map(({ id, attempts }) => [id, attempts.length]),
    [
      [eventIds[2], 1],
      [eventIds[1], 1],
    ],
  );
  const rest = await list({ after: eventIds[1] });
  assert.ok(rest.ok && !rest.hasMore && rest.rows[0]?.id === eventIds[0]);
  assert.deepEqual(await list({ status: 'dead' }), { ok: true, rows: [], hasMore: false });
  assert.deepEqual(await list({ after: 'evt_foreign' }), { ok: false, error: 'unknown_cursor' });
});

test('a test event is sent at once, signed, and is in no log', async () => {
  const environment = await stage.store.newEnvironment();
  const receiver = await receive();
  const { endpoint, secret } = await stage.newEndpoint(environment, { url: receiver.url });
  const sent = await sendTestEvent(stage.webhooks, environment, endpoint.id);
  assert.ok(sent.ok && sent.value.attempt.result.kind === 'answered');
  const [message] = receiver.received;
  assert.ok(message !== undefined);
  assert.equal(message.headers['webhook-id'], sent.value.event.id);
  const signed = new Webhook(secret).sign(
    sent.value.event.id,
    new Date(Number(message.headers['webhook-timestamp']) * 1000),
    message.body,
  );
  assert.equal(message.headers['webhook-signature'], signed);
  assert.equal(await findEvent(stage.store.db, environment.id, sent.value.event.id), undefined);
});

test('no secret stands in the database in the clear, nor in the log', async () => {
  const environment = await stage.store.newEnvironment();
  const { secret } = await stage.newEndpoint(environment, { url: 'https://receiver.example/hook' });
  const dump = JSON.stringify(
    await stage.store.asOwner(
      `select *, encode(secrets, 'escape') as text from switchyard.webhook_endpoint`,
      [],
      environment.id,
    ),
  );
  assert.ok(dump.includes('receiver.example'));
  assert.ok(!dump.includes(secret.slice(6, 30)));
  assert.ok(!JSON.stringify(stage.log).includes('whsec_'));
});
