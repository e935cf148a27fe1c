import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import { seedRouting } from '../development/seed-routing.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

/** One connection for reads and one for everything else: whoever holds it and wants another one waits for ever. */
const POOL_MAX = 2;

let server: TestServer;
before(async () => {
  server = await startTestServer({ poolMax: POOL_MAX });
});
after(() => server.stop());

async function newColdKey(): Promise<IssuedKey> {
  const issued = await server.newKey();
  const { db, newId } = server.store;
  await seedRouting({ db, newId, catalogue: loadCatalogue(), now: Date.now }, issued.environment.id);
  return issued;
}

const BODY = {
  operation: 'banking.pis.single',
  amount: { value: '25000', asset: 'iso4217:GBP' },
  payer: { country: 'GB' },
  payee: { country: 'GB' },
};

test('forty decisions with keys of their own, first of their environment, are all answered', async () => {
  const key = await newColdKey();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      key.api('/v1/route_decisions', { body: BODY, headers: { 'idempotency-key': `cold-${index}` } }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
});

test('forty decisions without keys, first of their environment, are all answered', async () => {
  const key = await newColdKey();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => key.api('/v1/route_decisions', { body: BODY })),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
});

test('an outcome that is the first an environment hears of is taken in', async () => {
  const key = await newColdKey();
  const context = { operation: 'banking.pis.single', country: 'GB' };
  const body = {
    decision: 'dec_madeLocally0000000000',
    rail: 'truelayer',
    status: 'succeeded',
    latencyMs: 1,
    context,
  };
  const headers = { 'idempotency-key': 'cold-outcome' };
  assert.equal((await key.api('/v1/outcomes', { body, headers })).status, 201);
});
