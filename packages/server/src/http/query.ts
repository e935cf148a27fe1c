/**
 * Reads a query string into single values. A parameter given twice is refused rather than resolved, and so are
 * an empty value and bytes that are not UTF-8. A value for an integer parameter becomes a number only when it is
 * written in plain digits: `0x10`, `1e1`, `+5` and ` 5` stay text, which the schema then refuses.
 */
import { paramOf } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';

export type QueryProblemKey = 'query.repeated' | 'query.encoding' | 'query.characters' | 'query.empty';

export interface QueryProblem {
  readonly key: QueryProblemKey;
  readonly param: string;
}

const INTEGER = /^(?:0|[1-9][0-9]{0,15})$/;

export function readQuery(
  text: string,
  integerParams: ReadonlySet<string>,
): Result<Record<string, string | number>, QueryProblem> {
  const values: Record<string, string | number> = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return refuse('query.encoding', name ?? '');
    if (name.includes('\0') || value.includes('\0')) return refuse('query.characters', name);
    if (Object.hasOwn(values, name)) return refuse('query.repeated', name);
    if (value === '') return refuse('query.empty', name);
    define(values, name, integerParams.has(name) && INTEGER.test(value) ? Number(value) : value);
  }
  return { ok: true, value: values };
}

/** Form encoding: `+` is a space. Undefined when an escape is broken or the bytes are not UTF-8. */
function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Plain assignment would let `__proto__` through to the prototype. */
function define(values: Record<string, string | number>, name: string, value: string | number): void {
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
}

function refuse(key: QueryProblemKey, param: string): { ok: false; error: QueryProblem } {
  return { ok: false, error: { key, param: paramOf([param]) } };
}
