import { invariant } from './invariant.ts';
import type { JsonValue } from './json-value.ts';

/**
 * Canonical JSON after RFC 8785 (JCS): equal values give equal bytes, whatever the order in which their members
 * were written. Digests rest on it, so everything that could be written in two ways, or that would be lost on
 * the way, is refused loudly:
 *
 * - members that are `undefined` are left out, as JSON.stringify and the wire do; an `undefined` in a list is refused;
 * - a bigint is refused: amounts are strings on the wire, and a digest covers what is on the wire;
 * - NaN, the infinities and lone surrogates are refused: none of them survives a parse;
 * - only plain objects are taken: a Date or a Map would quietly become `{}`;
 * - deeper than CANONICAL_DEPTH_MAX is refused, and with it every cycle.
 *
 * Refusal throws. Input from outside must have been validated before it comes here.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 1);
}

/** Twice what a request body may have. It bounds the recursion, so no value can overflow the stack. */
export const CANONICAL_DEPTH_MAX = 64;

// The argument is `unknown` because the type is only a promise of the caller; what cannot be written is found here.
function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      invariant(Number.isFinite(value), 'a number in canonical JSON is finite.');
      // RFC 8785 takes its number format from ECMAScript, so the platform's own is the right one (-0 becomes 0).
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      invariant(depth <= CANONICAL_DEPTH_MAX, 'canonical JSON is not nested too deeply and has no cycle.');
      return Array.isArray(value) ? writeList(value, depth) : writeObject(value, depth);
    default:
      throw new Error(`Canonical JSON cannot hold a ${typeof value}.`);
  }
}

function writeString(text: string): string {
  invariant(text.isWellFormed(), 'a string in canonical JSON has no lone surrogate.');
  // JSON.stringify escapes exactly what RFC 8785 escapes, and in the same spelling.
  return JSON.stringify(text);
}

function writeList(list: readonly unknown[], depth: number): string {
  let text = '[';
  // By index, because `for … of` and `map` disagree about holes; here a hole is an undefined, and refused.
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) text += ',';
    text += write(list[index], depth + 1);
  }
  return `${text}]`;
}

function writeObject(value: object, depth: number): string {
  invariant(isPlain(value), 'an object in canonical JSON is a plain one.');
  let text = '{';
  // The default sort compares UTF-16 code units, which is the order RFC 8785 asks for.
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${writeString(key)}:${write(member, depth + 1)}`;
  }
  return `${text}}`;
}

// A plain object's prototype is a root: this also holds for objects that come from another window or realm.
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
