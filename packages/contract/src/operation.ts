import type { z } from 'zod';

/**
 * One operation of the API as data: what it is called, where it is, what it takes and gives. Everything else is
 * derived from this record: the oRPC contract, the list a server binds, and the OpenAPI document. Path, query and
 * body each have a schema of their own, so that a server can never take one for another.
 */
export interface Operation {
  /** Dotted name: the contract's router keys, the OpenAPI operation id and the scope of an API key. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: `/v1/${string}`;
  readonly successStatus: 200 | 201;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  /** Absent also for writes without fields; these take an empty body or `{}`. */
  readonly body: z.ZodObject | undefined;
  readonly output: z.ZodType;
  /** Whether it may change something. A key with the scope `read` may call all the others. */
  readonly write: boolean;
  readonly readOnly: boolean;
  /** Whether it takes an `Idempotency-Key`. Every POST does, also one that changes nothing. */
  readonly idempotent: boolean;
  /** Whether it belongs to decide mode, which has its own scope and rate limit. */
  readonly decide: boolean;
  /** Whether the answer carries an `ETag` and `If-None-Match` is honoured. */
  readonly cacheable: boolean;
  /** Whether a request without a body must be refused. */
  readonly bodyRequired: boolean;
  readonly examples: OperationExamples;
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

export type Traits = Partial<Pick<Operation, 'readOnly' | 'decide' | 'cacheable'>>;

interface Definition<N extends string, O extends z.ZodType, P extends Part, Q extends Part, B extends Part>
  extends Pick<Operation, 'method' | 'path' | 'successStatus' | 'tag' | 'summary' | 'description'>,
    Traits {
  readonly name: N;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly output: O;
  readonly examples: { readonly response: z.input<O> } & ExampleOf<'params', P> &
    ExampleOf<'query', Q> &
    ExampleOf<'body', B>;
}

export interface DefinedOperation<
  N extends string,
  O extends z.ZodType,
  P extends Part,
  Q extends Part,
  B extends Part,
> extends Operation {
  readonly name: N;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly output: O;
}

export function defineOperation<
  const N extends string,
  O extends z.ZodType,
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
>(definition: Definition<N, O, P, Q, B>): DefinedOperation<N, O, P, Q, B> {
  const { method, params, query, body } = definition;
  const readOnly = definition.readOnly ?? method === 'GET';
  return {
    ...definition,
    // An absent part's type parameter has no candidate but its default, which is undefined.
    params: params as P,
    query: query as Q,
    body: body as B,
    readOnly,
    write: !readOnly,
    idempotent: method === 'POST',
    decide: definition.decide ?? false,
    cacheable: definition.cacheable ?? false,
    bodyRequired: body !== undefined && !body.safeParse({}).success,
  };
}
