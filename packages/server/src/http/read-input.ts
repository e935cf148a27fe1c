/** Validates path, query and body of a request, each against its own schema: none can stand in for another. */
import { firstProblem, type InputOf, type Operation, type OperationName } from '@switchyard/contract';
import type { JsonValue, Result } from '@switchyard/engine';
import type { z } from 'zod';
import { type Failure, fail } from '../domain/failure.ts';
import { readQuery } from './query.ts';

export interface RawInput {
  readonly params: unknown;
  readonly queryText: string;
  /** What was parsed from the body; undefined when there was none. */
  readonly body: unknown;
}

export interface InputReader {
  read(raw: RawInput): Result<InputOf<OperationName>, Failure>;
}

export function createInputReader(operation: Operation): InputReader {
  const integerParams = new Set(integerNames(operation.query));
  return {
    read(raw) {
      const input: Record<string, unknown> = {};
      if (operation.params !== undefined) {
        const params = validate(operation.params, raw.params);
        if (!params.ok) return params;
        input.params = params.value;
      }
      const query = readQueryPart(operation, raw.queryText, integerParams);
      if (!query.ok) return query;
      if (operation.query !== undefined) input.query = query.value;
      const body = readBodyPart(operation, raw.body);
      if (!body.ok) return body;
      if (operation.body !== undefined) input.body = body.value;
      // Each part has passed the schema that InputOf is derived from.
      return { ok: true, value: input as InputOf<OperationName> };
    },
  };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a write, or undefined when it has none. */
export function readIdempotencyKey(
  header: string | string[] | undefined,
): Result<string | undefined, Failure> {
  if (header === undefined) return { ok: true, value: undefined };
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return { ok: true, value: header };
  return fail('invalid_request', 'idempotency.key_form', { param: 'Idempotency-Key' });
}

function readQueryPart(
  operation: Operation,
  text: string,
  integerParams: ReadonlySet<string>,
): Result<unknown, Failure> {
  if (text === '' && operation.query === undefined) return { ok: true, value: undefined };
  const query = readQuery(text, integerParams);
  if (!query.ok) return fail('invalid_request', query.error.key, withParam(query.error.param));
  if (operation.query !== undefined) return validate(operation.query, query.value);
  const [unknown] = Object.keys(query.value);
  return unknown === undefined
    ? { ok: true, value: undefined }
    : fail('invalid_request', 'input.unknown_field', withParam(unknown));
}

function readBodyPart(operation: Operation, body: unknown): Result<unknown, Failure> {
  if (operation.method === 'GET') return { ok: true, value: undefined };
  const given = body ?? {};
  if (operation.body !== undefined) return validate(operation.body, given);
  const [unknown] = typeof given === 'object' ? Object.keys(given) : [''];
  return unknown === undefined
    ? { ok: true, value: undefined }
    : fail('invalid_request', 'input.unknown_field', withParam(unknown));
}

function validate(schema: z.ZodType, value: unknown): Result<unknown, Failure> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { param, key, vars } = firstProblem(parsed.error, value);
  return fail('invalid_request', key, { ...withParam(param), vars });
}

function withParam(param: string): { readonly param?: string } {
  return param === '' ? {} : { param };
}

function integerNames(schema: z.ZodObject | undefined): readonly string[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape)
    .filter(([, field]) => (field as z.ZodType).safeParse(1).success)
    .map(([name]) => name);
}

/** The body as the fingerprint of an idempotent request sees it. */
export function bodyForFingerprint(body: unknown): JsonValue {
  // The strict reader has built it from JSON, so it is a JsonValue.
  return (body ?? null) as JsonValue;
}
