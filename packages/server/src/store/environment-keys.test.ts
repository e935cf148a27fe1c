import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { findCustomer, insertOrFindCustomer } from './customers.ts';
import { addSealingKey, rewrapDataKeys, rewrapUnderMasterKey } from './environment-keys.ts';
import { type EnvironmentKeys, openKeyring, UnknownKeyVersion } from './keyring.ts';
import { type MasterKeys, masterKey } from './master-keys.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

async function newCustomer(keys: EnvironmentKeys) {
  return store.db.transaction(keys.environmentId, async (tx) => {
    const id = store.newId('cus_');
    const profile = { name: 'Grace Hopper', metadata: {} };
    await insertOrFindCustomer(tx, keys, { id, externalId: id, profile, createdAt: new Date() });
    return { commit: true, value: id };
  });
}

const nameOf = async (keys: EnvironmentKeys, id: string) =>
  (await findCustomer(store.db, keys, id))?.profile.name;

test('a new master key opens everything once the environment keys are wrapped by it, and the old one nothing', async () => {
  const environment = await store.newEnvironment();
  const id = await newCustomer(await store.keyring.of(environment.id));
  const rotated: MasterKeys = { current: masterKey(randomBytes(32)), previous: [store.masterKeys.current] };
  assert.equal(await rewrapUnderMasterKey(store.db, rotated, environment.id), 2);
  assert.equal(await rewrapUnderMasterKey(store.db, rotated, environment.id), 0);
  const onlyNew = openKeyring(store.db, { current: rotated.current, previous: [] });
  assert.equal(await nameOf(await onlyNew.of(environment.id), id), 'Grace Hopper');
  await assert.rejects(openKeyring(store.db, store.masterKeys).of(environment.id), /master key/);
});

test('after a rotation of the environment key old and new customers can be read, and data keys move under it', async () => {
  const environment = await store.newEnvironment();
  const first = await store.keyring.of(environment.id);
  const old = await newCustomer(first);
  assert.equal(await addSealingKey(store.db, store.masterKeys, environment.id, new Date()), 2);
  const second = await openKeyring(store.db, store.masterKeys).of(environment.id);
  const recent = await newCustomer(second);
  assert.equal(await nameOf(second, old), 'Grace Hopper');
  assert.equal(await nameOf(second, recent), 'Grace Hopper');
  // The environment's own data key and the old customer's move; the recent customer's is there already.
  assert.equal(await rewrapDataKeys(store.db, store.masterKeys, environment.id), 2);
  assert.equal(await rewrapDataKeys(store.db, store.masterKeys, environment.id), 0);
  assert.equal(await nameOf(second, old), 'Grace Hopper');
});

test('a node that has not heard of a rotation says so instead of failing to decrypt', async () => {
  const environment = await store.newEnvironment();
  const stale = await store.keyring.of(environment.id);
  await addSealingKey(store.db, store.masterKeys, environment.id, new Date());
  const id = await newCustomer(await openKeyring(store.db, store.masterKeys).of(environment.id));
  await assert.rejects(findCustomer(store.db, stale, id), UnknownKeyVersion);
});
