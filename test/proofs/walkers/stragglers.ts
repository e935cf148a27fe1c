/**
 * Writers of events that begin early and commit late: each writes its event, waits until several readers have walked
 * past the place where a number taken at once would have been, and only then commits. They write to the service's own
 * table, beside the service, because none of its operations can be held open; the table's trigger numbers them all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Passing } from './passing.ts';

export interface StragglerOptions {
  readonly pool: pg.Pool;
  readonly passing: Passing;
  readonly writersAreDone: () => boolean;
}

export interface Stragglers {
  /** Whom their events tell of. */
  readonly subjects: readonly string[];
  /** How many of them several readers had walked past before they committed. */
  readonly overtaken: number;
}

/** Others may have begun before a straggler and not be seen yet: at most as many as the service has connections, 8. */
const OTHERS_AT_WORK_MAX = 10;
/**
 * Readers that lag far behind may take longer than this to pass. A transaction is not held open for more, because
 * Postgres cannot clean up after the counter's updates meanwhile, which slows everybody down.
 */
const OPEN_MS_MAX = 4_000;
const READERS_PAST_MIN = 3;
const RETRY_MS = 5;

/** Runs one straggler after the other until the writers are done. */
export async function straggle(options: StragglerOptions): Promise<Stragglers> {
  const subjects: string[] = [];
  let overtaken = 0;
  const environmentId = await testEnvironment(options.pool);
  while (!options.writersAreDone()) {
    const name = `Straggler${String(subjects.length).padStart(8, '0')}`;
    const how = await straggleOnce(options, environmentId, name);
    if (how === 'too early') await sleep(RETRY_MS);
    else subjects.push(`acct_${name}`);
    if (how === 'overtaken') overtaken += 1;
  }
  return { subjects, overtaken };
}

/** `too early`: there is no event yet that could be copied, so none was written. */
async function straggleOnce(
  { pool, passing }: StragglerOptions,
  environmentId: string,
  name: string,
): Promise<'overtaken' | 'not overtaken' | 'too early'> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('switchyard.environment', $1, true)`, [environmentId]);
    const { rows } = await client.query<{ sequence: string }>(
      `select sequence from switchyard.event where environment_id = $1 order by sequence desc limit 1`,
      [environmentId],
    );
    const [newest] = rows;
    if (newest === undefined) {
      await client.query('rollback');
      return 'too early';
    }
    await client.query(COPY_AN_EVENT, [environmentId, `evt_${name}`, `acct_${name}`]);
    const passed = await passing.beyond(
      Number(newest.sequence) + OTHERS_AT_WORK_MAX,
      READERS_PAST_MIN,
      OPEN_MS_MAX,
    );
    await client.query('commit');
    return passed ? 'overtaken' : 'not overtaken';
  } finally {
    client.release();
  }
}

const COPY_AN_EVENT = `
  insert into switchyard.event (environment_id, id, type, object_id, data, cause, api_version, created_at)
  select environment_id, $2, type, $3, jsonb_set(data::jsonb, '{object,id}', to_jsonb($3::text))::json,
    cause, api_version, now()
  from switchyard.event where environment_id = $1 limit 1`;

async function testEnvironment(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ environment_id: string }>(
    `select environment_id from switchyard.list_environments() where mode = 'test'`,
  );
  const [environment] = rows;
  if (environment === undefined) throw new Error('There is no test environment');
  return environment.environment_id;
}
