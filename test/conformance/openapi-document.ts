/** Reads the served OpenAPI document without believing anything about it. */
import assert from 'node:assert/strict';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export interface DocumentedOperation {
  /** As the API document writes it: `POST /v1/customers`. */
  readonly name: string;
  readonly operation: unknown;
}

export function operationsOf(document: unknown): readonly DocumentedOperation[] {
  return Object.entries(Object(memberOf(document, 'paths'))).flatMap(([path, item]) =>
    METHODS.filter((method) => memberOf(item, method) !== undefined).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation: memberOf(item, method),
    })),
  );
}

/** The member at the end of a path; undefined where the path breaks off. */
export function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

/** What a `$ref` stands for; anything else stands for itself. */
export function resolved(document: unknown, value: unknown): unknown {
  const reference = memberOf(value, '$ref');
  if (typeof reference !== 'string') return value;
  assert.ok(reference.startsWith('#/'), reference);
  return resolved(document, memberOf(document, ...reference.slice(2).split('/')));
}

export function texts(value: unknown): readonly string[] {
  assert.ok(Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return value;
}

/** The members of an object schema, each with `*` behind it when it is required, in alphabetical order. */
export function fieldsOf(document: unknown, schema: unknown): readonly string[] {
  const object = resolved(document, schema);
  const required = new Set(texts(memberOf(object, 'required') ?? []));
  return Object.keys(Object(memberOf(object, 'properties')))
    .map((name) => (required.has(name) ? `${name}*` : name))
    .toSorted();
}
