import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCatalogue } from '@switchyard/rails';
import { seedRouting } from '../development/seed-routing.ts';
import { listCallableConnections } from '../store/connections.ts';
import { packDirectory, putDirectory } from '../store/provider-directories.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createDirectory } from './directory.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

async function put(environmentId: string, ...names: readonly string[]): Promise<void> {
  const [connection] = await listCallableConnections(store.db, environmentId);
  assert.ok(connection);
  const packed = await packDirectory(
    names.map((name) => ({ ref: name, name, country: 'DE', roles: ['bank-link'], restrictions: [] })),
  );
  await store.db.transaction(environmentId, async (tx) => {
    putDirectory(tx, connection.id, packed, new Date());
    return { commit: true, value: undefined };
  });
}

test('a directory that is known to be old serves on until the new one is there', async () => {
  const { id } = await store.newEnvironment();
  const now = () => Date.now();
  await seedRouting({ db: store.db, catalogue: loadCatalogue(), newId: store.newId, now }, id);
  const directory = createDirectory({ db: store.db, now, logger: { warn: () => undefined } });
  const names = async () =>
    (await directory.search(id, { country: 'DE', limit: 10 })).map(({ name }) => name);
  await put(id, 'Old');
  assert.deepEqual(await names(), ['Old']);
  await put(id, 'New', 'Other');
  directory.forget(id);
  assert.deepEqual(await names(), ['Old'], 'nobody waits for the new one');
  for (let look = 0; look < 100 && (await names()).length === 1; look += 1) await sleep(20);
  assert.deepEqual(await names(), ['New', 'Other']);
});

test('after a silence the first to ask sees what has changed meanwhile', async () => {
  const { id } = await store.newEnvironment();
  let skewMs = 0;
  const now = () => Date.now() + skewMs;
  await seedRouting({ db: store.db, catalogue: loadCatalogue(), newId: store.newId, now }, id);
  const directory = createDirectory({ db: store.db, now, logger: { warn: () => undefined } });
  const names = async () =>
    (await directory.search(id, { country: 'DE', limit: 10 })).map(({ name }) => name);
  await put(id, 'Old');
  assert.deepEqual(await names(), ['Old']);
  await put(id, 'New');
  skewMs = 60_000;
  assert.deepEqual(await names(), ['New']);
});
