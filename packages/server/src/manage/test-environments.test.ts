/** Triggering events, simulating faults and moving the clock, on real Postgres and the simulator. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVENT_TYPES, Event } from '@switchyard/contract';
import { RAIL_MODULES } from '@switchyard/rails';
import { Webhook } from 'standardwebhooks';
import {
  advance,
  begin,
  create,
  decide,
  linkAccount,
  type Parties,
  partiesOf,
  pay,
  pounds,
  quoteFor,
  RETURN_URI,
} from '../../../../test/conformance/paying.ts';
import type { Api } from '../../../../test/harness/api.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Statement } from '../store/database.ts';
import { findPayment } from '../store/payments.ts';
import { advanceClock } from '../store/test-clocks.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Receiver, startReceiver } from '../testing/webhook-receiver.ts';
import { createTestClocks, watchTestClocks } from '../workflows/test-clocks.ts';

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let receiver: Receiver;
let key: IssuedKey;
let owner: Api;
let parties: Parties;
let status = 204;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES, webhookWorker: true });
  simulator = await startTestSimulator();
  receiver = await startReceiver(() => ({ status }));
  key = await server.newKey('test');
  owner = (await server.newManager(key.environment.organisationId)).api;
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
  parties = await partiesOf(key.api)();
});
after(async () => {
  await server.stop();
  await simulator.stop();
  await receiver.stop();
});

const within = (path: string) => `/manage/v1/environments/${key.environment.id}/test${path}`;
const lastEntry = async () => (await owner('/manage/v1/audit_entries?limit=1')).body.data[0];
const connectionsOf = async (rail: string): Promise<readonly string[]> => {
  const listed = await owner(`/manage/v1/environments/${key.environment.id}/connections?limit=100`);
  const connections: readonly { readonly id: string; readonly rail: string }[] = listed.body.data;
  return connections.filter((one) => one.rail === rail).map(({ id }) => id);
};
const connectionOf = async (rail: string): Promise<string> => {
  const [first] = await connectionsOf(rail);
  assert.ok(first);
  return first;
};
const moveOn = async (seconds: number) => {
  const moved = await owner(within('/clock/advance'), { body: { seconds } });
  assert.equal(moved.status, 200, moved.text);
  return moved.body;
};

test('an event of every type can be triggered, is what the contract says, and is seen to be no real one', async () => {
  for (const type of EVENT_TYPES) {
    const triggered = await owner(within('/events'), { body: { type } });
    assert.equal(triggered.status, 201, triggered.text);
    const { event: id, about } = triggered.body;
    const event = Event.parse((await key.api(`/v1/events/${id}`)).body);
    assert.deepEqual([event.type, event.data.object.id], [type, about]);
    const named = JSON.stringify(event.data.object).match(/\b[a-z]{2,5}_[A-Za-z0-9]{22}\b/g) ?? [];
    assert.ok(named.length > 0);
    for (const one of named) assert.match(one, /^[a-z]+_TEST/);
    assert.equal(about.length, about.indexOf('_') + 23);
    const [kind, word = ''] = type.split('.');
    const { object } = event.data;
    assert.equal(object.object, kind);
    if ('status' in object && kind !== 'leg' && word !== 'updated') assert.equal(object.status, word);
    assert.deepEqual(event.cause, { requestId: triggered.headers.get('request-id'), actor: 'operator' });
    const entry = await lastEntry();
    assert.deepEqual(
      [entry.action, entry.subject, entry.summary],
      ['testEvents.trigger', id, { type, about }],
    );
    const path = { payment_intent: 'payment_intents', account: 'accounts', link_session: 'link_sessions' }[
      kind ?? ''
    ];
    if (path !== undefined) assert.equal((await key.api(`/v1/${path}/${about}`)).status, 404);
  }
});

test('a fault strikes the provider of a connection as often as it says, is listed, and can be cleared', async () => {
  const connection = await connectionOf('truelayer');
  const faults = within(`/connections/${connection}/faults`);
  const passes = async () => {
    const path = `/manage/v1/environments/${key.environment.id}/connections/${connection}/test`;
    return (await owner(path, { method: 'POST' })).body.result;
  };
  assert.equal(await passes(), 'passed');
  const made = await owner(faults, { body: { fault: 'error_503', calls: 1 } });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.body.fault, made.body.callsLeft, made.body.connection],
    ['error_503', 1, connection],
  );
  const lastsMs = Date.parse(made.body.endsAt) - Date.now();
  assert.ok(lastsMs > 30_000 && lastsMs <= 60_000, made.text);
  assert.deepEqual((await owner(faults)).body.data, [made.body]);
  const entry = await lastEntry();
  assert.deepEqual(
    [entry.action, entry.subject, entry.summary],
    ['testFaults.create', connection, { fault: 'error_503', calls: 1 }],
  );
  assert.equal(await passes(), 'failed');
  assert.deepEqual((await owner(faults)).body.data, []);
  assert.equal(await passes(), 'passed');

  await owner(faults, { body: { fault: 'error_500', seconds: 3_600 } });
  await owner(faults, { body: { fault: 'webhooks_none', calls: 2 } });
  const other = within(`/connections/${await connectionOf('plaid')}/faults`);
  await owner(other, { body: { fault: 'latency', latencyMs: 5, path: '/institutions' } });
  const listed = (await owner(faults)).body.data.map((one: { fault: string }) => one.fault);
  assert.deepEqual(listed, ['error_500', 'webhooks_none']);
  assert.equal(await passes(), 'failed');
  const cleared = await owner(`${faults}/clear`, { method: 'POST' });
  assert.deepEqual(cleared.body, { object: 'test_fault_clearance', connection, cleared: 2 });
  assert.equal(await passes(), 'passed');
  assert.deepEqual(
    (await owner(other)).body.data.map((one: { path: string; latencyMs: number }) => [
      one.path,
      one.latencyMs,
    ]),
    [['/institutions', 5]],
    'of another provider nothing was cleared',
  );
});

test('a fault over after its seconds strikes no more', async () => {
  const connection = await connectionOf('truelayer');
  const faults = within(`/connections/${connection}/faults`);
  await owner(faults, { body: { fault: 'error_503', seconds: 1 } });
  await until(async () => (await owner(faults)).body.data.length === 0, 5_000);
});

test('a chain of several has faults of its own', async () => {
  const faults = within(`/connections/${await connectionOf('usdc-base')}/faults`);
  const made = await owner(faults, { body: { fault: 'reset', calls: 1 } });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.path, undefined, 'its own address is no part of the path');
  const { faults: kept } = await (await fetch(`${simulator.baseUrl}/control/faults`)).json();
  assert.equal(kept.at(-1).path, '/8453');
  assert.equal((await owner(`${faults}/clear`, { method: 'POST' })).body.cleared, 1);
});

test('a fault of one chain is not that of another whose number begins like it', async () => {
  const [one, other] = await Promise.all(
    ['usdc-ethereum', 'usdc-polygon'].map(async (rail) => {
      const connection = await connectionOf(rail);
      const test = `/manage/v1/environments/${key.environment.id}/connections/${connection}/test`;
      return {
        faults: within(`/connections/${connection}/faults`),
        passes: async () => (await owner(test, { method: 'POST' })).body.result,
      };
    }),
  );
  assert.ok(one !== undefined && other !== undefined);
  await owner(one.faults, { body: { fault: 'error_503' } });
  assert.deepEqual([await one.passes(), await other.passes()], ['failed', 'passed']);
  await owner(other.faults, { body: { fault: 'error_500' } });
  const listed = async ({ faults }: typeof one) =>
    (await owner(faults)).body.data.map(({ fault }: { fault: string }) => fault);
  assert.deepEqual([await listed(one), await listed(other)], [['error_503'], ['error_500']]);
  assert.equal((await owner(`${one.faults}/clear`, { method: 'POST' })).body.cleared, 1);
  assert.deepEqual([await listed(one), await listed(other)], [[], ['error_500']]);
  await owner(`${other.faults}/clear`, { method: 'POST' });
});

test('what has no meaning with a fault is refused, and so is a connection that leads elsewhere', async () => {
  const connection = await connectionOf('truelayer');
  const faults = within(`/connections/${connection}/faults`);
  for (const [body, param] of [
    [{ fault: 'reset', latencyMs: 5 }, 'latencyMs'],
    [{ fault: 'webhooks_late', path: '/x' }, 'path'],
  ] as const) {
    const refused = await owner(faults, { body });
    assert.deepEqual([refused.status, refused.body.data.param], [400, param], refused.text);
  }
  // Somebody answers there, and is no simulator.
  const berlin = await connectionOf('berlin-group-xs2a');
  const path = `/manage/v1/environments/${key.environment.id}/connections/${berlin}/credentials`;
  const credentials = {
    base_url: receiver.url,
    bank_name: 'A bank',
    bank_country: 'DE',
    bank_bic: 'DEUTDEFF',
    tpp_ip_address: '127.0.0.1',
  };
  const set = await owner(path, { body: { credentials } });
  assert.equal(set.status, 200, set.text);
  const before = receiver.received.length;
  const refused = await owner(within(`/connections/${berlin}/faults`), { body: { fault: 'reset' } });
  assert.equal(refused.status, 409, refused.text);
  assert.equal(refused.body.data.explanation.key, 'test_fault.not_simulated');
  const asked = receiver.received.slice(before);
  assert.deepEqual(
    asked.map(({ path: at, body }) => [at, body]),
    [['/control', '']],
    'nothing is told to a stranger',
  );
});

test('a live environment is refused everything, clearly', async () => {
  const live = await server.newKey('live');
  const liveOwner = (await server.newManager(live.environment.organisationId)).api;
  const at = `/manage/v1/environments/${live.environment.id}/test`;
  const connection = await connectionOf('truelayer');
  for (const [path, request] of [
    ['/events', { body: { type: 'leg.updated' } }],
    [`/connections/${connection}/faults`, {}],
    [`/connections/${connection}/faults`, { body: { fault: 'reset' } }],
    [`/connections/${connection}/faults/clear`, { method: 'POST' }],
    ['/clock', {}],
    ['/clock/advance', { body: { seconds: 5 } }],
  ] as const) {
    const refused = await liveOwner(`${at}${path}`, request);
    assert.equal(refused.status, 409, `${path} ${refused.text}`);
    assert.equal(refused.body.data.explanation.key, 'environment.test_only');
  }
  assert.deepEqual((await live.api('/v1/events')).body.data, []);
});

test('a clock is the real one until it is moved, forward and so far only', async () => {
  const fresh = await server.newKey('test');
  const freshOwner = (await server.newManager(fresh.environment.organisationId)).api;
  const clock = `/manage/v1/environments/${fresh.environment.id}/test/clock`;
  const ahead = async () => {
    const { now, aheadSeconds } = (await freshOwner(clock)).body;
    assert.ok(Math.abs(Date.parse(now) - Date.now() - aheadSeconds * 1_000) < 5_000);
    return aheadSeconds;
  };
  assert.equal(await ahead(), 0);
  const advance = (seconds: unknown) => freshOwner(`${clock}/advance`, { body: { seconds } });
  for (const wrong of [0, -5, 1.5, '5', 400 * 86_400])
    assert.equal((await advance(wrong)).status, 400, String(wrong));
  assert.equal((await advance(366 * 86_400)).status, 200);
  const refused = await advance(1);
  assert.deepEqual([refused.status, refused.body.data.explanation.key], [409, 'test_clock.too_far']);
  assert.equal(refused.body.data.explanation.vars.ahead, String(366 * 86_400));
  assert.equal(await ahead(), 366 * 86_400);
  assert.equal((await owner(within('/clock'))).body.aheadSeconds, 0, 'every environment has its own');
  const made = await fresh.api('/v1/customers', { body: { externalId: 'later' } });
  assert.ok(Date.parse(made.body.createdAt) > Date.now() + 365 * 86_400_000, made.text);
  const entries = (await freshOwner('/manage/v1/audit_entries?limit=1')).body.data;
  assert.ok(
    Math.abs(Date.parse(entries[0].createdAt) - Date.now()) < 5_000,
    'the audit log has the real time',
  );
});

test('another node knows of a moved clock within five seconds', async () => {
  const other = createTestClocks(server.store.db);
  const stop = await watchTestClocks(other, { warn: () => undefined });
  const { id } = key.environment;
  assert.equal(other.aheadMs(id), 0);
  await moveOn(10);
  assert.equal(server.workflows.clocks.aheadMs(id), 10_000, 'this one knows at once');
  await until(() => other.aheadMs(id) === 10_000, 5_000);
  await stop();
});

test('a look at the clocks that began before a move and answers after it takes nothing back', async () => {
  const { db } = server.store;
  const { id } = await server.store.newEnvironment('test');
  const [seen, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let looks = 0;
  const clocks = createTestClocks({
    ...db,
    async call<Row>(statement: Statement<Row>, values: readonly unknown[]) {
      looks += 1;
      const isFirst = looks === 1;
      const rows = await db.call(statement, values);
      seen.resolve();
      if (isFirst) await held.promise;
      return rows;
    },
  });
  const slow = clocks.refresh();
  await seen.promise;
  await db.transaction(id, async (tx) => ({ commit: true, value: await advanceClock(tx, 5_000, 10_000) }));
  await clocks.refresh();
  assert.equal(clocks.aheadMs(id), 5_000);
  held.resolve();
  await slow;
  assert.equal(clocks.aheadMs(id), 5_000);
});

test('a move is answered as one, also when the node cannot read the clocks after it', async (t) => {
  const fresh = await server.newKey('test');
  const freshOwner = (await server.newManager(fresh.environment.organisationId)).api;
  const clock = `/manage/v1/environments/${fresh.environment.id}/test/clock`;
  const { clocks } = server.workflows;
  const { refresh } = clocks;
  t.after(() => {
    clocks.refresh = refresh;
  });
  clocks.refresh = async () => {
    throw new Error('the clocks cannot be read');
  };
  const moved = await freshOwner(`${clock}/advance`, { body: { seconds: 60 } });
  assert.deepEqual([moved.status, moved.body.aheadSeconds], [200, 60], moved.text);
  clocks.refresh = refresh;
  await until(() => clocks.aheadMs(fresh.environment.id) === 60_000, 5_000);
});

test('a quote expires when the clock says so, and a payment made afterwards goes its way', async () => {
  const wish = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
  const quote = await quoteFor(key.api, wish, 'truelayer');
  await moveOn(600);
  const late = await create(key.api, quote);
  assert.deepEqual([late.status, late.body.data.code], [409, 'quote_expired'], late.text);
  // Two legs and a rate that its provider holds, by a clock that is ahead of the provider's.
  await moveOn(2 * 86_400);
  const fresh = await quoteFor(key.api, wish, 'truelayer');
  assert.ok(Date.parse(fresh.expiresAt) > Date.now() + 2 * 86_400_000);
  const paid = await pay(key.api, fresh, 'approve');
  assert.equal(paid.status, 'succeeded', JSON.stringify(paid));
  assert.ok(Date.parse(paid.createdAt) > Date.now() + 2 * 86_400_000);
});

test('an approval and a link that nobody finishes are over when the clock says so', async () => {
  const wish = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
  const waiting = await begin(key.api, await quoteFor(key.api, wish, 'truelayer'));
  assert.equal(waiting.status, 'requires_action');
  const body = { customer: parties.customer, country: 'GB', rail: 'truelayer', returnUri: RETURN_URI };
  const link = await key.api('/v1/link_sessions', { body });
  assert.equal(link.body.status, 'requires_action', link.text);
  await moveOn(7_200);
  await until(async () => (await key.api(`/v1/link_sessions/${link.body.id}`)).body.status === 'failed');
  const ended = (await key.api(`/v1/link_sessions/${link.body.id}`)).body;
  assert.equal(ended.failure.code, 'expired');
  await until(async () => (await key.api(`/v1/payment_intents/${waiting.id}`)).body.status === 'failed');
  const failed = (await key.api(`/v1/payment_intents/${waiting.id}`)).body;
  assert.equal(failed.failure.code, 'expired', JSON.stringify(failed));
});

test('webhooks are tried again when the clock says so, and signed with the real time', async () => {
  status = 500;
  const path = `/manage/v1/environments/${key.environment.id}/webhook_endpoints`;
  const endpoint = (await owner(path, { body: { url: receiver.url, types: ['connection.degraded'] } })).body;
  const { event } = (await owner(within('/events'), { body: { type: 'connection.degraded' } })).body;
  const delivery = async () => (await owner(`${path}/${endpoint.id}/deliveries/${event}`)).body;
  const tried = (times: number) => until(async () => (await delivery()).attempts?.length === times);
  await tried(1);
  // 5 seconds, 5 minutes and half an hour, each a fifth more or less.
  await moveOn(60);
  await tried(2);
  await moveOn(600);
  await tried(3);
  status = 204;
  await moveOn(3_600);
  await tried(4);
  const { attempts, status: end } = await delivery();
  assert.equal(end, 'delivered');
  const spanMs = Date.parse(attempts[3].at) - Date.parse(attempts[0].at);
  assert.ok(spanMs > 4_200_000, String(spanMs));
  const message = receiver.received.findLast(({ headers }) => headers['webhook-id'] === event);
  assert.ok(message);
  // It refuses what is five minutes off.
  new Webhook(endpoint.secret).verify(message.body, message.headers as Record<string, string>);
});

test('a consent is over when the clock says so, and one that is given afterwards lasts', async () => {
  const account = async (id: string) => (await key.api(`/v1/accounts/${id}`)).body;
  assert.equal((await account(parties.british)).status, 'active');
  await moveOn(91 * 86_400);
  await until(async () => (await account(parties.british)).status === 'reauth_required');
  const again = await linkAccount(key.api, parties.customer, 'GB', 'truelayer', 'monzo');
  const { now } = (await owner(within('/clock'))).body;
  await moveOn(86_400);
  const { status: state, rails } = await account(again);
  assert.equal(state, 'active');
  const expiresAt = rails.find((one: { rail: string }) => one.rail === 'truelayer').consentExpiresAt;
  assert.ok(Date.parse(expiresAt) > Date.parse(now) + 80 * 86_400_000, expiresAt);
});

test('a payment that its provider says nothing of is probed for a week in moments, and then an operator’s', async () => {
  const connection = await connectionOf('truelayer');
  const faults = within(`/connections/${connection}/faults`);
  const wish = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
  await moveOn(7_200);
  const quote = await quoteFor(key.api, wish, 'truelayer');
  await owner(faults, { body: { fault: 'reset', path: '/v3/payments', seconds: 3_600 } });
  const { id } = await begin(key.api, quote);
  const payment = async () => (await key.api(`/v1/payment_intents/${id}`)).body;
  const kept = await findPayment(server.store.db, await server.store.keyring.of(key.environment.id), id);
  const { begunMs = 0, sentMs = 0 } = kept?.legs[0]?.work ?? {};
  for (const ms of [begunMs, sentMs])
    assert.ok(
      Math.abs(ms - Date.now()) < 60_000,
      'when something left for a provider is told by the real time',
    );
  const waiting = await probedToTheEnd(id, 0);
  assert.deepEqual([waiting.status, waiting.legs[0].status], ['processing', 'review']);
  await owner(`${faults}/clear`, { method: 'POST' });
  const reviews = `/manage/v1/environments/${key.environment.id}/reviews`;
  const resolved = await owner(`${reviews}/${waiting.legs[0].id}/resolve`, {
    body: { outcome: 'failed', evidence: 'The provider was never asked for it.' },
  });
  assert.equal(resolved.status, 200, resolved.text);
  await until(async () => (await payment()).status === 'failed');
  const { updatedAt } = await payment();
  assert.ok(
    updatedAt > waiting.updatedAt,
    'what an operator does to a payment has the time of its environment',
  );
});

test('however far the clock is moved, a payout that its provider knows nothing of yet has not failed', async () => {
  // There are two with balances there, and either may be on the way.
  const faults = (await connectionsOf('wise')).map((id) => within(`/connections/${id}/faults`));
  const wish = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
  const quote = await quoteFor(key.api, wish, 'wise');
  // The transfer is made there and never funded, which to us is the same as none.
  for (const at of faults) {
    const made = await owner(at, { body: { fault: 'reset', path: '/v3/profiles', seconds: 3_600 } });
    assert.equal(made.status, 201, made.text);
  }
  const begun = await begin(key.api, quote);
  const returnParams = await decide(begun, 'approve');
  const { id } = (await advance(key.api, begun, { returnParams })).body;
  const payout = async () => (await key.api(`/v1/payment_intents/${id}`)).body.legs[1];
  await until(async () => (await payout()).status === 'unknown');
  // Past the rate that its provider holds: from now on it is only asked about.
  const { legs } = await probedToTheEnd(id, 1);
  for (const at of faults) await owner(`${at}/clear`, { method: 'POST' });
  assert.deepEqual(
    legs.map((leg: { status: string }) => leg.status),
    ['settled', 'review'],
  );
});

/** A day at a time, until the leg is nobody’s but an operator’s, or has ended. */
async function probedToTheEnd(id: string, leg: number) {
  const looks = async () => (await server.store.asOwner<{ attempts: number }>(LOOKS, [id]))[0]?.attempts;
  const payment = async () => (await key.api(`/v1/payment_intents/${id}`)).body;
  const isOver = async () => ['review', 'failed', 'settled'].includes((await payment()).legs[leg].status);
  for (let days = 0; days < 20 && !(await isOver()); days += 1) {
    const before = await looks();
    await moveOn(86_400);
    await until(async () => (await looks()) !== before);
  }
  return payment();
}

const LOOKS = `select attempts from switchyard.job where kind = 'payment.drive' and subject_id = $1`;
