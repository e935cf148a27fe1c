/** Validates path, query and body of a request, each against its own schema: none can stand in for another. */
import {
  type BaseOperation,
  IDEMPOTENCY_KEY_PATTERN,
  type InputOf,
  inputReader,
  type ManageInputOf,
  type ManageOperation,
  type ManageOperationName,
  type Operation,
  type OperationName,
  type RawInput,
  type ReadInput as Validated,
} from '@switchyard/contract';
import type { Result } from '@switchyard/engine';
import type { z } from 'zod';
import { type Failure, fail } from '../domain/failure.ts';
import { readQuery } from './query.ts';

export interface RawRequest {
  readonly params: unknown;
  readonly queryText: string;
  /** What was parsed from the body; undefined when there was none. */
  readonly body: unknown;
}

export type ReadInput<N extends OperationName> = (raw: RawRequest) => Result<InputOf<N>, Failure>;

/** Made once per operation, because it compiles the operation's schemas. */
export function createInputReader<N extends OperationName>(
  operation: Operation & { readonly name: N },
): ReadInput<N> {
  return readerOf(operation, inputReader(operation));
}

export function createManageInputReader<N extends ManageOperationName>(
  operation: ManageOperation & { readonly name: N },
): (raw: RawRequest) => Result<ManageInputOf<N>, Failure> {
  return readerOf(operation, inputReader(operation));
}

function readerOf<I>(
  operation: BaseOperation,
  validate: (raw: RawInput) => Validated<I>,
): (raw: RawRequest) => Result<I, Failure> {
  const integerParams = new Set(integerNames(operation.query));
  return ({ params, queryText, body }) => {
    const query = queryText === '' ? NO_QUERY : readQuery(queryText, integerParams);
    if (!query.ok) return fail('invalid_request', query.error.key, withParam(query.error.param));
    const read = validate({
      params,
      query: query.value,
      body: operation.method === 'GET' ? undefined : body,
    });
    if (read.ok) return { ok: true, value: read.input };
    const { param, key, vars } = read.problem;
    return fail('invalid_request', key, { ...withParam(param), vars });
  };
}

const NO_QUERY = { ok: true, value: undefined } as const;

const IDEMPOTENCY_KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** The Idempotency-Key of a write, or undefined when it has none. */
export function readIdempotencyKey(
  header: string | string[] | undefined,
): Result<string | undefined, Failure> {
  if (header === undefined) return { ok: true, value: undefined };
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return { ok: true, value: header };
  return fail('invalid_request', 'idempotency.key_form', { param: 'Idempotency-Key' });
}

function withParam(param: string): { readonly param?: string } {
  return param === '' ? {} : { param };
}

/** The parameters that are numbers: only those are read as one. */
function integerNames(query: z.ZodObject | undefined): readonly string[] {
  const fields: Readonly<Record<string, z.ZodType>> = query?.shape ?? {};
  return Object.keys(fields).filter((name) => fields[name]?.safeParse(1).success);
}
