/**
 * A parameter as Postgres reads it: bytes as they are, all else as text. Only what our statements send is known here; an
 * object would be somebody's JSON, and whoever writes the statement says so by writing it as text.
 */
import { invariant } from '@switchyard/engine';

export type WireValue = string | Buffer | null;

export function wireValue(value: unknown): WireValue {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return arrayText(value);
  return scalarText(value);
}

function scalarText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  invariant(
    typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'bigint' ||
      typeof value === 'boolean',
    'a parameter is text, a number, a truth value, a time, bytes, or a list of these',
  );
  return String(value);
}

/** The text form of an array: elements in quotes, because any of them may hold what separates them. */
function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : scalarText(value);
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
