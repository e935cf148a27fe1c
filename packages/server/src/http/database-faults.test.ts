import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

test('a database that is gone is 503 with Retry-After, in the undefined shape, and never the client’s fault', async () => {
  const key = await server.newKey();
  assert.equal((await key.api('/v1/customers')).status, 200);
  await server.store.db.close();
  const answer = await key.api('/v1/customers', { body: { externalId: 'x' } });
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.equal(answer.body.defined, false);
  assert.equal(answer.body.code, 'SERVICE_UNAVAILABLE');
});
