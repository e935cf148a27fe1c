import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Api } from '../../../../test/harness/api.ts';
import type { Environment } from '../domain/environment.ts';
import { ENDPOINTS_PER_ENVIRONMENT_MAX } from '../domain/webhooks/endpoint.ts';
import { insertEvent } from '../store/events.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Receiver, startReceiver } from '../testing/webhook-receiver.ts';

let server: TestServer;
let environment: Environment;
let owner: Api;
let receiver: Receiver;
let status = 204;
before(async () => {
  server = await startTestServer({ webhookWorker: true });
  environment = await server.store.newEnvironment();
  owner = (await server.newManager(environment.organisationId)).api;
  receiver = await startReceiver(() => ({ status }));
});
after(async () => {
  await server.stop();
  await receiver.stop();
});

const pathOf = (of = environment) => `/manage/v1/environments/${of.id}/webhook_endpoints`;
const create = (body: object, of = environment) => owner(pathOf(of), { body });
const lastEntry = async () => (await owner('/manage/v1/audit_entries?limit=1')).body.data[0];

function append(of = environment): Promise<string> {
  return server.store.db.transaction(of.id, async (tx) => {
    const id = server.store.newId('evt_');
    insertEvent(tx, {
      id,
      type: 'leg.updated',
      objectId: 'leg_test',
      // The log does not look into what it keeps.
      object: { object: 'leg' } as never,
      cause: { actor: 'worker' },
      apiVersion: '2026-10-08',
      createdAt: new Date(),
    });
    return { commit: true, value: id };
  });
}

async function untilStatus(endpoint: string, event: string, wanted: string) {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const answer = await owner(`${pathOf()}/${endpoint}/deliveries/${event}`);
    if (answer.body?.status === wanted) return answer.body;
    if (Date.now() > deadline) throw new Error(`It is not ${wanted}: ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('an endpoint is made, its secret shown once, and what happens is sent there and can be looked at', async () => {
  const made = await create({
    url: receiver.url,
    description: 'Orders',
    types: ['leg.updated', 'leg.updated'],
  });
  assert.equal(made.status, 201, made.text);
  const { secret, ...endpoint } = made.body;
  assert.deepEqual(endpoint.types, ['leg.updated']);
  assert.deepEqual((await owner(`${pathOf()}/${endpoint.id}`)).body, endpoint);
  assert.deepEqual((await owner(pathOf())).body.data[0], endpoint);
  const event = await append();
  const delivery = await untilStatus(endpoint.id, event, 'delivered');
  assert.deepEqual([delivery.attempts.length, delivery.attempts[0].statusCode], [1, 204]);
  const message = receiver.received.find(({ headers }) => headers['webhook-id'] === event);
  assert.ok(message !== undefined);
  new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
  const key = await server.newKey(environment);
  assert.equal(message.body, (await key.api(`/v1/events/${event}`)).text);
  const list = await owner(`${pathOf()}/${endpoint.id}/deliveries?status=delivered&limit=1`);
  assert.deepEqual(list.body, { data: [delivery], hasMore: false });
});

test('the audit log tells of a change, but neither of a secret nor of what a URL holds behind its origin', async () => {
  const made = await create({ url: 'https://receiver.example/hook?token=hush' });
  const entry = await lastEntry();
  assert.equal(entry.action, 'webhookEndpoints.create');
  assert.deepEqual(entry.summary, {
    origin: 'https://receiver.example',
    description: '',
    types: null,
    status: 'enabled',
  });
  const id = made.body.id;
  await owner(`${pathOf()}/${id}`, { body: { url: 'https://receiver.example/hook?token=hush2' } });
  assert.deepEqual((await lastEntry()).summary, { url: 'changed' });
  await owner(`${pathOf()}/${id}/rotate_secret`, { method: 'POST' });
  const all = (await owner('/manage/v1/audit_entries?limit=100')).text;
  assert.ok(!all.includes('hush') && !all.includes('whsec_'));
  assert.ok(!server.log().includes('hush') && !server.log().includes('whsec_'));
});

test('a rotation answers with another secret, and every answer but this leaves it out', async () => {
  const made = await create({ url: receiver.url });
  const rotated = await owner(`${pathOf()}/${made.body.id}/rotate_secret`, { method: 'POST' });
  assert.match(rotated.body.secret, /^whsec_/);
  assert.notEqual(rotated.body.secret, made.body.secret);
  assert.equal((await owner(`${pathOf()}/${made.body.id}`)).body.secret, undefined);
});

test('a disabled endpoint gets nothing, cannot be sent to again, and goes on when it is enabled', async () => {
  const { id } = (await create({ url: receiver.url })).body;
  const disabled = await owner(`${pathOf()}/${id}`, { body: { enabled: false } });
  assert.equal(disabled.body.disabled.reason, 'operator');
  const missed = await append();
  const refused = await owner(`${pathOf()}/${id}/deliveries/${missed}/resend`, { method: 'POST' });
  assert.deepEqual([refused.status, refused.body.data.explanation.key], [409, 'webhook_endpoint.disabled']);
  const enabled = await owner(`${pathOf()}/${id}`, { body: { enabled: true, types: null } });
  assert.deepEqual([enabled.body.status, enabled.body.disabled], ['enabled', undefined]);
  const next = await append();
  await untilStatus(id, next, 'delivered');
  assert.equal((await owner(`${pathOf()}/${id}/deliveries/${missed}`)).status, 404);
  const again = await owner(`${pathOf()}/${id}/resend`, { body: { since: missed } });
  assert.equal(again.status, 200, again.text);
  await untilStatus(id, missed, 'delivered');
});

test('a dead letter is sent again by name', async () => {
  status = 410;
  const { id } = (await create({ url: receiver.url })).body;
  const event = await append();
  await untilStatus(id, event, 'dead');
  assert.equal((await owner(`${pathOf()}/${id}`)).body.disabled.reason, 'gone');
  status = 204;
  await owner(`${pathOf()}/${id}`, { body: { enabled: true } });
  const resent = await owner(`${pathOf()}/${id}/deliveries/${event}/resend`, { method: 'POST' });
  assert.deepEqual([resent.status, resent.body.status, resent.body.attempts.length], [200, 'pending', 1]);
  assert.deepEqual(
    (await untilStatus(id, event, 'delivered')).attempts.map(
      (each: { statusCode: number }) => each.statusCode,
    ),
    [410, 204],
  );
});

test('a test event says at once whether an endpoint works', async () => {
  const { id } = (await create({ url: receiver.url })).body;
  const works = await owner(`${pathOf()}/${id}/test`, { method: 'POST' });
  assert.deepEqual([works.body.object, works.body.attempt.statusCode], ['webhook_test', 204]);
  const inside = (await create({ url: 'http://169.254.169.254/latest/meta-data' })).body;
  const blocked = await owner(`${pathOf()}/${inside.id}/test`, { method: 'POST' });
  assert.equal(blocked.body.attempt.error, 'refused_address');
});

test('a deleted endpoint is not found any more, by any call', async () => {
  const { id } = (await create({ url: receiver.url })).body;
  assert.equal((await owner(`${pathOf()}/${id}/delete`, { method: 'POST' })).body.deleted, true);
  for (const [path, request] of [
    ['', {}],
    ['', { body: { enabled: true } }],
    ['/rotate_secret', { method: 'POST' }],
    ['/test', { method: 'POST' }],
    ['/delete', { method: 'POST' }],
    ['/deliveries', {}],
    ['/resend', { body: { since: `evt_${'0'.repeat(22)}` } }],
  ] as const) {
    const answer = await owner(`${pathOf()}/${id}${path}`, request);
    assert.deepEqual([answer.status, answer.body.data.param], [404, 'id'], path);
  }
});

for (const [url, key] of [
  ['not a url', 'url_malformed'],
  ['ftp://a.example/', 'url_scheme'],
  ['https://user@a.example/', 'url_extra'],
  ['https://a.example/#top', 'url_extra'],
  ['https://a.example:5432/', 'url_port'],
] as const) {
  test(`${url} is refused as ${key}`, async () => {
    const answer = await create({ url });
    assert.deepEqual([answer.status, answer.body.data.param], [400, 'url']);
    assert.equal(answer.body.data.explanation.key, `webhook_endpoint.${key}`);
  });
}

test('in live only https is taken', async () => {
  const live = await server.store.newEnvironment('live');
  const manager = (await server.newManager(live.organisationId)).api;
  const answer = await manager(pathOf(live), { body: { url: 'http://a.example/hook' } });
  assert.equal(answer.body.data.explanation.key, 'webhook_endpoint.url_scheme');
  assert.equal((await manager(pathOf(live), { body: { url: 'https://a.example/hook' } })).status, 201);
});

test('an environment has only so many endpoints, also when they are made at once', async () => {
  const full = await server.store.newEnvironment();
  const manager = (await server.newManager(full.organisationId)).api;
  const answers = await Promise.all(
    Array.from({ length: ENDPOINTS_PER_ENVIRONMENT_MAX + 5 }, () =>
      manager(pathOf(full), { body: { url: 'https://a.example/hook' } }),
    ),
  );
  const statuses = answers.map((answer) => answer.status);
  assert.equal(statuses.filter((each) => each === 201).length, ENDPOINTS_PER_ENVIRONMENT_MAX);
  assert.equal(statuses.filter((each) => each === 409).length, 5);
});
