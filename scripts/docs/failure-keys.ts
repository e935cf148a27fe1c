/**
 * Which explanations go with which failure, read from the calls of `fail()` themselves, so that this page cannot say
 * otherwise than the code does. Keys that another package chose are passed on by variable; their families are here. Some
 * keys explain no failure but part of an object: they are named elsewhere in the code, whole or as the stem of a template.
 * A sentence that nobody says is an error.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureCode } from '../../packages/server/src/domain/failure.ts';
import { type MessageKey, SENTENCES } from '../../packages/server/src/messages/sentences.ts';

const SERVER = join(import.meta.dirname, '../../packages/server/src');
const CALL = /\bfail\(\s*'([a-z_]+)',\s*'([a-z_.]+)'/g;
const NAMED = /'([a-z_]+(?:\.[a-z_]+)+)'/g;
const STEM = /\bkey: `([a-z_]+(?:\.[a-z_]+)*\.)\$\{/g;

/** A body, a query, a field or an address that is not what it should be. */
const PASSED_ON: Readonly<Record<string, FailureCode>> = {
  input: 'invalid_request',
  payto: 'invalid_request',
  json: 'invalid_request',
  query: 'invalid_request',
};

export const MESSAGE_KEYS = Object.keys(SENTENCES) as readonly MessageKey[];

export function familyOf(key: MessageKey): string {
  return key.slice(0, key.indexOf('.'));
}

/** The failures each key explains, by the code that `fail()` is given; none for a key that explains part of an object. */
export function failuresByKey(): ReadonlyMap<MessageKey, ReadonlySet<string>> {
  const sources = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !file.endsWith('.test.ts') && file !== 'messages/sentences.ts')
    .map((file) => readFileSync(join(SERVER, file), 'utf8'));
  const calls = sources.flatMap((source) => [...source.matchAll(CALL)]);
  const named = new Set(sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, key]) => key)));
  const stems = sources.flatMap((source) => [...source.matchAll(STEM)].map(([, stem = '']) => stem));
  return new Map(
    MESSAGE_KEYS.map((key) => {
      const codes = new Set(calls.filter((call) => call[2] === key).map((call) => call[1] ?? ''));
      const family = PASSED_ON[familyOf(key)];
      if (family !== undefined) codes.add(family);
      const isSaid = codes.size > 0 || named.has(key) || stems.some((stem) => key.startsWith(stem));
      if (!isSaid)
        throw new Error(
          `Nobody says ${key}: remove its sentence, or tell ${import.meta.filename} who passes it on.`,
        );
      return [key, codes];
    }),
  );
}
