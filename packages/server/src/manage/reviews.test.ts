/** Legs that only a person can decide on: who may, what comes of it, and that two have to agree in live. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  begin,
  eventsOf,
  lookAt,
  type Parties,
  type Payment,
  partiesOf,
  pounds,
  quoteFor,
} from '../../../../test/conformance/paying.ts';
import type { Api } from '../../../../test/harness/api.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { giveToOperator } from '../workflows/pay/give-to-operator.ts';

const EVIDENCE = 'Line 14 of the statement shows it, with our reference.';

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let key: IssuedKey;
let parties: Parties;
let operator: Api;
let path: string;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  key = await server.newKey('test');
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
  parties = await partiesOf(key.api)();
  operator = (await server.newManager(key.environment.organisationId, { role: 'operator' })).api;
  path = `/manage/v1/environments/${key.environment.id}/reviews`;
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

/** A payment whose leg has been given to an operator, and the path of its review. */
async function inReview(): Promise<{ readonly payment: Payment; readonly legId: string }> {
  const wish = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
  const payment = await begin(key.api, await quoteFor(key.api, wish, 'truelayer'));
  const legId = payment.legs[0]?.id ?? '';
  await giveToOperator(server.workflows, key.environment.id, { paymentId: payment.id, legId });
  return { payment, legId };
}

const resolve = (api: Api, legId: string, outcome = 'settled') =>
  api(`${path}/${legId}/resolve`, { body: { outcome, evidence: EVIDENCE } });

/** As if the environment were live: what that changes is who has to agree. */
async function inLive<T>(work: () => Promise<T>): Promise<T> {
  const set = (mode: string) =>
    server.store.asOwner('update switchyard.environment set mode = $1 where environment_id = $2', [
      mode,
      key.environment.id,
    ]);
  await set('live');
  try {
    return await work();
  } finally {
    await set('test');
  }
}

test('a leg in review is listed, and a payment whose leg was found settled has succeeded', async () => {
  const { payment, legId } = await inReview();
  const listed = (await operator(path)).body.data.find(({ id }: { id: string }) => id === legId);
  assert.deepEqual([listed.status, listed.paymentIntent, listed.leg.status], ['open', payment.id, 'review']);
  const resolved = await resolve(operator, legId);
  assert.equal(resolved.status, 200, resolved.text);
  assert.deepEqual([resolved.body.status, resolved.body.leg.status], ['resolved', 'settled']);
  const now = await lookAt(key.api, payment);
  assert.equal(now.status, 'succeeded');
  const told = await eventsOf(key.api, payment);
  assert.equal(told.at(-1)?.cause.actor, 'operator');
  const [entry] = (await operator('/manage/v1/audit_entries?limit=1')).body.data;
  assert.deepEqual([entry.action, entry.subject], ['reviews.resolve', legId]);
  assert.ok(!JSON.stringify(entry).includes('statement'), 'evidence stays where it is sealed');
  assert.equal((await resolve(operator, legId)).status, 404);
});

test('one that was found to have failed fails its payment', async () => {
  const { payment, legId } = await inReview();
  assert.equal((await resolve(operator, legId, 'failed')).status, 200);
  assert.equal((await lookAt(key.api, payment)).status, 'failed');
});

test('in live a proposal moves nothing until somebody else approves that very outcome', async () => {
  const { payment, legId } = await inReview();
  const second = (await server.newManager(key.environment.organisationId, { role: 'operator' })).api;
  const approve = (api: Api, outcome: string) => api(`${path}/${legId}/approve`, { body: { outcome } });
  await inLive(async () => {
    const early = await approve(second, 'settled');
    assert.deepEqual([early.status, early.body.data.explanation.key], [409, 'review.nothing_proposed']);
    const proposed = await resolve(operator, legId);
    assert.deepEqual([proposed.status, proposed.body.status], [200, 'proposed']);
    assert.equal((await lookAt(key.api, payment)).status, 'processing');
    const own = await approve(operator, 'settled');
    assert.deepEqual([own.status, own.body.data.explanation.key], [409, 'review.own_proposal']);
    const other = await approve(second, 'failed');
    assert.deepEqual([other.status, other.body.data.explanation.key], [409, 'review.other_proposal']);
    const approved = await approve(second, 'settled');
    assert.deepEqual([approved.status, approved.body.status], [200, 'resolved'], approved.text);
  });
  assert.equal((await lookAt(key.api, payment)).status, 'succeeded');
});

test('a viewer decides nothing, and another organisation finds nothing', async () => {
  const { legId } = await inReview();
  const viewer = (await server.newManager(key.environment.organisationId, { role: 'viewer' })).api;
  assert.equal((await resolve(viewer, legId)).status, 403);
  const { organisationId } = await server.store.newEnvironment('test');
  const stranger = (await server.newManager(organisationId)).api;
  assert.equal((await resolve(stranger, legId)).status, 404);
});
