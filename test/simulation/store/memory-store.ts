/**
 * The simulated database as processes reach it: over a connection that can break at every round trip, with a COMMIT whose
 * acknowledgement can be lost, and which notices some time later that a process has died.
 */
import type { Database, Statement, Transaction } from '../../../packages/server/src/store/database.ts';
import type { Process } from '../process.ts';
import type { World } from '../world.ts';
import type { Script, Spoken } from './script.ts';
import { type Session, STATEMENTS } from './statements.ts';
import { type Change, createTables, databaseError, type Open, type Row, type Tables } from './tables.ts';

export interface Committed {
  readonly by: string;
  readonly statements: readonly string[];
  readonly changes: readonly Change[];
  readonly held: Session['held'];
}

export interface MemoryStore {
  readonly tables: Tables;
  connect(process: Process): Database;
  /** When a job is next due. */
  nextDueMs(): number;
}

const LOCK_WAIT_MS_MAX = 2_000;
const SHARED_LOCK_WAIT_MS_MAX = 500;
const NOTICED_DEAD_MS_MAX = 3_000;
const COMMIT_MS_MAX = 4;
const COMMIT_MS_WORST = 300;

/** `script`: told of everything that is done, where it shall be done to another database too. */
export function createMemoryStore(
  world: World,
  onCommit: (committed: Committed) => void,
  script?: Script,
): MemoryStore {
  const tables = createTables(world);

  const { nowMs } = world;
  const due = { version: -1, ms: Number.POSITIVE_INFINITY };

  const sessionOf = (open: Open, lockWaitMsMax: number): Session => ({
    tables,
    open,
    lockWaitMsMax,
    held: [],
    nowMs,
  });

  function perform(
    session: Session,
    statement: Statement<unknown>,
    values: readonly unknown[],
    by: Spoken['by'] = 'transaction',
  ) {
    const work = STATEMENTS[statement.name];
    if (work === undefined) throw new Error(`the simulated database does not know ${statement.name}`);
    if (script === undefined) return work(session, values);
    // An error that is thrown at once is one of the database too.
    const answer = Promise.try(work, session, values);
    script.hear(session.open, by, statement, values, answer);
    return answer;
  }

  function commit(open: Open): readonly Change[] {
    const changes = tables.commit(open);
    script?.end(open, true);
    return changes;
  }

  function rollBack(open: Open): void {
    if (open.isOver) return;
    tables.rollBack(open);
    script?.end(open, false);
  }

  /** One statement that is a transaction of its own. Having read is no point of its own: the next one is as good to die at. */
  async function single(
    process: Process,
    by: 'read' | 'call',
    statement: Statement<unknown>,
    values: readonly unknown[],
  ) {
    if (!CONSTANT.has(statement.name)) await process.step(pointsOf(statement).before);
    if (process.strikes('connectionLost')) throw databaseError('08006');
    const open = tables.open(process.name);
    const session = sessionOf(open, SHARED_LOCK_WAIT_MS_MAX);
    try {
      const rows = await perform(session, statement, values, by);
      const changes = commit(open);
      if (changes.length === 0) return rows;
      onCommit({ by: process.name, statements: [statement.name], changes, held: session.held });
      await process.step(pointsOf(statement).after);
      if (process.strikes('commitUnacknowledged')) throw databaseError('08006');
      return rows;
    } catch (error) {
      rollBack(open);
      throw error;
    }
  }

  async function transaction<T>(
    process: Process,
    environmentId: string,
    work: (tx: Transaction) => Promise<{ readonly commit: boolean; readonly value: T }>,
  ): Promise<T> {
    const open = tables.open(process.name);
    const session = sessionOf(open, LOCK_WAIT_MS_MAX);
    const names: string[] = [];
    const queued: { readonly statement: Statement<unknown>; readonly values: readonly unknown[] }[] = [];
    const isSafe = process.onDeath(() => {
      world.after(world.random.between(0, NOTICED_DEAD_MS_MAX), () => rollBack(open));
    });
    /** Whatever was sent goes with the next round trip, in order. */
    const flush = async () => {
      for (const { statement, values } of queued.splice(0)) {
        names.push(statement.name);
        await perform(session, statement, values);
      }
    };
    try {
      const ending = await work({
        environmentId,
        send: (statement, values) => void queued.push({ statement, values }),
        query: async <Result>(statement: Statement<Result>, values: readonly unknown[]) => {
          if (!CONSTANT.has(statement.name)) await process.step(pointsOf(statement).before);
          if (process.strikes('connectionLost')) throw databaseError('08006');
          await flush();
          names.push(statement.name);
          // What a statement selects is the promise of its author.
          return (await perform(session, statement, values)) as unknown as readonly Result[];
        },
      });
      if (!ending.commit) {
        rollBack(open);
        return ending.value;
      }
      const label = labelOf([...names, ...queued.map(({ statement }) => statement.name)]);
      await process.step(`before commit of ${label}`);
      if (process.strikes('connectionLost')) throw databaseError('08006');
      await flush();
      // The disk takes its time, whether or not the process still lives; others commit meanwhile.
      await world.sleep(world.random.between(0, world.random.chance(0.1) ? COMMIT_MS_WORST : COMMIT_MS_MAX));
      if (open.isOver) throw databaseError('08006');
      const changes = commit(open);
      onCommit({ by: process.name, statements: names, changes, held: session.held });
      await process.step(`after commit of ${label}`);
      if (process.strikes('commitUnacknowledged')) throw databaseError('08006');
      return ending.value;
    } catch (error) {
      rollBack(open);
      throw error;
    } finally {
      isSafe();
    }
  }

  return {
    tables,
    connect: (process) => ({
      read: async <Result>(_: string, statement: Statement<Result>, values: readonly unknown[]) =>
        (await single(process, 'read', statement, values)) as unknown as readonly Result[],
      call: async <Result>(statement: Statement<Result>, values: readonly unknown[]) =>
        (await single(process, 'call', statement, values)) as unknown as readonly Result[],
      write: async () => {
        throw new Error('nothing that is simulated writes blindly');
      },
      transaction: (environmentId, work) => transaction(process, environmentId, work),
      readOfOrganisation: async () => {
        throw new Error('nothing that is simulated belongs to an organisation alone');
      },
      organisationTransaction: async () => {
        throw new Error('nothing that is simulated belongs to an organisation alone');
      },
      close: async () => undefined,
    }),
    nextDueMs() {
      // Asked at every event, and jobs change far less often.
      const version = tables.versionOf('job');
      if (due.version === version) return due.ms;
      due.version = version;
      due.ms = Number.POSITIVE_INFINITY;
      for (const [, row] of tables.rows(undefined, 'job')) due.ms = Math.min(due.ms, dueMsOf(row));
      return due.ms;
    },
  };
}

/** They read what never changes while a seed lives, so when they do is all the same, and takes no time. */
const CONSTANT: ReadonlySet<string> = new Set([
  'account-for-paying',
  'data-key-by-subject',
  'route-quote-by-id',
]);

interface Points {
  readonly before: string;
  readonly after: string;
}

const POINTS = new WeakMap<Statement<unknown>, Points>();

/** Made once: millions of steps are taken. */
function pointsOf(statement: Statement<unknown>): Points {
  const known = POINTS.get(statement);
  if (known !== undefined) return known;
  const made = { before: `before ${statement.name}`, after: `after ${statement.name}` };
  POINTS.set(statement, made);
  return made;
}

/** What a transaction is for, by the statement that says the most. */
const TELLING: readonly (readonly [statement: string, label: string])[] = [
  ['payment-insert', 'the new payment'],
  ['rail-operation-begin', 'the begun call'],
  ['rail-operation-end', 'the answered call'],
  ['rail-sequence-take', 'the taken number'],
  ['provider-notice-insert', 'the notice'],
  ['provider-notice-applied', 'the applied notice'],
  ['idempotency-store', 'the kept answer'],
  ['job-hold', 'the moved leg'],
  ['job-schedule', 'the asked cancel'],
  ['payment-update', 'the user’s return'],
  ['idempotency-name-resource', 'the named claim'],
];

function labelOf(names: readonly string[]): string {
  return TELLING.find(([statement]) => names.includes(statement))?.[1] ?? names.join('+');
}

function dueMsOf(row: Row): number {
  return Math.max(Number(row.runAtMs), Number(row.leasedUntilMs) + 1);
}
