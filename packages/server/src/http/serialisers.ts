/** Compiled serialisers: for each operation, a function from its output to the bytes of its answer. */
import { OPERATIONS, type OperationName } from '@switchyard/contract';
import { invariant } from '@switchyard/engine';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';
import type { Presented } from '../operations/operation.ts';
import { createTextMemory } from './text-memory.ts';

export interface Serialisers {
  of<N extends OperationName>(name: N): (output: Presented<N>) => string;
}

type Serialise = (output: unknown) => string;

/** Members that many answers share as one frozen object: their text is written once and kept as long as they live. */
const SHARED_MEMBERS: { readonly [N in OperationName]?: keyof Presented<N> & string } = {
  'routeDecisions.create': 'excluded',
};

/** Outputs that carry a digest of all they hold: not even a member that this version does not know may be missing. */
const WHOLE: ReadonlySet<OperationName> = new Set(['routingSnapshot.get']);

export function compileSerialisers(): Serialisers {
  const compiled = new Map<OperationName, Serialise>();
  for (const { name, output } of OPERATIONS) {
    const shared = SHARED_MEMBERS[name];
    if (WHOLE.has(name)) compiled.set(name, (value) => JSON.stringify(value));
    else compiled.set(name, shared === undefined ? compile(output) : compileSharing(output, shared));
  }
  return {
    of(name) {
      const serialise = compiled.get(name);
      invariant(serialise !== undefined, `there is a serialiser for ${name}`);
      return serialise;
    },
  };
}

function compile(output: z.ZodType): Serialise {
  const schema = z.toJSONSchema(output, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodUnion) leaveToJsonStringify(jsonSchema);
    },
  });
  // zod describes JSON Schema as loosely as it is; what it writes is draft 7.
  return fastJsonStringify(schema as Schema);
}

/** Which branch of a union a value is takes longer to find out than to write it the ordinary way. */
function leaveToJsonStringify(jsonSchema: object): void {
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
}

/** The same members as without sharing: what comes before the shared member, the member, what comes after it. */
function compileSharing(output: z.ZodType, member: string): Serialise {
  invariant(output instanceof z.ZodObject, 'an output that shares a member is an object');
  const members = Object.entries<z.ZodType>(output.shape);
  const at = members.findIndex(([name]) => name === member);
  invariant(at > 0 && at < members.length - 1, `the shared member ${member} stands between others`);
  const compilePart = (from: number, to?: number) =>
    compile(z.strictObject(Object.fromEntries(members.slice(from, to))));
  const [before, own, after] = [compilePart(0, at), compilePart(at, at + 1), compilePart(at + 1)];
  // Of `{"member":…}` without its braces. The parts before and after have members that are always there.
  const textOf = createTextMemory((value) => own({ [member]: value }).slice(1, -1));
  return (value) => {
    const shared: unknown = Reflect.get(Object(value), member);
    return `${before(value).slice(0, -1)},${textOf(shared)},${after(value).slice(1)}`;
  };
}
