/**
 * A part of what the simulator remembers: plain data by key, in the order in which it came. Plain means whatever
 * `v8.serialize` takes: objects, Maps, Sets, bigints, bytes; no functions, keys or instances of classes. A value refers to
 * another by its key and never holds it, since each is written by itself and comes back as an object of its own.
 */
export interface Table<T> {
  readonly size: number;
  has(key: string): boolean;
  /** May be changed in place until the request or the timer at hand is over: whatever was taken out is looked at then. */
  get(key: string): T | undefined;
  /** The first that fits; it may be changed like one that `get` gave. */
  find(fits: (value: Readonly<T>) => boolean): T | undefined;
  /** To look at only: changes to these would be forgotten. */
  list(): readonly Readonly<T>[];
  entries(): readonly (readonly [string, Readonly<T>])[];
  set(key: string, value: T): void;
  delete(key: string): boolean;
}

/** Values of a `fixed` table are only ever replaced, so to read them costs nothing. */
export type TableKind = 'changing' | 'fixed';
