/**
 * Small checks of unknown data, put together into larger ones. A check never throws and never stops at the first
 * mistake: it returns every problem with the path to it, so that one run shows a contributor all there is to mend.
 */

export interface Problem {
  /** From the listing down, such as `capabilities[2].countries[0]`; empty for the listing itself. */
  readonly path: string;
  readonly message: string;
}

export type Check = (value: unknown, path: string) => readonly Problem[];

/** A text that passes the test. The sentence completes "must be …". */
export function text(sentence = 'a text that is not empty', passes = hasContent): Check {
  return (value, path) => (typeof value === 'string' && passes(value) ? [] : [mustBe(path, sentence)]);
}

export function truth(): Check {
  return (value, path) => (typeof value === 'boolean' ? [] : [mustBe(path, 'true or false')]);
}

export function oneOf(words: readonly string[]): Check {
  return text(`one of ${words.join(', ')}`, (value) => words.includes(value));
}

/** A list in which nothing stands twice, with the item's own check for each. */
export function listOf(item: Check, lengthMin = 0): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return [mustBe(path, 'a list')];
    const list: readonly unknown[] = value;
    const short = list.length < lengthMin ? [mustBe(path, `a list of at least ${lengthMin}`)] : [];
    const repeated = list.flatMap((entry, index) =>
      list.indexOf(entry) < index ? [{ path: `${path}[${index}]`, message: 'stands in the list twice' }] : [],
    );
    return [...short, ...repeated, ...list.flatMap((entry, index) => item(entry, `${path}[${index}]`))];
  };
}

export interface Field {
  readonly check: Check;
  readonly required: boolean;
}

export function required(check: Check): Field {
  return { check, required: true };
}

export function optional(check: Check): Field {
  return { check, required: false };
}

/** Exactly the fields of T: the compiler asks for a check of every one, and an unknown one is a problem. */
export function fieldsOf<T>(shape: { readonly [K in keyof T]-?: Field }): Check {
  const fields = new Map(Object.entries<Field>(shape));
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [mustBe(path, 'an object')];
    const members = new Map<string, unknown>(Object.entries(value));
    const unknown = [...members.keys()].filter((key) => !fields.has(key));
    return [
      ...unknown.map((key) => ({ path: within(path, key), message: 'is not a field' })),
      ...[...fields].flatMap(([key, field]) => checkField(field, members, key, path)),
    ];
  };
}

function checkField(
  field: Field,
  members: ReadonlyMap<string, unknown>,
  key: string,
  path: string,
): readonly Problem[] {
  if (members.has(key)) return field.check(members.get(key), within(path, key));
  return field.required ? [{ path: within(path, key), message: 'is missing' }] : [];
}

function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function mustBe(path: string, sentence: string): Problem {
  return { path, message: `must be ${sentence}` };
}

function hasContent(value: string): boolean {
  return value !== '' && value === value.trim();
}
