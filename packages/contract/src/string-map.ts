import { z } from 'zod';
import { inputError } from './input-errors.ts';
import { isLongerThan } from './text.ts';

export type StringMap = Record<string, string>;

export interface StringMapLimits {
  readonly keysMax: number;
  readonly keyLengthMax: number;
  readonly valueLengthMax: number;
}

/**
 * An object of strings. Written by hand because `z.record` silently drops a `__proto__` key, copies the object,
 * and counts UTF-16 units; this refuses, passes through, and counts code points, in one walk.
 */
export function stringMap(limits?: StringMapLimits): z.ZodType<StringMap, StringMap> {
  return z
    .custom<StringMap>()
    .check((context) => {
      const problem = problemOf(context.value, limits);
      if (problem !== undefined) context.issues.push({ ...problem, input: undefined });
    })
    .meta(limits === undefined ? OPEN_SCHEMA : limitedSchema(limits));
}

type Problem =
  | { code: 'invalid_type'; expected: 'object' | 'string'; path: string[] }
  | { code: 'too_big'; origin: 'object' | 'string'; maximum: number; inclusive: true; path: string[] }
  | { code: 'custom'; params: Record<string, unknown>; path: string[] };

const OPEN_SCHEMA = { type: 'object', additionalProperties: { type: 'string' } } as const;

function limitedSchema({ keysMax, keyLengthMax, valueLengthMax }: StringMapLimits) {
  return {
    type: 'object',
    maxProperties: keysMax,
    propertyNames: { type: 'string', maxLength: keyLengthMax },
    additionalProperties: { type: 'string', maxLength: valueLengthMax },
  } as const;
}

function problemOf(value: unknown, limits: StringMapLimits | undefined): Problem | undefined {
  if (!isMap(value)) return { code: 'invalid_type', expected: 'object', path: [] };
  const keys = Object.keys(value);
  if (limits !== undefined && keys.length > limits.keysMax) {
    return { code: 'too_big', origin: 'object', maximum: limits.keysMax, inclusive: true, path: [] };
  }
  for (const key of keys) {
    const problem = entryProblem(key, value[key], limits);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entryProblem(key: string, value: unknown, limits: StringMapLimits | undefined): Problem | undefined {
  if (key === '__proto__') {
    return { code: 'custom', params: inputError('input.reserved_field', {}), path: [key] };
  }
  if (limits !== undefined && isLongerThan(key, limits.keyLengthMax)) {
    const vars = { max: String(limits.keyLengthMax) };
    return { code: 'custom', params: inputError('input.key_too_long', vars), path: [] };
  }
  if (typeof value !== 'string') return { code: 'invalid_type', expected: 'string', path: [key] };
  if (limits !== undefined && isLongerThan(value, limits.valueLengthMax)) {
    return {
      code: 'too_big',
      origin: 'string',
      maximum: limits.valueLengthMax,
      inclusive: true,
      path: [key],
    };
  }
  return undefined;
}
