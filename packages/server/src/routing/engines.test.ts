import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import { seedRouting } from '../development/seed-routing.ts';
import type { Environment } from '../domain/environment.ts';
import { changeConnectionStatus } from '../store/connections.ts';
import type { Database } from '../store/database.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createEngines } from './engines.ts';

const catalogue = loadCatalogue();
let store: TestStore;
let environment: Environment;
let nowMs = Date.now();
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());
beforeEach(async () => {
  environment = await store.newEnvironment();
  await seedRouting({ db: store.db, newId: store.newId, catalogue, now: Date.now }, environment.id);
});

const logger = { warn: () => undefined };
const open = (db: Database = store.db) => createEngines({ db, catalogue, now: () => nowMs, logger });

/** As another node or an operator would: nobody tells this one. */
async function disableFirst(): Promise<string> {
  const { snapshot } = await open().of(environment);
  const [connection] = snapshot.connections;
  assert.ok(connection !== undefined);
  await store.db.transaction(environment.id, async (tx) => {
    const change = { from: connection.status, to: 'disabled', at: new Date(nowMs) } as const;
    return { commit: true, value: await changeConnectionStatus(tx, connection.id, change) };
  });
  return connection.id;
}

async function statusSeen(engines: ReturnType<typeof open>, id: string): Promise<string | undefined> {
  const { snapshot } = await engines.of(environment);
  return snapshot.connections.find((connection) => connection.id === id)?.status;
}

test('the first to ask after a silence gets what holds now, not what held before it', async () => {
  const engines = open();
  await engines.of(environment);
  const id = await disableFirst();
  assert.equal(await statusSeen(engines, id), 'ready');
  nowMs += 4_000;
  assert.equal(await statusSeen(engines, id), 'disabled');
});

test('what was learnt on this node is waited for after a shorter silence', async () => {
  const engines = open();
  await engines.of(environment);
  const id = await disableFirst();
  engines.touch(environment.id);
  nowMs += 2_000;
  assert.equal(await statusSeen(engines, id), 'disabled');
});

test('all who ask at once after a silence share one cut', async () => {
  let transactions = 0;
  const counted: Database = {
    ...store.db,
    transaction: (id, work) => {
      transactions += 1;
      return store.db.transaction(id, work);
    },
  };
  const engines = open(counted);
  await engines.of(environment);
  transactions = 0;
  nowMs += 60_000;
  await Promise.all(Array.from({ length: 20 }, () => engines.of(environment)));
  assert.equal(transactions, 1);
});

test('a snapshot that cannot be renewed serves until the time it names, and then no more', async () => {
  let broken = false;
  const failing: Database = {
    ...store.db,
    transaction: (id, work) =>
      broken ? Promise.reject(new Error('no database')) : store.db.transaction(id, work),
  };
  const engines = open(failing);
  const { snapshot } = await engines.of(environment);
  broken = true;
  nowMs += 60_000;
  assert.equal((await engines.of(environment)).snapshot, snapshot);
  nowMs += 1;
  await assert.rejects(engines.of(environment), /no database/);
  broken = false;
  nowMs += 1_000;
  assert.notEqual((await engines.of(environment)).snapshot, snapshot);
});

test('a cut that takes long is not waited for while the one at hand may serve', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let slow = false;
  const engines = open({
    ...store.db,
    transaction: async (id, work) => {
      if (slow) await held;
      return store.db.transaction(id, work);
    },
  });
  const { snapshot } = await engines.of(environment);
  slow = true;
  nowMs += 10_000;
  assert.equal((await engines.of(environment)).snapshot, snapshot);
  release();
});
