import { z } from 'zod';

/** A JSON object whose members this package does not name, typed so that any object type fits. */
export function openObject(): z.ZodType<object, object> {
  return z
    .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .meta({ type: 'object', additionalProperties: true });
}
