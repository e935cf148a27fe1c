/**
 * Does to Postgres what a life did to the simulated database: the same statements in the same transactions, in the order in which
 * they took effect, and compares every answer. What waited for a lock there has to wait here as well. As the code that is
 * simulated knows its database only by these answers, equal answers mean that it would have lived the same life on Postgres.
 */
import type { Database, Statement, Transaction } from '../../../packages/server/src/store/database.ts';
import { ENVIRONMENT } from '../setting.ts';
import type { Action, Spoken } from '../store/script.ts';
import type { Row } from '../store/tables.ts';
import { differenceOf } from './difference.ts';
import { normalValue } from './normal-value.ts';
import type { TwinDatabase } from './twin-database.ts';

/** Whoever has not been answered by then is waiting. */
const WAITING_MS = 40;
const PATIENCE_MS = 60_000;
const LOCK_TIMEOUT = '55P03';
const LOOKS_AT_CLOCK = /^job-/;
/** The connection of a process that died: nobody was there to be answered. */
const CONNECTION_LOST = '08006';

const setLockTimeout: Statement<never> = {
  name: 'simulation-lock-timeout',
  text: `select set_config('lock_timeout', $1, true)`,
};

/** Answers with the first difference; undefined when there is none. */
export async function replay(twin: TwinDatabase, actions: readonly Action[]): Promise<string | undefined> {
  const { db } = twin;
  const open = new Map<number, OpenTransaction>();
  const waiting = new Map<Spoken, Promise<Heard>>();
  let clockMs = 0;

  function speak({ by, statement, values, transaction }: Spoken): Promise<Heard> {
    if (by === 'call') return hear(db.call(statement, values));
    if (by === 'read') return hear(db.read(ENVIRONMENT.id, statement, values));
    const held = open.get(transaction) ?? openTransaction(db);
    open.set(transaction, held);
    return hear(held.tx.then((tx) => tx.query(statement, values)));
  }

  /** Time passes otherwise here: who waited in vain does so at once, and who was let in at last is not sent away before. */
  async function speakAndWait(spoken: Spoken): Promise<Heard> {
    const { by, statement, values, transaction } = spoken;
    const held = open.get(transaction) ?? openTransaction(db);
    if (by === 'transaction') open.set(transaction, held);
    const tx = await held.tx;
    const waitMsMax = spoken.error === LOCK_TIMEOUT ? WAITING_MS * 2 : PATIENCE_MS;
    tx.send(setLockTimeout, [String(waitMsMax)]);
    const heard = await hear(tx.query(statement, values));
    if (by !== 'transaction') await held.end(heard.error === undefined);
    return heard;
  }

  async function act(action: Action): Promise<string | undefined> {
    if (action.kind === 'ends') {
      const held = open.get(action.transaction);
      open.delete(action.transaction);
      return held?.end(action.commit);
    }
    const { spoken } = action;
    if (spoken.error === CONNECTION_LOST) return undefined;
    switch (action.kind) {
      case 'speaks':
        return compare(spoken, await speak(spoken));
      case 'waits': {
        const heard = speakAndWait(spoken);
        waiting.set(spoken, heard);
        const isAnswered = await Promise.race([heard.then(() => true), pass(WAITING_MS)]);
        return isAnswered === true ? `${spoken.statement.name} does not wait in Postgres` : undefined;
      }
      case 'waited': {
        const heard = await waiting.get(spoken);
        waiting.delete(spoken);
        return heard === undefined ? undefined : compare(spoken, heard);
      }
    }
  }

  let difference: string | undefined;
  for (const action of actions) {
    const isClockLookedAt =
      waiting.size > 0 || ('spoken' in action && LOOKS_AT_CLOCK.test(action.spoken.statement.name));
    if (isClockLookedAt && action.atMs !== clockMs) {
      clockMs = action.atMs;
      await twin.setClock(clockMs);
    }
    difference = await act(action);
    if (difference !== undefined) break;
  }
  await Promise.all(Array.from(open.values(), (held) => held.end(false)));
  return difference;
}

interface Heard {
  readonly rows?: readonly unknown[];
  readonly error?: string;
}

function hear(answer: Promise<readonly unknown[]>): Promise<Heard> {
  return answer.then(
    (rows) => ({ rows }),
    (error: unknown) => ({
      error: error instanceof Error && 'code' in error ? String(error.code) : String(error),
    }),
  );
}

interface OpenTransaction {
  readonly tx: Promise<Transaction>;
  /** Answers what went wrong. */
  end(commit: boolean): Promise<string | undefined>;
}

function openTransaction(db: Database): OpenTransaction {
  const begun = Promise.withResolvers<Transaction>();
  const ending = Promise.withResolvers<{ readonly commit: boolean; readonly value: undefined }>();
  const ended = db
    .transaction(ENVIRONMENT.id, (tx) => {
      begun.resolve(tx);
      return ending.promise;
    })
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return {
    tx: begun.promise,
    async end(commit) {
      ending.resolve({ commit, value: undefined });
      const error = await ended;
      return commit && error !== undefined ? `Postgres does not commit: ${error}` : undefined;
    },
  };
}

function compare(spoken: Spoken, heard: Heard): string | undefined {
  const told = () => `${spoken.statement.name}(${JSON.stringify(normalValue(spoken.values))})`;
  if (spoken.error !== heard.error)
    return `${told()}: ${spoken.error ?? 'no error'} in the simulation, ${heard.error ?? 'no error'} in Postgres`;
  if (spoken.error !== undefined || ANSWERS_NOTHING.has(spoken.statement.name)) return undefined;
  const theirs = (heard.rows ?? []) as readonly Row[];
  const difference = differenceOf(inOrder(spoken, spoken.rows ?? []), inOrder(spoken, theirs));
  return difference === undefined ? undefined : `${told()}: ${difference}`;
}

/** Functions that return nothing, which Postgres answers with a row of nothing. */
const ANSWERS_NOTHING: ReadonlySet<string> = new Set(['job-schedule', 'job-finish']);

/** No order is promised of jobs that are claimed together. */
function inOrder({ statement }: Spoken, rows: readonly Row[]): readonly Row[] {
  if (statement.name !== 'job-claim-due') return rows;
  return rows.toSorted((a, b) => (String(a.subject_id) < String(b.subject_id) ? -1 : 1));
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
