import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  lookAt,
  type Parties,
  type Payment,
  partiesOf,
  pay,
  pounds,
  quoteFor,
  usdc,
} from '../../../../test/conformance/paying.ts';
import { type Finding, listFindings, resolveFinding } from '../store/findings.ts';
import { claimJob, finishJob, keepJob } from '../store/jobs.ts';
import { findProgress } from '../store/reconciliation.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcile } from './reconcile.ts';

const HOUR_MS = 60 * 60_000;

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let key: IssuedKey;
let parties: Parties;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  key = await server.newKey('test');
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
  parties = await partiesOf(key.api)();
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

const owner = <Row extends object>(text: string, values: unknown[] = []) =>
  server.store.asOwner<Row>(text, values, key.environment.id);

async function payOut(): Promise<{ readonly payment: Payment; readonly leg: Payment['legs'][number] }> {
  const wish = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
  const payment = await pay(key.api, await quoteFor(key.api, wish, 'wise'), 'approve');
  assert.equal(payment.status, 'succeeded', JSON.stringify(payment));
  const leg = payment.legs.find(({ rail }) => rail === 'wise');
  assert.ok(leg);
  return { payment, leg };
}

/** A few hours from now, for nobody but who reconciles: the simulator's rates would not hold so long. */
const later = () => {
  const now = () => server.workflows.now() + 3 * HOUR_MS;
  return { ...server.workflows, now };
};

/** Of the last day, as the job does it, page by page. */
async function reconcileNow(connection: string): Promise<readonly Finding[]> {
  await owner(`update switchyard.reconciliation set reconciled_until = now() - interval '1 day'`);
  const { db } = server.store;
  const job = {
    environmentId: key.environment.id,
    kind: 'connection.reconcile',
    subjectId: connection,
  } as const;
  await keepJob(db, job, new Date(Date.now() + 1_000 * HOUR_MS));
  for (let pages = 0; pages < 100; pages += 1) {
    const lease = await claimJob(db, job);
    assert.ok(lease);
    const again = await reconcile(later(), lease);
    await finishJob(db, lease, new Date(Date.now() + 1_000 * HOUR_MS));
    if (again === undefined || again.getTime() > later().now()) return findings();
  }
  return assert.fail('a span comes to its end');
}

async function findings(): Promise<readonly Finding[]> {
  const keys = await server.store.keyring.of(key.environment.id);
  const page = await listFindings(server.store.db, keys, { limit: 100 });
  assert.ok(page.ok);
  return page.rows;
}

async function resolveAll(): Promise<void> {
  for (const { id } of await findings()) {
    const isResolved = await server.store.db.transaction(key.environment.id, async (tx) => ({
      commit: true,
      value: await resolveFinding(tx, id, new Date()),
    }));
    assert.ok(isResolved !== undefined);
  }
}

/** The leg's operation is then nobody's: its key and reference are others. */
const forget = async (leg: string) => {
  await owner(
    `update switchyard.rail_operation set id = gen_random_uuid()::text, listed_at = null where leg_id = $1`,
    [leg],
  );
  await owner(`update switchyard.leg set provider_ref = null where id = $1`, [leg]);
};

test('books that agree leave no finding, over a rail with our key in its list and over one without', async () => {
  const { leg } = await payOut();
  const wish = { from: parties.wallet, to: parties.walletPayee, amount: usdc('7') };
  const sent = await pay(key.api, await quoteFor(key.api, wish), 'approve');
  assert.equal(sent.status, 'succeeded');
  const onChain = sent.legs[0]?.connection ?? '';
  assert.deepEqual(await reconcileNow(leg.connection), []);
  assert.deepEqual(await reconcileNow(onChain), []);
  const listed = await owner<{ listed_at: Date | null }>(
    `select listed_at from switchyard.rail_operation where leg_id = any($1)`,
    [[leg.id, sent.legs[0]?.id]],
  );
  assert.equal(listed.length, 2);
  assert.ok(listed.every(({ listed_at }) => listed_at !== null));
  const progress = await findProgress(server.store.db, key.environment.id, leg.connection);
  assert.equal(progress?.window, undefined);
});

test('a payment that the provider made and we have lost is found, once', async () => {
  const { payment, leg } = await payOut();
  const [operation] = await owner<{ id: string }>(
    'select id from switchyard.rail_operation where leg_id = $1',
    [leg.id],
  );
  // As after a restore from a backup that was taken before the payment.
  for (const [table, column] of [
    ['rail_operation', 'leg_id'],
    ['leg', 'id'],
  ])
    await owner(`delete from switchyard.${table} where ${column} = any($1)`, [
      payment.legs.map(({ id }) => id),
    ]);
  await owner('delete from switchyard.payment_intent where id = $1', [payment.id]);
  const [found, ...others] = await reconcileNow(leg.connection);
  assert.deepEqual(others, []);
  assert.equal(found?.kind, 'unknown_to_us');
  assert.equal(found.paymentId, undefined);
  assert.equal(found.particulars.key, operation?.id);
  assert.equal(found.particulars.theirs?.value, leg.receive.value);
  await owner(
    'update switchyard.reconciliation set reconciled_until = reconciled_until - interval $$1 day$$',
  );
  assert.equal((await reconcileNow(leg.connection)).length, 1, 'seen again, it is the same finding');

  const { api } = await server.newManager(key.environment.organisationId);
  const path = `/manage/v1/environments/${key.environment.id}/reconciliation_findings`;
  const { body } = await api(path);
  assert.deepEqual(
    body.data.map(({ id, kind, operation: ours }: Record<string, string>) => [id, kind, ours]),
    [[found.id, 'unknown_to_us', operation?.id]],
  );
  const resolve = () => api(`${path}/${found.id}/resolve`, { method: 'POST' });
  assert.equal((await resolve()).status, 200);
  assert.equal((await resolve()).status, 404);
  assert.deepEqual((await api(path)).body.data, []);
  assert.equal((await api('/manage/v1/audit_entries?limit=1')).body.data[0].subject, found.id);
});

test('a payment that we call settled and the provider does not list is found', async () => {
  const { payment, leg } = await payOut();
  await forget(leg.id);
  const found = await reconcileNow(leg.connection);
  assert.deepEqual(found.map(({ kind }) => kind).sort(), ['unknown_to_provider', 'unknown_to_us']);
  const missing = found.find(({ kind }) => kind === 'unknown_to_provider');
  assert.deepEqual([missing?.paymentId, missing?.legId], [payment.id, leg.id]);
  await resolveAll();
});

test('another amount is found, and another end', async () => {
  const [dearer, failed] = [await payOut(), await payOut()];
  await owner(
    `update switchyard.leg set body = jsonb_set(body::jsonb, '{receive,value}', '"1"')::json where id = $1`,
    [dearer.leg.id],
  );
  await owner(`update switchyard.leg set status = 'failed' where id = $1`, [failed.leg.id]);
  const found = new Map((await reconcileNow(dearer.leg.connection)).map((one) => [one.legId, one]));
  assert.equal(found.size, 2);
  assert.equal(found.get(dearer.leg.id)?.kind, 'amount_differs');
  assert.equal(found.get(dearer.leg.id)?.particulars.ours?.value, '1');
  assert.equal(found.get(failed.leg.id)?.kind, 'status_differs');
  await resolveAll();
});

test('a leg that is still open and of another amount goes to an operator, and is told of', async () => {
  const { payment, leg } = await payOut();
  await owner(
    `update switchyard.leg set status = 'submitted',
      body = jsonb_set(body::jsonb, '{receive,value}', '"1"')::json where id = $1`,
    [leg.id],
  );
  // Final states are final for everybody; here the clock is turned back.
  await owner('alter table switchyard.payment_intent disable trigger payment_intent_final');
  await owner(`update switchyard.payment_intent set status = 'processing' where id = $1`, [payment.id]);
  await owner('alter table switchyard.payment_intent enable trigger payment_intent_final');
  await reconcileNow(leg.connection);
  const now = await lookAt(key.api, payment);
  assert.equal(now.legs.find(({ id }) => id === leg.id)?.status, 'review');
  assert.equal(now.statusDetail.key, 'payment.in_review');
  const events = await owner<{ status: string }>(
    `select data -> 'object' ->> 'status' as status from switchyard.event
      where object_id = $1 and type = 'leg.updated' order by sequence desc limit 2`,
    [leg.id],
  );
  assert.deepEqual(events, [{ status: 'review' }, { status: 'unknown' }]);
  await resolveAll();
});

test('a provider that cannot be reached is asked again, and the span stays open', async () => {
  const { leg } = await payOut();
  const before = await findProgress(server.store.db, key.environment.id, leg.connection);
  await simulator.stop();
  const job = {
    environmentId: key.environment.id,
    kind: 'connection.reconcile',
    subjectId: leg.connection,
  } as const;
  const lease = await claimJob(server.store.db, job);
  assert.ok(lease);
  const again = await reconcile(later(), lease);
  assert.ok(again !== undefined && again.getTime() < later().now() + HOUR_MS);
  assert.deepEqual(await findProgress(server.store.db, key.environment.id, leg.connection), before);
});
