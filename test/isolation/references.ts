/**
 * Every place in which an operation of an OpenAPI document takes what names something that exists: ids, cursors, numbers of
 * versions, digests. Read off the document and nothing else, so that what is added to an API is found here without anybody
 * thinking of it. What is a place for a name and yet has no known kind stops the walk.
 */
import assert from 'node:assert/strict';
import { memberOf, operationsOf, resolved } from '../conformance/openapi-document.ts';

export interface Reference {
  readonly in: 'path' | 'query' | 'body';
  /** From the part it is in down to the field; `[]` is the only item of a list. */
  readonly path: readonly string[];
  /** Of what it names one: the prefix of its ids, or the field's own name. */
  readonly kind: string;
}

export interface Taking {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Management operations only. */
  readonly role: string | undefined;
  /** A right request as the document gives it. */
  readonly examples: { readonly path: Fields; readonly query: Fields; readonly body: Fields | undefined };
  readonly takesIdempotencyKey: boolean;
  readonly references: readonly Reference[];
}

export type Fields = Readonly<Record<string, unknown>>;

export function takingsOf(document: unknown): readonly Taking[] {
  return operationsOf(document).map(({ name, operation }) => {
    const [method = '', path = ''] = name.split(' ');
    const parameters = [Object(memberOf(operation, 'parameters') ?? [])].flat();
    const listed = parameters.map((parameter: unknown) => parameterOf(document, parameter));
    const body = memberOf(operation, 'requestBody', 'content', 'application/json');
    const role = memberOf(operation, 'x-role');
    const referencesIn = (place: 'path' | 'query') =>
      listed
        .filter((parameter) => parameter.in === place)
        .flatMap((parameter) => {
          const found = kindsIn(document, parameter.schema, [parameter.name]);
          assert.ok(
            found.length > 0 || !(place === 'path' || parameter.name === 'after'),
            `${name}: ${parameter.name} names something, and the walk does not know of what kind. Give its schema the pattern of an id, or its name a line in KINDS_BY_NAME.`,
          );
          return found.map((one) => ({ in: place, ...one }));
        });
    return {
      id: String(memberOf(operation, 'operationId')),
      method,
      path,
      role: typeof role === 'string' ? role : undefined,
      examples: {
        path: examplesOf(listed, 'path'),
        query: examplesOf(listed, 'query'),
        body: body === undefined ? undefined : Object(memberOf(body, 'example') ?? {}),
      },
      takesIdempotencyKey: listed.some((parameter) => parameter.name === 'Idempotency-Key'),
      references: [
        ...referencesIn('path'),
        ...referencesIn('query'),
        ...kindsIn(document, memberOf(body, 'schema'), []).map((one) => ({ in: 'body' as const, ...one })),
      ],
    };
  });
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: unknown;
  readonly example: unknown;
}

function parameterOf(document: unknown, listed: unknown): Parameter {
  const parameter = resolved(document, listed);
  return {
    name: String(memberOf(parameter, 'name')),
    in: String(memberOf(parameter, 'in')),
    schema: memberOf(parameter, 'schema'),
    example: memberOf(parameter, 'example'),
  };
}

function examplesOf(parameters: readonly Parameter[], place: string): Fields {
  return Object.fromEntries(
    parameters
      .filter((one) => one.in === place && one.example !== undefined)
      .map((one) => [one.name, one.example]),
  );
}

/** Names without the pattern of an id. The same word is the same kind wherever it stands. */
const KINDS_BY_NAME: ReadonlySet<string> = new Set(['externalId', 'digest', 'plan', 'version', 'replaces']);

/** A caller's own fingerprint of an account names nothing that we hold. */
const PREFIXES_OF_CALLERS: ReadonlySet<string> = new Set(['fp_']);

type Found = Pick<Reference, 'path' | 'kind'>;

function kindsIn(document: unknown, listed: unknown, path: readonly string[]): readonly Found[] {
  const schema = resolved(document, listed);
  if (schema === undefined) return [];
  const name = path.at(-1) ?? '';
  const isLeaf = ['string', 'integer', 'number'].includes(String(memberOf(schema, 'type')));
  const own = isLeaf ? kindsOfLeaf(name, memberOf(schema, 'pattern')).map((kind) => ({ path, kind })) : [];
  const options = ['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
    [Object(memberOf(schema, word) ?? [])].flat(),
  );
  const found = [
    ...own,
    ...options.flatMap((option: unknown) => kindsIn(document, option, path)),
    ...Object.entries(Object(memberOf(schema, 'properties') ?? {})).flatMap(([field, inner]) =>
      kindsIn(document, inner, [...path, field]),
    ),
    ...kindsIn(document, memberOf(schema, 'items'), [...path, '[]']),
  ];
  return found.filter(
    (one, at) =>
      found.findIndex((other) => other.kind === one.kind && other.path.join() === one.path.join()) === at,
  );
}

function kindsOfLeaf(name: string, pattern: unknown): readonly string[] {
  const prefixes = typeof pattern === 'string' ? pattern.matchAll(/([a-z]{2,5}_)\[A-Za-z0-9\]/g) : [];
  const ids = [...prefixes]
    .map(([, prefix = '']) => prefix)
    .filter((prefix) => !PREFIXES_OF_CALLERS.has(prefix));
  if (ids.length > 0) return ids;
  if (KINDS_BY_NAME.has(name)) return [name];
  // The only cursor that is no id is a number of a version.
  return name === 'after' && pattern === VERSION_PATTERN ? ['version'] : [];
}

const VERSION_PATTERN = '^[1-9][0-9]{0,8}$';
