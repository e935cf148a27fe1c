import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Api } from '../../../../test/harness/api.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: IssuedKey;
let owner: Api;
before(async () => {
  server = await startTestServer();
  key = await server.newKey('live');
  owner = (await server.newManager(key.environment.organisationId)).api;
});
after(() => server.stop());

const erase = (customer: string, api = owner) =>
  api(`/manage/v1/environments/${key.environment.id}/customers/${customer}/erase`, { method: 'POST' });

async function newCustomer(): Promise<string> {
  const { body } = await key.api('/v1/customers', {
    body: { externalId: crypto.randomUUID(), name: 'Ada Lovelace' },
  });
  const account = {
    payto: 'payto://iban/DE75512108001245126199',
    holderName: 'Ada Lovelace',
    customer: body.id,
  };
  await key.api('/v1/accounts', { body: account });
  return body.id;
}

test('an operator erases a customer, and the audit log says so without a name', async () => {
  const customer = await newCustomer();
  const { api } = await server.newManager(key.environment.organisationId, { role: 'operator' });
  const { status, body, text } = await erase(customer, api);
  assert.equal(status, 200, text);
  const { erasedAt, ...rest } = body;
  assert.deepEqual(rest, { object: 'erasure', customer, closedAccounts: 1 });
  assert.ok(Math.abs(Date.parse(erasedAt) - Date.now()) < 60_000);
  assert.equal((await key.api(`/v1/customers/${customer}`)).status, 404);
  const [entry] = (await owner('/manage/v1/audit_entries?limit=1')).body.data;
  assert.deepEqual(
    [entry.action, entry.subject, entry.summary],
    ['customers.erase', customer, { closedAccounts: 1 }],
  );
  assert.equal((await erase(customer)).status, 404, 'once');
  const [event] = (await key.api('/v1/events?limit=100')).body.data.slice(-1);
  assert.equal(event.cause.actor, 'operator');
});

test('another environment’s customer is not found, and stays', async () => {
  const there = await server.newKey('live');
  const { body } = await there.api('/v1/customers', { body: { externalId: 'there' } });
  const foreign = await erase(body.id);
  const unknown = await erase('cus_0000000000000000000000');
  assert.equal(foreign.status, 404);
  const shape = ({ body: { data } }: typeof foreign) => [data.code, data.param, data.explanation];
  assert.deepEqual(shape(foreign), shape(unknown));
  assert.equal((await there.api(`/v1/customers/${body.id}`)).status, 200);
});
