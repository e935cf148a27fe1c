import { type ContractProcedure, oc, type Schema } from '@orpc/contract';
import { z } from 'zod';
import { ERROR_MAP } from './errors.ts';
import type { BaseOperation } from './operation.ts';

/**
 * An operation as an oRPC procedure. Clients pass one flat object, `customers.get({ id })`: oRPC itself puts the
 * fields where the path and the method say. The server does not use this input; it reads path, query and body
 * each with its own schema.
 */
export type Procedure<O extends BaseOperation> = ContractProcedure<
  Schema<FlatInput<O, 'input'>, FlatInput<O, 'output'>>,
  O['output'],
  typeof ERROR_MAP,
  Record<never, never>
>;

export function procedureOf<O extends BaseOperation>(operation: O): Procedure<O> {
  const { name, method, path, successStatus, tag, summary, description } = operation;
  const route = oc.errors(ERROR_MAP).route({
    operationId: name,
    method,
    path,
    successStatus,
    tags: [tag],
    summary,
    description,
  });
  const input = flatSchema(operation);
  const procedure = input === undefined ? route : route.input(input);
  // The flat schema is built from the very parts that FlatInput reads, and the output is the operation's own.
  return procedure.output(operation.output) as unknown as Procedure<O>;
}

type Direction = 'input' | 'output';
type PartOf<S, D extends Direction> = S extends z.ZodObject
  ? D extends 'input'
    ? z.input<S>
    : z.output<S>
  : unknown;
type Flat<O extends BaseOperation, D extends Direction> = PartOf<O['params'], D> &
  PartOf<O['query'], D> &
  PartOf<O['body'], D>;
type Simplify<T> = T extends object ? { [K in keyof T]: T[K] } : T;

/** When nothing is required the whole argument may be left out: `rails.list()`. */
type FlatInput<O extends BaseOperation, D extends Direction> =
  Record<never, never> extends Flat<O, D> ? Simplify<Flat<O, D>> | undefined : Simplify<Flat<O, D>>;

function flatSchema({ params, query, body }: BaseOperation): z.ZodType | undefined {
  const parts = [params, query, body].filter((part) => part !== undefined);
  const [only] = parts;
  if (only === undefined) return undefined;
  const flat =
    parts.length === 1 ? only : z.strictObject(Object.assign({}, ...parts.map((part) => part.shape)));
  return flat.safeParse({}).success ? flat.optional() : flat;
}
