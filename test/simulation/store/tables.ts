/** The committed rows of the simulated database, and the locks that transactions hold on rows. */
import type { World } from '../world.ts';

// What a row holds is known to the statements that write and read it, as in SQL.
export type Row = Readonly<Record<string, unknown>>;

export interface Change {
  readonly table: string;
  readonly key: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** A transaction as the database sees it. */
export interface Open {
  readonly name: string;
  readonly changes: Map<string, Change>;
  readonly locks: Set<string>;
  waitsFor: string | undefined;
  isOver: boolean;
}

export interface Tables {
  open(name: string): Open;
  get(open: Open | undefined, table: string, key: string): Row | undefined;
  rows(open: Open | undefined, table: string): readonly (readonly [string, Row])[];
  /** The rows of which this is true. */
  where(open: Open | undefined, table: string, is: (row: Row, key: string) => boolean): readonly Row[];
  /** Changes whenever a commit has changed the table. */
  versionOf(table: string): number;
  put(open: Open, table: string, key: string, row: Row | undefined): void;
  isLockedByOther(open: Open, table: string, key: string): boolean;
  /** Rejects as Postgres does when it takes too long. */
  lock(open: Open, table: string, key: string, waitMsMax: number): Promise<void>;
  /** All of its changes at once, events numbered in the order in which they were written. */
  commit(open: Open): readonly Change[];
  rollBack(open: Open): void;
}

export function createTables(world: World): Tables {
  const committed = new Map<string, Map<string, Row>>();
  const versions = new Map<string, number>();
  const owners = new Map<string, Open>();
  const waiting = new Map<string, (() => void)[]>();
  let sequence = 0;

  const tableOf = (table: string): Map<string, Row> => {
    const present = committed.get(table);
    if (present !== undefined) return present;
    const made = new Map<string, Row>();
    committed.set(table, made);
    return made;
  };

  function end(open: Open): void {
    open.isOver = true;
    for (const lock of open.locks) {
      owners.delete(lock);
      const waiters = waiting.get(lock) ?? [];
      waiting.delete(lock);
      for (const wake of waiters) wake();
    }
    open.locks.clear();
  }

  /** Two that wait for each other would wait for ever; Postgres ends one of them, and somebody's request with it. */
  function checkDeadlock(open: Open, lock: string): void {
    const names = [open.name];
    let owner = owners.get(lock);
    while (owner !== undefined && owner !== open) {
      names.push(owner.name);
      owner = owner.waitsFor === undefined ? undefined : owners.get(owner.waitsFor);
    }
    if (owner === open) world.violation(`transactions wait for each other: ${names.join(', ')}`);
  }

  /** What has been committed, and what the transaction itself has changed. */
  function seenBy(open: Open | undefined, table: string): ReadonlyMap<string, Row> {
    const rows = tableOf(table);
    if (open === undefined || open.changes.size === 0) return rows;
    let seen: Map<string, Row> | undefined;
    for (const change of open.changes.values()) {
      if (change.table !== table) continue;
      seen ??= new Map(rows);
      if (change.after === undefined) seen.delete(change.key);
      else seen.set(change.key, change.after);
    }
    return seen ?? rows;
  }

  const tables: Tables = {
    open: (name) => ({ name, changes: new Map(), locks: new Set(), waitsFor: undefined, isOver: false }),
    get(open, table, key) {
      const changed =
        open === undefined || open.changes.size === 0 ? undefined : open.changes.get(`${table} ${key}`);
      return changed === undefined ? tableOf(table).get(key) : changed.after;
    },
    rows(open, table) {
      return [...seenBy(open, table)];
    },
    where(open, table, is) {
      const found: Row[] = [];
      for (const [key, row] of seenBy(open, table)) if (is(row, key)) found.push(row);
      return found;
    },
    versionOf: (table) => versions.get(table) ?? 0,
    put(open, table, key, row) {
      const name = `${table} ${key}`;
      const before = open.changes.get(name)?.before ?? tableOf(table).get(key);
      open.changes.set(name, { table, key, before, after: row });
    },
    isLockedByOther(open, table, key) {
      const owner = owners.get(`${table} ${key}`);
      return owner !== undefined && owner !== open;
    },
    async lock(open, table, key, waitMsMax) {
      const lock = `${table} ${key}`;
      const deadlineMs = world.nowMs() + waitMsMax;
      while (owners.has(lock) && owners.get(lock) !== open) {
        if (world.nowMs() >= deadlineMs) throw databaseError('55P03');
        open.waitsFor = lock;
        checkDeadlock(open, lock);
        await new Promise<void>((resolve) => {
          waiting.set(lock, [...(waiting.get(lock) ?? []), resolve]);
          world.after(deadlineMs - world.nowMs(), resolve);
        });
        open.waitsFor = undefined;
      }
      if (open.isOver) throw databaseError('08006');
      owners.set(lock, open);
      open.locks.add(lock);
    },
    commit(open) {
      const changes = [...open.changes.values()].map((change): Change => {
        if (change.table !== 'event' || change.after === undefined) return change;
        sequence += 1;
        return { ...change, after: { ...change.after, sequence } };
      });
      for (const { table, key, after } of changes) {
        versions.set(table, (versions.get(table) ?? 0) + 1);
        if (after === undefined) tableOf(table).delete(key);
        else tableOf(table).set(key, after);
      }
      end(open);
      return changes;
    },
    rollBack: end,
  };
  return tables;
}

export function databaseError(code: string): Error {
  return Object.assign(new Error(`the database says ${code}`), { code });
}
