/**
 * What the isolation matrix (`test/isolation`) cannot hold, because all its environments are connected to the same rails: an
 * environment without connections knows none of the banks that others reach.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let ours: IssuedKey;
let theirs: IssuedKey;

before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  ours = await server.newKey('test');
  theirs = await server.newKey('test');
  await connectToSimulator(server, theirs.environment.id, simulator.baseUrl);
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

test('GET /v1/institutions shows no bank that only another organisation is connected to', async () => {
  assert.deepEqual((await ours.api('/v1/institutions?country=GB')).body.data, []);
  assert.notDeepEqual((await theirs.api('/v1/institutions?country=GB')).body.data, []);
});

test('no account is linked at such a bank: it is not found, like one that does not exist', async () => {
  const customer = (await ours.api('/v1/customers', { body: { externalId: 'linking' } })).body.id;
  const [bank] = (await theirs.api('/v1/institutions?country=GB&limit=1')).body.data;
  const link = (institution: string) =>
    ours.api('/v1/link_sessions', {
      body: { customer, country: 'GB', institution, returnUri: 'https://shop.example/linked' },
    });
  const [one, other] = [await link(bank.id), await link('ins_0000000000000000000000')];
  assert.equal(one.status, 404, one.text);
  assert.equal(one.body.data.param, 'institution');
  assert.equal(withoutId(one.text), withoutId(other.text));
});

function withoutId(text: string): string {
  return text.replace(/"requestId":"[^"]+"/, '');
}
