/** Compiled serialisers: for each operation, a function from its output to the bytes of its answer. */
import { OPERATIONS, type OperationName } from '@switchyard/contract';
import { invariant } from '@switchyard/engine';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';
import type { Presented } from '../operations/operation.ts';

export interface Serialisers {
  of<N extends OperationName>(name: N): (output: Presented<N>) => string;
}

type Serialise = (output: unknown) => string;

/** Outputs that carry a digest of all they hold: not even a member that this version does not know may be missing. */
const WHOLE: ReadonlySet<OperationName> = new Set(['routingSnapshot.get']);

export function compileSerialisers(): Serialisers {
  const compiled = new Map<OperationName, Serialise>();
  for (const { name, output } of OPERATIONS) {
    compiled.set(name, WHOLE.has(name) ? (value) => JSON.stringify(value) : compileSerialiser(output));
  }
  return {
    of(name) {
      const serialise = compiled.get(name);
      invariant(serialise !== undefined, `there is a serialiser for ${name}`);
      return serialise;
    },
  };
}

/** Of one operation: whoever writes its output elsewhere writes the very same bytes. */
export function compileSerialiserOf<N extends OperationName>(name: N): (output: Presented<N>) => string {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  invariant(operation !== undefined, `there is an operation ${name}`);
  return compileSerialiser(operation.output);
}

/** Compiled when it is first needed: there are many operations of management, and a node may never be asked for most. */
export function serialiserOnDemand(output: z.ZodType): Serialise {
  let compiled: Serialise | undefined;
  return (value) => {
    compiled ??= compileSerialiser(output);
    return compiled(value);
  };
}

function compileSerialiser(output: z.ZodType): Serialise {
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
