/** Reads fields of a request body, and refuses as Plaid does what is missing or of the wrong kind. */
import { invalidField, missingField } from './errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function requireText(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined || value === '') throw missingField(name);
  return value;
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidField(name, 'must be a string');
  return value;
}

export function requireFields(fields: Fields, name: string): Fields {
  const value = optionalFields(fields, name);
  if (value === undefined) throw missingField(name);
  return value;
}

export function optionalFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) throw invalidField(name, 'must be an object');
  return value;
}

export function textList(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField(name, 'must be an array');
  return value.map((entry: unknown) => {
    if (typeof entry !== 'string') throw invalidField(name, 'must hold strings');
    return entry;
  });
}

export function wholeNumber(
  fields: Fields,
  name: string,
  bounds: { readonly min: number; readonly max: number; readonly absent: number | undefined },
): number {
  const value = fields[name] ?? bounds.absent;
  if (value === undefined) throw missingField(name);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < bounds.min || value > bounds.max)
    throw invalidField(name, `must be a whole number from ${bounds.min} to ${bounds.max}`);
  return value;
}
