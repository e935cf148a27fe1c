import { z } from 'zod';

export interface TextLimits {
  readonly min?: number;
  readonly max: number;
}

/**
 * A string whose length counts Unicode code points, as JSON Schema counts them. zod's own `min` and `max` count
 * UTF-16 units, which makes an emoji two characters.
 */
export function text({ min = 0, max }: TextLimits): z.ZodString {
  return z
    .string()
    .check((context) => {
      const value = context.value;
      if (isLongerThan(value, max)) {
        context.issues.push({
          code: 'too_big',
          origin: 'string',
          maximum: max,
          inclusive: true,
          input: value,
        });
      } else if (isShorterThan(value, min)) {
        context.issues.push({
          code: 'too_small',
          origin: 'string',
          minimum: min,
          inclusive: true,
          input: value,
        });
      }
    })
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}

/** A code point is one or two units, so most strings are settled without counting, the huge ones too. */
export function isLongerThan(value: string, max: number): boolean {
  if (value.length <= max) return false;
  return value.length > 2 * max || countCodePoints(value) > max;
}

function isShorterThan(value: string, min: number): boolean {
  if (value.length >= 2 * min) return false;
  return value.length < min || countCodePoints(value) < min;
}

function countCodePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}
