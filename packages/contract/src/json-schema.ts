import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A zod schema as JSON Schema 2020-12. Named schemas stand in `$defs` and are referred to, so the result works
 * both for the OpenAPI document and, as it is, for a compiled serialiser.
 */
export function jsonSchemaOf(schema: z.ZodType, direction: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    '~standard': __,
    ...json
  } = z.toJSONSchema(schema, {
    io: direction,
    // Hand-written checks have no form of their own in JSON Schema; their `meta` says it.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => leaveOutNoise(jsonSchema),
  });
  return json;
}

/** zod spells formats out as long patterns, and every integer's range up to 2^53. Neither is a rule of the API. */
function leaveOutNoise(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
