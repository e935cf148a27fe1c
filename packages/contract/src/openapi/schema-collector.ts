import type { ConditionalSchemaConverter, JSONSchema } from '@orpc/openapi';
import { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts';

/**
 * Turns zod schemas into JSON Schema for oRPC's generator and collects the named ones on the way, so that the
 * document can hold each once under `components/schemas`.
 */
export interface SchemaCollector {
  readonly converter: ConditionalSchemaConverter;
  readonly add: (schema: z.ZodType, direction: 'input' | 'output') => JsonSchema;
  /** All named schemas met so far, by name in alphabetical order. */
  readonly components: () => Record<string, JsonSchema>;
}

export function schemaCollector(): SchemaCollector {
  const components = new Map<string, JsonSchema>();
  const add = (schema: z.ZodType, direction: 'input' | 'output'): JsonSchema => {
    const { $defs = {}, ...json } = withComponentRefs(jsonSchemaOf(schema, direction));
    for (const [name, definition] of Object.entries($defs)) collect(components, name, definition);
    return json;
  };
  return {
    converter: {
      condition: (schema) => schema instanceof z.ZodType,
      convert: (schema, { strategy }) => {
        if (!(schema instanceof z.ZodType)) return [false, {}];
        const optional = schema instanceof z.ZodOptional;
        // Both describe JSON Schema 2020-12; the two libraries merely type it differently.
        return [!optional, add(schema, strategy) as unknown as JSONSchema];
      },
    },
    add,
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A name stands for one schema: one that means something else as input than as output needs two names. */
function collect(components: Map<string, JsonSchema>, name: string, definition: JsonSchema): void {
  const known = components.get(name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
    throw new Error(`The schema ${name} has two different forms; give the second one a name of its own.`);
  }
  components.set(name, definition);
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
