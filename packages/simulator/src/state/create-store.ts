/**
 * All tables of one simulator, in memory, and on disk when there is a file. What `save` returns from is written: the
 * simulator calls it before an answer leaves and after each timer. It writes only what has changed, so that it costs the
 * same whether there are ten payments or ten thousand.
 */
import { type Change, encodeChange, openStateFile, type StateFile } from './state-file.ts';
import type { Table, TableKind } from './table.ts';

export interface Store {
  /** The same table for the same name. */
  table<T>(name: string, kind?: TableKind): Table<T>;
  save(): void;
  /** Forgets everything. Tables that were handed out before belong to nothing any more. */
  clear(): void;
  /** Nothing is written afterwards. Throws when something was changed that nobody had taken out to change. */
  close(): void;
}

/** Without a path everything stays in memory. */
export function createStore(path?: string): Store {
  const shelves = new Map<string, Shelf>();
  const opened = path === undefined ? undefined : openStateFile(path);
  for (const change of opened?.changes ?? []) restore(shelves, change);
  let file = opened?.file;
  file?.rewrite([...shelves.values()].flatMap(everythingOn));

  function save(): void {
    if (file === undefined) return;
    const changes = [...shelves.values()].flatMap(changesOn);
    if (changes.length > 0) file.append(changes.map(({ bytes }) => bytes));
    for (const { shelf, key, bytes } of changes) if (shelf.kind === 'changing') shelf.written.set(key, bytes);
    for (const shelf of shelves.values()) settle(shelf);
    if (file.isLong()) file.rewrite([...shelves.values()].flatMap(everythingOn));
  }

  return {
    table<T>(name: string, kind: TableKind = 'changing') {
      const shelf = shelfOf(shelves, name);
      shelf.kind = kind;
      return tableOn<T>(shelf, file !== undefined);
    },
    save,
    clear() {
      shelves.clear();
      file?.rewrite([]);
    },
    close() {
      if (file === undefined) return;
      save();
      const strays = [...shelves.values()].flatMap(straysOn);
      closeFile(file, strays);
      file = undefined;
      if (strays.length > 0)
        throw new Error(`changed behind the back of the store: ${strays.map(({ name }) => name).join(', ')}`);
    },
  };
}

/** A table as it is stored: its values, and what of them the file has or has to get. */
interface Shelf {
  readonly name: string;
  kind: TableKind;
  readonly values: Map<string, unknown>;
  /** Of a changing table, as last written, to tell what was changed in place. */
  readonly written: Map<string, Uint8Array>;
  readonly touched: Set<string>;
  readonly deleted: Set<string>;
}

function shelfOf(shelves: Map<string, Shelf>, name: string): Shelf {
  const known = shelves.get(name);
  if (known !== undefined) return known;
  const shelf: Shelf = {
    name,
    kind: 'changing',
    values: new Map(),
    written: new Map(),
    touched: new Set(),
    deleted: new Set(),
  };
  shelves.set(name, shelf);
  return shelf;
}

function restore(shelves: Map<string, Shelf>, change: Change): void {
  const [name, key, value] = change;
  const { values } = shelfOf(shelves, name);
  if (change.length === 2) values.delete(key);
  else values.set(key, value);
}

function everythingOn(shelf: Shelf): readonly Uint8Array[] {
  return [...shelf.values].map(([key, value]) => {
    const bytes = encodeChange([shelf.name, key, value]);
    if (shelf.kind === 'changing') shelf.written.set(key, bytes);
    return bytes;
  });
}

interface ShelfChange {
  readonly shelf: Shelf;
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** Deletions first: what was deleted and is there again takes its place at the end, as it did in memory. */
function changesOn(shelf: Shelf): readonly ShelfChange[] {
  const deletions = [...shelf.deleted].map((key) => ({ shelf, key, bytes: encodeChange([shelf.name, key]) }));
  const settings = [...shelf.touched]
    .filter((key) => shelf.values.has(key))
    .map((key) => ({ shelf, key, bytes: encodeChange([shelf.name, key, shelf.values.get(key)]) }))
    .filter(
      ({ key, bytes }) =>
        shelf.kind === 'fixed' || shelf.deleted.has(key) || !isSame(shelf.written.get(key), bytes),
    );
  return [...deletions, ...settings];
}

function settle(shelf: Shelf): void {
  for (const key of shelf.deleted) if (!shelf.values.has(key)) shelf.written.delete(key);
  shelf.touched.clear();
  shelf.deleted.clear();
}

/** What differs from what was written although it was not taken out: a mistake in a provider. */
function straysOn({ name, kind, values, written }: Shelf) {
  if (kind === 'fixed') return [];
  return [...values]
    .map(([key, value]) => ({ name: `${name} ${key}`, key, bytes: encodeChange([name, key, value]) }))
    .filter(({ key, bytes }) => !isSame(written.get(key), bytes));
}

function closeFile(file: StateFile, strays: readonly { readonly bytes: Uint8Array }[]): void {
  if (strays.length > 0) file.append(strays.map(({ bytes }) => bytes));
  file.close();
}

function isSame(before: Uint8Array | undefined, now: Uint8Array): boolean {
  return before !== undefined && Buffer.compare(before, now) === 0;
}

function tableOn<T>(shelf: Shelf, isWritten: boolean): Table<T> {
  // Whoever names a table says what is in it; nobody else puts anything there.
  const values = shelf.values as Map<string, T>;
  const touch = (key: string) => {
    if (isWritten) shelf.touched.add(key);
  };
  const taken = (key: string) => {
    if (shelf.kind === 'changing') touch(key);
  };
  return {
    get size() {
      return values.size;
    },
    has: (key) => values.has(key),
    get(key) {
      const value = values.get(key);
      if (value !== undefined) taken(key);
      return value;
    },
    find(fits) {
      for (const [key, value] of values) {
        if (!fits(value)) continue;
        taken(key);
        return value;
      }
      return undefined;
    },
    list: () => [...values.values()],
    entries: () => [...values],
    set(key, value) {
      values.set(key, value);
      touch(key);
    },
    delete(key) {
      const isGone = values.delete(key);
      if (isGone && isWritten) {
        shelf.touched.delete(key);
        shelf.deleted.add(key);
      }
      return isGone;
    },
  };
}
