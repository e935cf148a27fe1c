import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freshSchema } from '../testing/fresh-schema.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { insertAccount, listAccounts } from './accounts.ts';
import { findCustomer, insertOrFindCustomer, listCustomers } from './customers.ts';
import { insertDataKey } from './data-keys.ts';
import { IDLE_MS_MAX, type Statement } from './database.ts';
import { GLOBAL_TABLES, ORGANISATION_TABLES } from './distribution.ts';
import { findEvent, insertEvent, listEvents } from './events.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

const GLOBAL = Object.keys(GLOBAL_TABLES);
const OF_ORGANISATIONS = Object.keys(ORGANISATION_TABLES);

async function newCustomer(environmentId: string, externalId = store.newId('cus_')) {
  const keys = await store.keyring.of(environmentId);
  return store.db.transaction(environmentId, async (tx) => ({
    commit: true,
    value: (
      await insertOrFindCustomer(tx, keys, {
        id: store.newId('cus_'),
        externalId,
        profile: { name: 'Grace Hopper', metadata: { plan: 'gold' } },
        createdAt: new Date(),
      })
    ).customer,
  }));
}

test('schema.sql is what the migrations lead to', async () => {
  assert.equal(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'), await freshSchema());
});

test('every table has row-level security, forced, and its key led by the environment or organisation it is of', async () => {
  const tables = await store.asOwner<{ name: string; forced: boolean; lead: string | null }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as lead
    from pg_class c where c.relnamespace = 'switchyard'::regnamespace and c.relkind = 'r'`);
  for (const { name, forced, lead } of tables) {
    if (GLOBAL.includes(name)) continue;
    assert.equal(forced, true, `${name} forces row-level security`);
    const owner = OF_ORGANISATIONS.includes(name) ? 'organisation_id' : 'environment_id';
    assert.equal(lead, owner, `the primary key of ${name} is led by ${owner}`);
  }
  assert.ok(tables.length > GLOBAL.length);
});

test('the service cannot reach a global table', async () => {
  const reached = await store.asOwner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'switchyard'::regnamespace
      and relname = any($1) and has_table_privilege('switchyard_app', oid, 'select, insert, update, delete')`,
    [GLOBAL],
  );
  assert.deepEqual(reached, []);
});

test('every index and foreign key of those tables is led by what they are of', async () => {
  const stray = await store.asOwner<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'switchyard'::regnamespace and c.relname <> all($1)
        and a.attname <> case when c.relname = any($2) then 'organisation_id' else 'environment_id' end
    union all
    select conname from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.connamespace = 'switchyard'::regnamespace and a.attname <> 'environment_id'
        and not (a.attname = 'organisation_id' and c.relname = any($1 || $2))`,
    [GLOBAL, OF_ORGANISATIONS],
  );
  assert.deepEqual(stray, []);
});

const countCustomers: Statement<{ readonly n: string }> = {
  name: 'test-count-customers',
  text: 'select count(*) as n from switchyard.customer',
};

test('a transaction sees the rows of its own environment only, even when the SQL forgets to ask', async () => {
  const [here, there] = [await store.newEnvironment(), await store.newEnvironment()];
  await newCustomer(here.id);
  assert.equal((await store.db.read(here.id, countCustomers, []))[0]?.n, '1');
  assert.equal((await store.db.read(there.id, countCustomers, []))[0]?.n, '0');
});

test('without an environment there are no rows, for the owner of the tables neither', async () => {
  await newCustomer((await store.newEnvironment()).id);
  assert.equal((await store.db.call(countCustomers, []))[0]?.n, '0');
  assert.deepEqual(await store.asOwner('select id from switchyard.customer'), []);
});

test('a row cannot be written into another environment', async () => {
  const [here, there] = [await store.newEnvironment(), await store.newEnvironment()];
  const smuggle: Statement<never> = {
    name: 'test-smuggle',
    text: `insert into switchyard.event_counter (environment_id) values ($1)`,
  };
  await assert.rejects(
    store.db.transaction(here.id, async (tx) => {
      await tx.query(smuggle, [there.id]);
      return { commit: true, value: undefined };
    }),
    /row-level security/,
  );
});

test('the service cannot read the global tables, nor change an event that was written', async () => {
  const environment = await store.newEnvironment();
  for (const text of [
    'select * from switchyard.api_key_lookup',
    'select * from switchyard.organisation',
    'select * from switchyard.environment',
    'update switchyard.event set sequence = 1',
    'delete from switchyard.event',
  ]) {
    await assert.rejects(
      store.db.read(environment.id, { name: `test-${text}`, text }, []),
      /permission denied/,
      text,
    );
  }
});

test('what is personal stands in no column in the clear', async () => {
  const environment = await store.newEnvironment();
  await newCustomer(environment.id, 'the-clients-own-id');
  const dump = JSON.stringify(
    await store.asOwner(
      `select *, encode(profile, 'escape') as text from switchyard.customer`,
      [],
      environment.id,
    ),
  );
  assert.match(dump, /the-clients-own-id/);
  assert.doesNotMatch(dump, /Grace|Hopper|gold/);
});

test('the same external id under concurrency makes one customer, and later details change nothing', async () => {
  const environment = await store.newEnvironment();
  const made = await Promise.all(Array.from({ length: 20 }, () => newCustomer(environment.id, 'same')));
  assert.equal(new Set(made.map((customer) => customer.id)).size, 1);
  assert.equal((await store.db.read(environment.id, countCustomers, []))[0]?.n, '1');
});

test('a sealed profile opens in its own row only', async () => {
  const environment = await store.newEnvironment();
  const [one, two] = [await newCustomer(environment.id), await newCustomer(environment.id)];
  const moved = await store.asOwner(
    `update switchyard.customer set profile = (select profile from switchyard.customer where id = $2)
     where id = $1 returning id`,
    [one.id, two.id],
    environment.id,
  );
  assert.equal(moved.length, 1);
  const keys = await store.keyring.of(environment.id);
  await assert.rejects(findCustomer(store.db, keys, one.id));
});

test('a walk over customers sees each once, newest first, while others are being made', async () => {
  const environment = await store.newEnvironment();
  const keys = await store.keyring.of(environment.id);
  const before = [];
  for (let i = 0; i < 12; i += 1) before.push((await newCustomer(environment.id)).id);
  const seen: string[] = [];
  let afterId: string | undefined;
  for (;;) {
    const page = await listCustomers(store.db, keys, {
      limit: 5,
      ...(afterId === undefined ? {} : { after: afterId }),
    });
    assert.ok(page.ok);
    seen.push(...page.rows.map((row) => row.id));
    await newCustomer(environment.id);
    if (!page.hasMore) break;
    afterId = page.rows.at(-1)?.id;
  }
  assert.deepEqual(seen, before.toReversed());
});

test('a cursor of another environment is unknown', async () => {
  const [here, there] = [await store.newEnvironment(), await store.newEnvironment()];
  const foreign = await newCustomer(there.id);
  const keys = await store.keyring.of(here.id);
  const request = { after: foreign.id, limit: 10 };
  assert.deepEqual(await listCustomers(store.db, keys, request), { ok: false, error: 'unknown_cursor' });
  assert.deepEqual(await listAccounts(store.db, keys, request), { ok: false, error: 'unknown_cursor' });
  assert.deepEqual(await listEvents(store.db, here.id, request), { ok: false, error: 'unknown_cursor' });
});

test('events are numbered without a gap in the order of their commits, not of their writing', async () => {
  const environment = await store.newEnvironment();
  const [early, late] = [store.newId('evt_'), store.newId('evt_')];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = store.db.transaction(environment.id, async (tx) => {
    insertEvent(tx, testEvent(early));
    await tx.query(countCustomers, []);
    await held;
    return { commit: true, value: undefined };
  });
  await store.db.transaction(environment.id, async (tx) => {
    insertEvent(tx, testEvent(late));
    return { commit: true, value: undefined };
  });
  assert.equal((await findEvent(store.db, environment.id, late))?.sequence, 1);
  assert.equal(await findEvent(store.db, environment.id, early), undefined);
  release();
  await slow;
  assert.equal((await findEvent(store.db, environment.id, early))?.sequence, 2);
});

test('an event of a transaction that does not commit takes no number', async () => {
  const environment = await store.newEnvironment();
  await store.db.transaction(environment.id, async (tx) => {
    insertEvent(tx, testEvent(store.newId('evt_')));
    return { commit: false, value: undefined };
  });
  const kept = store.newId('evt_');
  await store.db.transaction(environment.id, async (tx) => {
    insertEvent(tx, testEvent(kept));
    return { commit: true, value: undefined };
  });
  assert.equal((await findEvent(store.db, environment.id, kept))?.sequence, 1);
});

test('a transaction that stands still is ended by the database, so that it holds no lock for long', async () => {
  const environment = await store.newEnvironment();
  const setting: Statement<{ readonly value: string }> = {
    name: 'test-idle-timeout',
    text: `select current_setting('idle_in_transaction_session_timeout') as value`,
  };
  const within = await store.db.transaction(environment.id, async (tx) => ({
    commit: true,
    value: await tx.query(setting, []),
  }));
  assert.deepEqual(within, [{ value: `${IDLE_MS_MAX / 1_000}s` }]);
});

test('a write that fails unseen fails the whole transaction', async () => {
  const environment = await store.newEnvironment();
  const id = store.newId('evt_');
  await assert.rejects(
    store.db.transaction(environment.id, async (tx) => {
      insertEvent(tx, testEvent(id));
      insertEvent(tx, testEvent(id));
      return { commit: true, value: undefined };
    }),
    /event_pkey/,
  );
  assert.equal(await findEvent(store.db, environment.id, id), undefined);
});

test('an account without a customer has a data key of its own, and equal addresses have equal fingerprints', async () => {
  const [here, there] = [await store.newEnvironment(), await store.newEnvironment()];
  const register = async (environmentId: string) => {
    const keys = await store.keyring.of(environmentId);
    return store.db.transaction(environmentId, async (tx) => {
      const id = store.newId('acct_');
      const { dataKey, row } = keys.newDataKey(id);
      insertDataKey(tx, row, new Date());
      const account = insertAccount(tx, keys, dataKey, {
        id,
        source: 'registered',
        status: 'active',
        scheme: 'iban',
        masked: 'DE****6199',
        assets: ['iso4217:EUR'],
        details: { holderName: 'Ada', metadata: {} },
        payto: 'payto://iban/DE75512108001245126199',
        normalized: 'payto://iban/DE75512108001245126199',
        createdAt: new Date(),
        updatedAt: new Date(),
      });
      return { commit: true, value: account };
    });
  };
  const [one, two, elsewhere] = [await register(here.id), await register(here.id), await register(there.id)];
  assert.notEqual(one.id, two.id);
  assert.equal(one.fingerprint, two.fingerprint);
  assert.notEqual(one.fingerprint, elsewhere.fingerprint);
});

function testEvent(id: string) {
  return {
    id,
    type: 'connection.degraded',
    objectId: 'con_test',
    // The log does not look into what it keeps; the contract's shapes are the operations' business.
    object: { object: 'connection' } as never,
    cause: { actor: 'worker' },
    apiVersion: '2026-10-08',
    createdAt: new Date(),
  } as const;
}
