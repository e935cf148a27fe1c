/**
 * The control: the same readers over the log that most services would build, a table whose `bigserial` is taken when
 * the row is inserted. A transaction that inserts early and commits late shows its row behind readers who have
 * already passed its number. If this control ever passed the audit, the audit would be worth nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '../../harness/random.ts';
import { auditWalk, type WalkAudit } from './audit-walk.ts';
import { createPassing } from './passing.ts';
import { type LogEntry, type ReadPage, walkLog } from './walk-log.ts';

export interface NaiveLogOptions {
  readonly pool: pg.Pool;
  readonly writers: number;
  readonly readers: number;
  readonly rows: number;
  readonly random: Random;
}

export interface NaiveLogResult {
  readonly audits: readonly WalkAudit[];
  /** The one row that every reader must have lost. */
  readonly straggler: string;
}

const WRITE_MS_MAX = 8;
const STRAGGLER_MS_MAX = 60_000;
const STRAGGLER = 'straggler';

export async function walkNaiveLog(options: NaiveLogOptions): Promise<NaiveLogResult> {
  const { pool, random } = options;
  await pool.query('create schema naive');
  await pool.query('create table naive.log (id bigserial primary key, subject text not null)');
  const written = new Set<string>([STRAGGLER]);
  const passing = createPassing(options.readers);
  let done = false;

  // It has its number before all others and commits after every reader has passed it, so the loss is no matter of
  // luck. The others overlap as they happen to.
  const inserted = Promise.withResolvers<void>();
  const straggler = insert(pool, STRAGGLER, async () => {
    inserted.resolve();
    await passing.beyond(1, options.readers, STRAGGLER_MS_MAX);
  });
  await inserted.promise;
  const readers = Array.from({ length: options.readers }, (_, reader) =>
    walkLog(passing.watch(reader, readNaivePage(pool)), random.fork(), () => done),
  );
  let begun = 0;
  const write = async (): Promise<void> => {
    while (begun < options.rows) {
      const subject = `row ${begun}`;
      begun += 1;
      await insert(pool, subject, () => sleep(random.between(0, WRITE_MS_MAX)));
      written.add(subject);
    }
  };
  await Promise.all(Array.from({ length: options.writers }, write));
  await straggler;
  done = true;
  const walks = await Promise.all(readers);
  return { audits: walks.map(({ entries }) => auditWalk(entries, written)), straggler: STRAGGLER };
}

async function insert(pool: pg.Pool, subject: string, beforeCommit: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into naive.log (subject) values ($1)', [subject]);
    await beforeCommit();
    await client.query('commit');
  } finally {
    client.release();
  }
}

function readNaivePage(pool: pg.Pool): ReadPage {
  return async (after, limit) => {
    const { rows } = await pool.query<{ id: string; subject: string }>(
      'select id, subject from naive.log where id > $1 order by id limit $2',
      [after ?? '0', limit],
    );
    return rows.map(({ id, subject }): LogEntry => ({ id, sequence: Number(id), subject }));
  };
}
