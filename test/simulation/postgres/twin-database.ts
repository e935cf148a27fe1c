/**
 * A real Postgres with our real schema, furnished as a life of the simulation was. Only its clock is not real: wherever our SQL asks
 * what time it is, it is told the time of the simulation.
 */
import type { Database, Statement } from '../../../packages/server/src/store/database.ts';
import { createEnvironment, createOrganisation } from '../../../packages/server/src/store/organisations.ts';
import { startTestStore } from '../../../packages/server/src/testing/test-store.ts';
import { CONNECTIONS, ENVIRONMENT } from '../setting.ts';
import type { Row, Tables } from '../store/tables.ts';

export interface TwinDatabase {
  readonly db: Database;
  setClock(atMs: number): Promise<void>;
  /** Empties it, and puts in what was there before anything happened. */
  furnish(tables: Tables): Promise<void>;
  /** All rows of a table, behind the service's back. */
  rowsOf(table: string): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

/** As many transactions of dying processes can be open at once as a life ever has. */
const CONNECTIONS_MAX = 80;

/** What is gone before the next life begins. */
const OF_A_LIFE = [
  'route_quote',
  'payment_intent',
  'leg',
  'rail_operation',
  'rail_sequence',
  'event',
  'job',
  'provider_notice',
  'idempotency_key',
];

const CLOCK = `
  create schema simulation;
  create unlogged table simulation.clock (at timestamptz not null);
  insert into simulation.clock values (now());
  create function simulation.now() returns timestamptz language sql volatile as 'select at from simulation.clock';
  create function simulation.set_clock(given timestamptz) returns void language sql security definer
    as 'update simulation.clock set at = given';
  grant usage on schema simulation to switchyard_app;
  do $$
  declare
    definition text;
  begin
    for definition in
      select pg_get_functiondef(p.oid) from pg_proc p
      where p.pronamespace = 'switchyard'::regnamespace and p.prosrc ~ '(clock|statement)_timestamp\\(\\)'
    loop
      execute regexp_replace(definition, '(clock|statement)_timestamp\\(\\)', 'simulation.now()', 'g');
    end loop;
  end
  $$;
  -- Nothing here has to outlive a crash of the machine.
  do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$;`;

const setClock: Statement<never> = { name: 'simulation-set-clock', text: 'select simulation.set_clock($1)' };

export async function startTwinDatabase(): Promise<TwinDatabase> {
  const store = await startTestStore({ poolMax: CONNECTIONS_MAX });
  const { db, asOwner } = store;
  const inside = (text: string, values: unknown[]) => asOwner(text, values, ENVIRONMENT.id);
  await asOwner(CLOCK);
  let isFurnished = false;

  async function insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    const places = columns.map((_, at) => `$${at + 1}`);
    await inside(
      `insert into switchyard.${table} (environment_id, ${columns.join(', ')})
       values ($${columns.length + 1}, ${places.join(', ')})`,
      [...Object.values(row), ENVIRONMENT.id],
    );
  }

  async function moveIn(tables: Tables): Promise<void> {
    const created_at = new Date(0);
    const { organisationId } = ENVIRONMENT;
    await createOrganisation(db, { id: organisationId, name: organisationId, createdAt: created_at });
    await createEnvironment(db, store.masterKeys, { ...ENVIRONMENT, name: 'test', createdAt: created_at });
    for (const [id, rail] of CONNECTIONS) {
      const state = { mode: 'route', status: 'ready', body: '{}', created_at, updated_at: created_at };
      await insert('connection', { id, config_key: id, rail, ...state });
    }
    for (const [, key] of tables.rows(undefined, 'data_key')) {
      const { subject_id, key_version: version, environment_key_version, key_wrapped: wrapped } = key;
      await insert('data_key', { subject_id, version, environment_key_version, wrapped, created_at });
    }
    for (const [, account] of tables.rows(undefined, 'account')) {
      const { rails, links, key_version, environment_key_version, key_wrapped, ...row } = account;
      await insert('account', row);
    }
    for (const [hash, { connection_id }] of tables.rows(undefined, 'webhook_path'))
      await insert('webhook_path', { token_hash: Buffer.from(hash, 'hex'), connection_id });
  }

  return {
    db,
    async setClock(atMs) {
      await db.call(setClock, [new Date(atMs)]);
    },
    async furnish(tables) {
      // Accounts and connections are those of every life.
      if (!isFurnished) await moveIn(tables);
      isFurnished = true;
      await asOwner(`truncate ${OF_A_LIFE.map((table) => `switchyard.${table}`).join(', ')} cascade`);
      await inside('update switchyard.event_counter set last_sequence = 0', []);
      for (const [id, quote] of tables.rows(undefined, 'route_quote')) {
        const { body, holds, ...row } = quote;
        // Quotes of the simulation are not cut from a snapshot.
        const { digest, from, to } = body as Row;
        const ends = { digest, from_account_id: from, to_account_id: to, snapshot_digest: '' };
        const texts = { body: JSON.stringify(body), holds: JSON.stringify(holds) };
        await insert('route_quote', { id, ...row, ...ends, ...texts });
      }
    },
    rowsOf: (table) => inside(`select * from switchyard.${table}`, []),
    stop: store.stop,
  };
}
