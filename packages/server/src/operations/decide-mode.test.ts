import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isPaymentOperation, OPERATIONS, RouteDecision, RoutingSnapshot } from '@switchyard/contract';
import {
  CAPABILITY_IDS,
  type CapabilityId,
  compile,
  digestOf,
  presentDecision,
  type Snapshot,
} from '@switchyard/engine';
import { loadCatalogue } from '@switchyard/rails';
import { seedRouting } from '../development/seed-routing.ts';
import { RETENTION_DEFAULT } from '../domain/retention.ts';
import { sweep } from '../jobs/sweep.ts';
import type { Transaction } from '../store/database.ts';
import { findDecisions, insertDecisions } from '../store/decisions.ts';
import { findSnapshot, isSnapshotGone } from '../store/snapshots.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: IssuedKey;
before(async () => {
  server = await startTestServer();
  key = await newSeededKey();
});
after(() => server.stop());

async function newSeededKey(): Promise<IssuedKey> {
  const issued = await server.newKey();
  const { db, newId } = server.store;
  await seedRouting({ db, newId, catalogue: loadCatalogue(), now: Date.now }, issued.environment.id);
  return issued;
}

const GBP = { value: '25000', asset: 'iso4217:GBP' };
const PAYMENT = {
  operation: 'banking.pis.single',
  amount: GBP,
  payer: { country: 'GB', scheme: 'gb-scan' },
  payee: { country: 'GB', scheme: 'gb-scan' },
};

const decide = (who: IssuedKey, body: object = PAYMENT) => who.api('/v1/route_decisions', { body });
const report = (who: IssuedKey, body: object) => who.api('/v1/outcomes', { body });
const snapshotOf = async (who: IssuedKey): Promise<Snapshot> => (await who.api('/v1/routing_snapshot')).body;

for (const operation of CAPABILITY_IDS) {
  test(`${operation} is routed somewhere, and every connection is accounted for`, async () => {
    const snapshot = await snapshotOf(key);
    const routed = await firstRouted(snapshot, operation);
    const { status, body } = routed;
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(RouteDecision.safeParse(body).success);
    assert.equal(body.outcome, 'routed', body.explanation.message);
    const named = [body, ...body.alternatives, ...body.excluded].map(({ connection }) => connection);
    assert.deepEqual(named.toSorted(), snapshot.connections.map(({ id }) => id).toSorted());
  });
}

test('a decision that finds the way barred is made on a connection of its own, and once', async () => {
  const who = await newSeededKey();
  await decide(who);
  // Bars the way until somebody else waits for it than the first who did, or that takes too long.
  const barred = server.store.asOwner(`do $$
    declare first integer; waiting integer;
    begin
      lock table switchyard.decision in share mode;
      loop
        select min(pid) into waiting from pg_locks where relation = 'switchyard.decision'::regclass and not granted;
        first := coalesce(first, waiting);
        exit when waiting <> first or clock_timestamp() > statement_timestamp() + interval '5 s';
        perform pg_sleep(0.01);
      end loop;
    end $$`);
  const isBarred = `select from pg_locks where relation = 'switchyard.decision'::regclass and mode = 'ShareLock'`;
  while ((await server.store.asOwner(isBarred)).length === 0);
  const { status } = await decide(who);
  await barred;
  assert.equal(status, 200);
  const [stored] = await server.store.asOwner<{ count: string }>(
    'select count(*) from switchyard.decision',
    [],
    who.environment.id,
  );
  assert.equal(stored?.count, '2');
});

test('a decision can be computed again from what was stored, to the byte', async () => {
  const { body } = await decide(key);
  const { db } = server.store;
  const record = await db.transaction(key.environment.id, async (tx) => ({
    commit: false,
    value: (await findDecisions(tx, [body.id])).get(body.id),
  }));
  assert.ok(record !== undefined);
  const snapshot = await findSnapshot(db, key.environment.id, record.snapshotDigest);
  assert.ok(snapshot !== undefined);
  const context = { nowMs: record.createdAt.getTime(), id: body.id };
  const again = presentDecision(compile(snapshot).decide(record.request, context));
  const { id: _, object: __, createdAt: ___, ...rest } = body;
  assert.deepEqual(JSON.parse(JSON.stringify(again)), rest);
});

test('a hundred decisions at once are all kept, each under its own id', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => decide(key)));
  const ids = new Set(answers.map(({ body }) => body.id));
  assert.equal(ids.size, 100);
  const kept = await server.store.db.transaction(key.environment.id, async (tx) => ({
    commit: false,
    value: await findDecisions(tx, [...ids]),
  }));
  assert.equal(kept.size, 100);
});

test('a decision with an Idempotency-Key is repeated to the byte', async () => {
  const headers = { 'idempotency-key': 'decide-once' };
  const first = await key.api('/v1/route_decisions', { body: PAYMENT, headers });
  const second = await key.api('/v1/route_decisions', { body: PAYMENT, headers });
  assert.equal(first.status, 200);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
});

test('an environment nobody has configured has no route, and says why', async () => {
  const { body, status } = await decide(await server.newKey());
  assert.equal(status, 200);
  assert.equal(body.outcome, 'no_route');
  assert.equal(body.explanation.key, 'none.connected');
});

test('a report is answered with what it changed, and its repeat with the first record', async () => {
  const { body: decision } = await decide(key);
  const outcome = { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 1500 };
  const first = await report(key, outcome);
  assert.equal(first.status, 201, first.text);
  assert.equal(first.body.rank, 0);
  assert.ok(first.body.effects.reliability.after > first.body.effects.reliability.before);
  const again = await report(key, { ...outcome, latencyMs: 99 });
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text);
  const other = await report(key, { ...outcome, status: 'failed' });
  assert.notEqual(other.body.id, first.body.id);
});

test('an alternative that was used instead is reported with its rank', async () => {
  const { body: decision } = await decide(key);
  const [alternative] = decision.alternatives;
  const { body } = await report(key, {
    decision: decision.id,
    rail: alternative.rail,
    status: 'succeeded',
    latencyMs: 10,
  });
  assert.equal(body.rank, alternative.rank);
});

test('a decision the service never saw needs context', async () => {
  const { body: decision } = await decide(key);
  const outcome = {
    decision: 'dec_madeLocally0000000000',
    rail: decision.rail,
    status: 'succeeded',
    latencyMs: 1,
  };
  const refused = await report(key, outcome);
  assert.equal(refused.status, 404);
  assert.equal(refused.body.data.param, 'decision');
  const context = { operation: 'banking.pis.single', country: 'GB' };
  const taken = await report(key, { ...outcome, context });
  assert.equal(taken.status, 201);
  assert.equal(taken.body.rank, null);
});

test('another environment’s decision is unknown', async () => {
  const { body: decision } = await decide(key);
  const other = await newSeededKey();
  const outcome = { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 1 };
  assert.equal((await report(other, outcome)).status, 404);
});

test('a rail that is not connected cannot be reported', async () => {
  const { body: decision } = await decide(key);
  const refused = await report(key, {
    decision: decision.id,
    rail: 'nowhere',
    status: 'failed',
    latencyMs: 1,
  });
  assert.equal(refused.status, 404);
  assert.equal(refused.body.data.param, 'rail');
});

test('what the user caused does not hurt the rail', async () => {
  const { body: decision } = await decide(key);
  const common = { decision: decision.id, rail: decision.rail, latencyMs: 1 };
  for (const outcome of [
    { ...common, status: 'cancelled' },
    { ...common, status: 'failed', failureCode: 'user_declined' },
  ]) {
    const { reliability } = (await report(key, outcome)).body.effects;
    assert.equal(reliability.after, reliability.before);
  }
});

test('fifty reports at once are all counted', async () => {
  const who = await newSeededKey();
  const decisions = await Promise.all(Array.from({ length: 50 }, () => decide(who)));
  const { rail } = decisions[0]?.body ?? {};
  const outcomes = await Promise.all(
    decisions.map(({ body }) =>
      report(who, { decision: body.id, rail, status: 'succeeded', latencyMs: 700 }),
    ),
  );
  assert.deepEqual(
    outcomes.map(({ body }) => body.effects.reliability.samples).toSorted((a, b) => a - b),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
});

test('a rail that falls under the floor degrades its connection, with one event', async () => {
  const who = await newSeededKey();
  const { body: decision } = await decide(who);
  for (let i = 0; i < 60; i += 1) {
    const { body } = await decide(who);
    await report(who, {
      decision: body.id,
      rail: decision.rail,
      status: 'failed',
      latencyMs: 1,
      failureCode: 'bank_error',
    });
  }
  const events = await who.api('/v1/events?type=connection.degraded&limit=100');
  const list = OPERATIONS.find(({ name }) => name === 'events.list');
  assert.ok(list?.output.safeParse(events.body).success, events.text);
  assert.equal(events.body.data.length, 1);
  assert.equal(events.body.data[0].data.object.rail, decision.rail);
  assert.equal(events.body.data[0].data.object.status, 'degraded');
});

test('an operation that goes well does not hide another one that fails', async () => {
  const who = await newSeededKey();
  const { body: first } = await decide(who);
  const { rail } = first;
  const snapshot = await snapshotOf(who);
  const operations = snapshot.rails.find(({ id }) => id === rail)?.capabilities.map(({ id }) => id) ?? [];
  const other = operations.find((operation) => operation !== PAYMENT.operation);
  assert.ok(other !== undefined);
  const tell = (operation: CapabilityId | string, status: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        report(who, {
          decision: `dec_local${operation.replaceAll(/[^a-z]/g, '')}${index}${status}`.padEnd(26, '0'),
          rail,
          status,
          latencyMs: 1,
          context: { operation, country: 'GB' },
        }),
      ),
    );
  const statusNow = async () => {
    server.advance(5_000);
    return (await snapshotOf(who)).connections.find((connection) => connection.rail === rail)?.status;
  };
  await tell(PAYMENT.operation, 'failed', 60);
  assert.equal(await statusNow(), 'degraded');
  await tell(other, 'succeeded', 40);
  assert.equal(await statusNow(), 'degraded');
  const events = await who.api('/v1/events?type=connection.degraded&limit=100');
  assert.equal(events.body.data.length, 1);
  await tell(PAYMENT.operation, 'succeeded', 600);
  assert.equal(await statusNow(), 'ready');
});

test('what was learnt reaches the snapshot, and changes its digest', async () => {
  const who = await newSeededKey();
  const before = await snapshotOf(who);
  const { body: decision } = await decide(who);
  await report(who, { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 5 });
  server.advance(1_500);
  const after = await eventually(async () => {
    const snapshot = await snapshotOf(who);
    return snapshot.digest === before.digest ? undefined : snapshot;
  });
  assert.equal(after.version, before.version + 1);
  assert.ok(after.reliability.some(({ rail, samples }) => rail === decision.rail && samples === 1));
});

test('a snapshot the caller has is answered 304', async () => {
  const who = await newSeededKey();
  const first = await who.api('/v1/routing_snapshot');
  assert.equal(first.headers.get('etag'), `"${first.body.digest}"`);
  const again = await who.api('/v1/routing_snapshot', {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
  assert.equal(again.text, '');
});

test('a snapshot is gzipped for who takes it, and plain for who does not', async () => {
  const askFor = async (encoding: string) => {
    const answer = await key.api('/v1/routing_snapshot', { headers: { 'accept-encoding': encoding } });
    return { encoding: answer.headers.get('content-encoding'), object: answer.body.object };
  };
  assert.deepEqual(await askFor('gzip'), { encoding: 'gzip', object: 'routing_snapshot' });
  assert.deepEqual(await askFor('identity'), { encoding: null, object: 'routing_snapshot' });
});

test('a snapshot is kept while it is cited or the newest, and cleared away otherwise', async () => {
  const [cited, uncited] = [await newSeededKey(), await newSeededKey()];
  await decide(cited);
  for (const who of [cited, uncited]) {
    const { digest } = await snapshotOf(who);
    const { rail } = (await decide(key)).body;
    const context = { operation: 'banking.pis.single', country: 'GB' };
    const decision = 'dec_madeLocally0000000000';
    await report(who, { decision, rail, status: 'succeeded', latencyMs: 1, context });
    server.advance(1_500);
    await eventually(async () => ((await snapshotOf(who)).digest === digest ? undefined : true));
  }
  const { asOwner } = server.store;
  const count = async (who: IssuedKey) =>
    (await asOwner('select digest from switchyard.routing_snapshot', [], who.environment.id)).length;
  assert.deepEqual([await count(cited), await count(uncited)], [2, 2]);
  for (const who of [cited, uncited]) await sweepIn(who, 48 * 60 * 60 * 1000);
  assert.deepEqual([await count(cited), await count(uncited)], [2, 1]);
});

/** Clears away what is old so long from now. */
async function sweepIn({ environment }: IssuedKey, inMs: number): Promise<void> {
  const { db } = server.store;
  const now = () => Date.now() + inMs;
  await sweep(
    { db, now, sleep: async () => undefined, retention: RETENTION_DEFAULT },
    { environmentId: environment.id },
  );
}

test('a snapshot that was cleared away behind our back is kept again, and the decision is made', async () => {
  const clear = 'delete from switchyard.routing_snapshot where environment_id = $1';
  for (const headers of [{}, { 'idempotency-key': 'cleared-away' }]) {
    const cold = await newSeededKey();
    await snapshotOf(cold);
    await server.store.asOwner(clear, [cold.environment.id], cold.environment.id);
    const { status, text } = await cold.api('/v1/route_decisions', { body: PAYMENT, headers });
    assert.equal(status, 200, text);
  }
});

test('a decision that is being written holds its snapshot, and one that is written keeps it', async () => {
  const who = await newSeededKey();
  const { id } = who.environment;
  const { digest } = await snapshotOf(who);
  const clear = 'delete from switchyard.routing_snapshot where environment_id = $1';
  const cite = (snapshotDigest: string, meanwhile: (tx: Transaction) => Promise<unknown>) =>
    server.store.db.transaction(id, async (tx) => {
      const request = { operation: 'banking.ais.balances', payer: { country: 'DE' } } as const;
      const createdAt = new Date();
      insertDecisions(tx, [{ id: `dec_${snapshotDigest}`, request, ranking: [], snapshotDigest, createdAt }]);
      await meanwhile(tx);
      return { commit: true, value: undefined };
    });
  await assert.rejects(
    cite('not kept', async () => undefined),
    isSnapshotGone,
  );
  await assert.rejects(
    cite('not kept', async () => undefined),
    // The one name by which the release before this trigger knows that it has to cut another.
    { code: '23503', constraint: 'decision_environment_id_snapshot_digest_fkey' },
  );
  let clearing: Promise<void> | undefined;
  await cite(digest, async (tx) => {
    await findDecisions(tx, []);
    clearing = assert.rejects(server.store.asOwner(clear, [id], id), isSnapshotGone);
    await eventually(async () => ((await waiting()) === 1 ? true : undefined));
  });
  await clearing;
});

const WAITING = `select from pg_stat_activity
  where wait_event_type = 'Lock' and query like 'delete from switchyard.routing_snapshot%'`;
const waiting = async () => (await server.store.asOwner(WAITING)).length;

test('a snapshot that came back into use is not cleared away for its age', async () => {
  const who = await newSeededKey();
  const { db, asOwner } = server.store;
  const first = await snapshotOf(who);
  const [connection] = first.connections;
  const move = async (from: string, to: string) => {
    const text =
      'update switchyard.connection set status = $3 where environment_id = $1 and id = $2 and status = $4';
    await asOwner(text, [who.environment.id, connection?.id, to, from], who.environment.id);
    server.advance(60_000);
    return snapshotOf(who);
  };
  const second = await move('ready', 'disabled');
  await asOwner(
    `update switchyard.routing_snapshot set created_at = created_at - interval '2 days', used_at = used_at - interval '2 days'
      where environment_id = $1`,
    [who.environment.id],
    who.environment.id,
  );
  const third = await move('disabled', 'ready');
  assert.equal(third.digest, first.digest);
  assert.equal(second.version, 2);
  await sweepIn(who, 0);
  assert.ok((await findSnapshot(db, who.environment.id, first.digest)) !== undefined);
});

test('cells in which nothing is left of what was learnt are cleared away', async () => {
  const who = await newSeededKey();
  const { asOwner } = server.store;
  const { body: decision } = await decide(who);
  await report(who, { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 5 });
  const cells = async () =>
    (await asOwner('select rail from switchyard.reliability_cell', [], who.environment.id)).length;
  const { halfLifeMs } = (await snapshotOf(who)).policy.reliability;
  const cleanIn = (halfLives: number) => sweepIn(who, halfLives * halfLifeMs);
  const before = await cells();
  assert.ok(before > 0);
  await cleanIn(13);
  assert.equal(await cells(), before);
  await cleanIn(15);
  assert.equal(await cells(), 0);
});

test('decisions that stay silent past the rail’s p99 count against it, until they are reported', async () => {
  const who = await newSeededKey();
  const many = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => decide(who)))).map(({ body }) => body);
  const tell = (decisions: readonly { readonly id: string; readonly rail: string }[]) =>
    Promise.all(
      decisions.map(({ id, rail }) =>
        report(who, { decision: id, rail, status: 'succeeded', latencyMs: 1_000 }),
      ),
    );
  const failureMicro = async (rail: string) => {
    server.advance(60_000);
    const cells = (await snapshotOf(who)).reliability.filter((cell) => cell.rail === rail);
    assert.ok(cells.length >= 2);
    return cells.map((cell) => cell.failureMicro);
  };
  const reported = await many(30);
  const { rail } = reported[0] ?? {};
  await tell(reported);
  assert.deepEqual(new Set(await failureMicro(rail)), new Set([0]));
  const silent = await many(10);
  for (const micro of await failureMicro(rail)) assert.ok(micro > 5_000_000 && micro <= 10_000_000);
  await tell(silent);
  assert.deepEqual(new Set(await failureMicro(rail)), new Set([0]));
});

test('the silence of a client that does not report says nothing', async () => {
  const who = await newSeededKey();
  const decisions = (await Promise.all(Array.from({ length: 60 }, () => decide(who)))).map(
    ({ body }) => body,
  );
  for (const { id, rail } of decisions.slice(0, 15)) {
    await report(who, { decision: id, rail, status: 'succeeded', latencyMs: 1_000 });
  }
  server.advance(60_000);
  for (const { failureMicro } of (await snapshotOf(who)).reliability) assert.equal(failureMicro, 0);
});

test('a decision’s linked rails are rails that exist', async () => {
  const named = (side: string, linkedRails: readonly string[]) =>
    decide(key, { ...PAYMENT, [side]: { country: 'GB', linkedRails } });
  assert.equal((await named('payer', ['truelayer', 'plaid'])).status, 200);
  for (const side of ['payer', 'payee']) {
    const refused = await named(side, ['truelayer', 'ada-lovelace']);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.data.param, `${side}.linkedRails.1`);
  }
});

test('context is not taken for a decision that the service made', async () => {
  const { body: decision } = await decide(key);
  const context = { operation: PAYMENT.operation, country: 'GB' };
  const outcome = { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 1 };
  const refused = await report(key, { ...outcome, context });
  assert.equal(refused.status, 400, refused.text);
  assert.equal(refused.body.data.param, 'context');
  assert.equal((await report(key, outcome)).status, 201);
});

test('an operation that the rail does not offer is refused', async () => {
  const snapshot = await snapshotOf(key);
  const [rail] = snapshot.rails;
  const operation = CAPABILITY_IDS.find((id) =>
    rail?.capabilities.every((capability) => capability.id !== id),
  );
  const refused = await report(key, {
    decision: 'dec_notOffered00000000000',
    rail: rail?.id,
    status: 'succeeded',
    latencyMs: 1,
    context: { operation, country: 'GB' },
  });
  assert.equal(refused.status, 400, refused.text);
  assert.equal(refused.body.data.param, 'context.operation');
});

test('a report makes no cell for a country nobody serves or a bank nobody knows', async () => {
  const who = await newSeededKey();
  const { coverage } = await snapshotOf(who);
  const { rail } = (await decide(who)).body;
  const bank = coverage.find(({ country }) => country === 'GB');
  assert.ok(bank !== undefined);
  let made = 0;
  const tell = (country: string, institution?: string) => {
    made += 1;
    const context = {
      operation: PAYMENT.operation,
      country,
      ...(institution === undefined ? {} : { institution }),
    };
    const decision = `dec_place${made}`.padEnd(26, '0');
    return report(who, { decision, rail, status: 'succeeded', latencyMs: 1, context });
  };
  for (const [country, institution] of [
    ['KP', undefined],
    ['KP', bank.institution],
    ['GB', 'ins_nobodyHasEverHeardOfIt'],
    ['GB', bank.institution],
  ] as const) {
    const told = await tell(country, institution);
    assert.equal(told.status, 201, told.text);
  }
  server.advance(5_000);
  const cells = (await snapshotOf(who)).reliability.filter((cell) => cell.rail === rail);
  assert.deepEqual(
    cells.map(({ country = 'any', institution = 'any', samples }) => [country, institution, samples]),
    [
      ['any', 'any', 4],
      ['GB', 'any', 2],
      ['GB', bank.institution, 1],
    ],
  );
});

test('the repeat of a report returns the first record also when its rail is connected no more', async () => {
  const who = await newSeededKey();
  const { body: decision } = await decide(who);
  const outcome = { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 1500 };
  const first = await report(who, outcome);
  const gone = 'update switchyard.connection set rail = $2 where environment_id = $1 and rail = $3';
  await server.store.asOwner(gone, [who.environment.id, 'gone', decision.rail], who.environment.id);
  server.advance(5_000);
  const refused = await report(who, { ...outcome, decision: 'dec_madeLocally0000000000' });
  assert.equal(refused.status, 404);
  const again = await report(who, outcome);
  assert.equal(again.status, 201, again.text);
  assert.equal(again.text, first.text);
});

test('a payment of an unknown amount is counted by a contract of payments, and not by one of volume', async () => {
  const who = await newSeededKey();
  const snapshot = await snapshotOf(who);
  const effects: Record<string, unknown> = {};
  for (const [index, price] of snapshot.prices.entries()) {
    const contract = snapshot.contracts.find(({ id }) => id === price.contract);
    const connection = snapshot.connections.find(({ id }) => id === price.connection);
    if (contract === undefined || connection === undefined) continue;
    const operation = price.when.operations?.[0] ?? 'banking.pis.single';
    const country = price.when.countries?.[0] ?? countryServed(snapshot, operation, connection.rail);
    const { body, status } = await report(who, {
      decision: `dec_price${index}`.padEnd(26, '0'),
      rail: connection.rail,
      status: 'succeeded',
      latencyMs: 1,
      context: { operation, country },
    });
    if (status === 201) effects[contract.basis] ??= body.effects.contract?.used;
  }
  assert.deepEqual(effects, { count: '1', volume: undefined });
});

test('a payment that we decided is counted by its amount on a contract of volume', async () => {
  const who = await newSeededKey();
  const snapshot = await snapshotOf(who);
  const contract = snapshot.contracts.find(({ basis }) => basis === 'volume');
  const price = snapshot.prices.find((each) => each.contract === contract?.id);
  const connection = snapshot.connections.find(({ id }) => id === price?.connection);
  assert.ok(contract !== undefined && price !== undefined && connection !== undefined);
  const operation = price.when.operations?.[0] ?? 'banking.pis.single';
  const country = price.when.countries?.[0] ?? countryServed(snapshot, operation, connection.rail);
  const amount = { value: '25000', asset: contract.asset };
  const { body: decision } = await decide(who, {
    operation,
    amount,
    payer: { country },
    payee: { country },
    constraints: {
      excludeRails: snapshot.connections.flatMap(({ rail }) => (rail === connection.rail ? [] : [rail])),
    },
  });
  assert.equal(decision.rail, connection.rail, JSON.stringify(decision.excluded));
  const outcome = { decision: decision.id, rail: decision.rail, status: 'succeeded', latencyMs: 1 };
  const { body } = await report(who, outcome);
  assert.equal(body.effects.contract?.used, '25000', JSON.stringify(body));
});

/** Some country in which the operation can be done; there must be one. */
test('the snapshot is what the contract says, and its digest is over all that is sent', async () => {
  const { digest, version, generatedAt, staleAfter, ...content } = RoutingSnapshot.parse(
    (await key.api('/v1/routing_snapshot')).body,
  );
  assert.ok(version >= 1 && generatedAt < staleAfter);
  assert.equal(digestOf(content), digest);
});

async function firstRouted(snapshot: Snapshot, operation: CapabilityId) {
  const countries = new Set(
    snapshot.rails.flatMap(({ capabilities }) =>
      capabilities.flatMap(({ id, countries: served }) => (id === operation ? served : [])),
    ),
  );
  let answer = await decide(key, requestIn('GB', operation));
  for (const country of countries) {
    if (answer.body.outcome === 'routed') break;
    answer = await decide(key, requestIn(country, operation));
  }
  return answer;
}

function requestIn(country: string, operation: CapabilityId): object {
  const currency = { GB: 'GBP', US: 'USD' }[country] ?? 'EUR';
  const payment = { amount: { value: '25000', asset: `iso4217:${currency}` }, payee: { country } };
  return { operation, payer: { country }, ...(isPaymentOperation(operation) ? payment : {}) };
}

function countryServed(snapshot: Snapshot, operation: CapabilityId, rail?: string): string {
  const connection = snapshot.connections.find(
    (candidate) =>
      (rail === undefined || candidate.rail === rail) &&
      candidate.status === 'ready' &&
      capabilityOf(snapshot, candidate.rail, operation) !== undefined &&
      (candidate.operations.length === 0 || candidate.operations.includes(operation)),
  );
  const countries = capabilityOf(snapshot, connection?.rail ?? '', operation)?.countries ?? [];
  const narrowed = connection?.countries ?? [];
  return countries.find((country) => narrowed.length === 0 || narrowed.includes(country)) ?? 'GB';
}

function capabilityOf(snapshot: Snapshot, rail: string, operation: CapabilityId) {
  return snapshot.rails.find(({ id }) => id === rail)?.capabilities.find(({ id }) => id === operation);
}

async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('It did not come to pass');
}
