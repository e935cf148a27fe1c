import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { masterKey } from './master-keys.ts';
import { openOrganisationKeys, rewrapOrganisationKey } from './organisation-keys.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

const sealed = async (organisationId: string, keys = openOrganisationKeys(store.db, store.masterKeys)) =>
  (await keys.of(organisationId)).seal('operator', 'profile', 'opr_1', Buffer.from('Ada'));

test('nodes that need an organisation’s key at once make one and the same', async () => {
  const { organisationId } = await store.newEnvironment();
  const nodes = [0, 1, 2].map(() => openOrganisationKeys(store.db, store.masterKeys));
  const values = await Promise.all(nodes.map((keys) => sealed(organisationId, keys)));
  for (const keys of nodes) {
    const key = await keys.of(organisationId);
    for (const value of values)
      assert.equal(key.open('operator', 'profile', 'opr_1', value).toString(), 'Ada');
  }
});

test('what one organisation sealed does not open for another, nor in another place', async () => {
  const [ours, theirs] = [await store.newEnvironment(), await store.newEnvironment()];
  const value = await sealed(ours.organisationId);
  const keys = openOrganisationKeys(store.db, store.masterKeys);
  const [own, other] = [await keys.of(ours.organisationId), await keys.of(theirs.organisationId)];
  assert.throws(() => other.open('operator', 'profile', 'opr_1', value));
  assert.throws(() => own.open('operator', 'profile', 'opr_2', value));
});

test('under a new master key everything opens as before, and the old one is of no more use', async () => {
  const { organisationId } = await store.newEnvironment();
  const value = await sealed(organisationId);
  const current = masterKey(randomBytes(32));
  const both = { current, previous: [store.masterKeys.current] };
  assert.equal(await rewrapOrganisationKey(store.db, both, organisationId), true);
  assert.equal(await rewrapOrganisationKey(store.db, both, organisationId), false);
  const alone = openOrganisationKeys(store.db, { current, previous: [] });
  const key = await alone.of(organisationId);
  assert.equal(key.open('operator', 'profile', 'opr_1', value).toString(), 'Ada');
  await assert.rejects(openOrganisationKeys(store.db, store.masterKeys).of(organisationId), /is configured/);
});
