/**
 * Small readers of a tree, put together into larger ones. A reader never throws and never stops at the first mistake:
 * it returns a value of its type, or every problem with the path to it. An error without problems means that they
 * have been told already.
 */
import { err, ok, type Result } from '@switchyard/engine';
import { formatPath, type Path, type Problem, quoted } from './config-problem.ts';
import { type Group, type Tree, textOf } from './yaml-tree.ts';

export type Reading<T> = Result<T, readonly Problem[]>;
export type Reader<T> = (tree: Tree, path: Path) => Reading<T>;

/** A text that means a T. `expected` completes "must be …". */
export function word<T>(expected: string, meaning: (text: string) => T | undefined): Reader<T> {
  return (tree, path) => {
    const value = tree.kind === 'text' ? meaning(tree.text) : undefined;
    return value === undefined ? mustBe(expected, tree, path) : ok(value);
  };
}

export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return word(words.length === 1 ? words.join() : `one of ${words.join(', ')}`, (text) =>
    words.find((candidate) => candidate === text),
  );
}

export interface ListRules {
  /** 1 unless told: what is left out says more clearly that there is nothing. */
  readonly min?: number;
  readonly max: number;
  /** Fields whose texts together no two items may share. Without them, texts in the list must differ. */
  readonly unique?: readonly string[];
}

export function listOf<T>(item: Reader<T>, { min = 1, max, unique = [] }: ListRules): Reader<readonly T[]> {
  return (tree, path) => {
    if (tree.kind !== 'list') return mustBe('a list', tree, path);
    if (tree.items.length < min || tree.items.length > max) {
      return refused(path, `Must have from ${min} to ${max} items, not ${tree.items.length}.`);
    }
    const readings = tree.items.map((entry, index) => item(entry, [...path, index]));
    const problems = [
      ...readings.flatMap((reading) => (reading.ok ? [] : reading.error)),
      ...repetitions(tree.items, unique, path),
    ];
    const values = readings.flatMap((reading) => (reading.ok ? [reading.value] : []));
    return values.length === tree.items.length && problems.length === 0 ? ok(values) : err(problems);
  };
}

export type Field<T> =
  | { readonly reader: Reader<T>; readonly presence: 'required' | 'optional' }
  | { readonly reader: Reader<T>; readonly presence: 'defaulted'; readonly fallback: T };

export function required<T>(reader: Reader<T>): Field<T> {
  return { reader, presence: 'required' };
}

export function optional<T>(reader: Reader<T>): Field<T> {
  return { reader, presence: 'optional' };
}

export function defaulted<T>(reader: Reader<T>, fallback: T): Field<T> {
  return { reader, presence: 'defaulted', fallback };
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> };

/** Exactly the fields of T: the compiler asks for a reader of each, and a field that T has not is a problem. */
export function groupOf<T>(what: string, shape: Fields<T>): Reader<T> {
  const fields = new Map(Object.entries<Field<unknown>>(shape));
  const names = [...fields.keys()].join(', ');
  return (tree, path) => {
    if (tree.kind !== 'group') return mustBe(`${what} with the fields ${names}`, tree, path);
    const unknown = [...tree.members.keys()].filter((name) => !fields.has(name));
    const problems = unknown.map((name) => ({
      path: [...path, name],
      problem: `Is not a field of ${what}; there are ${names}.`,
    }));
    const readings = [...fields].map(([name, field]) => [name, readField(field, tree, name, path)] as const);
    const all = [
      ...problems,
      ...readings.flatMap(([, reading]) => (reading?.ok === false ? reading.error : [])),
    ];
    const members = readings.flatMap(([name, reading]) => (reading?.ok ? [[name, reading.value]] : []));
    const failed = readings.some(([, reading]) => reading?.ok === false);
    // Every required field has been read by the reader that the shape gives it, and no other is there.
    return failed || all.length > 0 ? err(all) : ok(Object.fromEntries(members) as T);
  };
}

/** The same reader, with a look at the whole once its parts are sound. */
export function checked<T>(
  reader: Reader<T>,
  check: (value: T, path: Path) => readonly Problem[],
): Reader<T> {
  return (tree, path) => {
    const reading = reader(tree, path);
    const problems = reading.ok ? check(reading.value, path) : [];
    return problems.length > 0 ? err(problems) : reading;
  };
}

/** For a list whose items can be the same thing in two spellings, so that only their values tell. */
export function distinct<T>(
  reader: Reader<readonly T[]>,
  identity: (value: T) => string,
): Reader<readonly T[]> {
  return checked(reader, (values, path) => {
    const firsts = new Map<string, number>();
    return values.flatMap((value, index) => {
      const first = firsts.get(identity(value)) ?? index;
      firsts.set(identity(value), first);
      return first === index ? [] : [repetition(path, first, index)];
    });
  });
}

export function mapped<A, B>(reader: Reader<A>, map: (value: A) => B): Reader<B> {
  return (tree, path) => {
    const reading = reader(tree, path);
    return reading.ok ? ok(map(reading.value)) : reading;
  };
}

export function refused(
  path: Path,
  problem: string,
): { readonly ok: false; readonly error: readonly Problem[] } {
  return err([{ path, problem }]);
}

export function mustBe(expected: string, tree: Tree, path: Path) {
  switch (tree.kind) {
    case 'unreadable':
      return err([]);
    case 'list':
      return refused(path, `Must be ${expected}, not a list.`);
    case 'group':
      return refused(path, `Must be ${expected}, not a group of fields.`);
    case 'text':
      return refused(
        path,
        tree.text === ''
          ? `Is empty; it must be ${expected}.`
          : `Must be ${expected}, not ${quoted(tree.text)}.`,
      );
  }
}

function readField<T>(field: Field<T>, tree: Group, name: string, path: Path): Reading<T> | undefined {
  const member = tree.members.get(name);
  if (member !== undefined) return field.reader(member.value, [...path, name]);
  if (field.presence === 'defaulted') return ok(field.fallback);
  return field.presence === 'required' ? refused([...path, name], 'Is missing.') : undefined;
}

function repetitions(items: readonly Tree[], unique: readonly string[], path: Path): readonly Problem[] {
  const firsts = new Map<string, number>();
  return items.flatMap((item, index) => {
    const identity = identityOf(item, unique);
    if (identity === undefined) return [];
    const first = firsts.get(identity) ?? index;
    firsts.set(identity, first);
    return first === index ? [] : [repetition(path, first, index, unique.length === 1 ? unique : [])];
  });
}

function repetition(path: Path, first: number, second: number, at: Path = []): Problem {
  return { path: [...path, second, ...at], problem: `Repeats ${formatPath([...path, first, ...at])}.` };
}

function identityOf(item: Tree, unique: readonly string[]): string | undefined {
  if (unique.length === 0) return item.kind === 'text' ? item.text : undefined;
  const parts = unique.map((name) => textOf(item, name));
  return parts.includes(undefined) ? undefined : parts.join('\n');
}
