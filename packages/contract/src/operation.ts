import type { z } from 'zod';

/**
 * One operation of an API as data: what it is called, where it is, what it takes and gives. Everything else is
 * derived from this record: the oRPC contract, the list a server binds, and the OpenAPI document. Path, query and
 * body each have a schema of their own, so that a server can never take one for another. There are two APIs of this
 * form: the service's own, whose operations are defined here, and the one that manages it (`manage/`).
 */
export interface BaseOperation {
  /** Dotted name: the contract's router keys and the OpenAPI operation id. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly successStatus: 200 | 201;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  /** Absent also for writes without fields; these take an empty body or `{}`. */
  readonly body: z.ZodObject | undefined;
  readonly output: z.ZodType;
  /** Whether it may change something. */
  readonly write: boolean;
  readonly readOnly: boolean;
  /** Whether it takes an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Whether the answer carries an `ETag` and `If-None-Match` is honoured. */
  readonly cacheable: boolean;
  /** Whether a request without a body must be refused. */
  readonly bodyRequired: boolean;
  readonly examples: OperationExamples;
}

/** Its name is also a scope of API keys; a key with the scope `read` may call all that are no writes. */
export interface Operation extends BaseOperation {
  readonly path: `/v1/${string}`;
  /** Whether it belongs to decide mode, which has its own scope and rate limit. */
  readonly decide: boolean;
}

export interface OperationExamples {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly response: unknown;
}

type Part = z.ZodObject | undefined;
type ExampleOf<K extends string, S extends Part> = S extends z.ZodObject
  ? { readonly [P in K]: z.input<S> }
  : object;

/** What an author writes of an operation: its examples are typed by its schemas. */
export interface Definition<
  N extends string,
  O extends z.ZodType,
  P extends Part,
  Q extends Part,
  B extends Part,
> extends Pick<BaseOperation, 'method' | 'successStatus' | 'tag' | 'summary' | 'description'>,
    Partial<Pick<BaseOperation, 'readOnly'>> {
  readonly name: N;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly output: O;
  readonly examples: { readonly response: z.input<O> } & ExampleOf<'params', P> &
    ExampleOf<'query', Q> &
    ExampleOf<'body', B>;
}

/** An operation that keeps the types of its schemas. */
export type Typed<
  Base extends BaseOperation,
  N extends string,
  O extends z.ZodType,
  P extends Part,
  Q extends Part,
  B extends Part,
> = Omit<Base, 'name' | 'params' | 'query' | 'body' | 'output'> & {
  readonly name: N;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly output: O;
};

/** Every POST takes an `Idempotency-Key`, also one that changes nothing. */
export function defineOperation<
  const N extends string,
  O extends z.ZodType,
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
>(
  definition: Definition<N, O, P, Q, B> &
    Pick<Operation, 'path'> &
    Partial<Pick<Operation, 'decide' | 'cacheable'>>,
): Typed<Operation, N, O, P, Q, B> {
  return {
    ...definition,
    ...derived(definition),
    idempotent: definition.method === 'POST',
    decide: definition.decide ?? false,
    cacheable: definition.cacheable ?? false,
  };
}

/** What follows from a definition in whichever API it is. */
export function derived<P extends Part, Q extends Part, B extends Part>(definition: {
  readonly method: BaseOperation['method'];
  readonly readOnly?: boolean;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}) {
  const { method, params, query, body } = definition;
  const readOnly = definition.readOnly ?? method === 'GET';
  return {
    // An absent part's type parameter has no candidate but its default, which is undefined.
    params: params as P,
    query: query as Q,
    body: body as B,
    readOnly,
    write: !readOnly,
    bodyRequired: body !== undefined && !body.safeParse({}).success,
  };
}
