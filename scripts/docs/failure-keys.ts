/**
 * Which explanations go with which failure, read from the calls of `fail()` themselves, so that this page cannot say
 * otherwise than the code does. Keys that another package chose are passed on by variable; their families are here.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureCode } from '../../packages/server/src/domain/failure.ts';
import { type MessageKey, SENTENCES } from '../../packages/server/src/messages/sentences.ts';

const SERVER = join(import.meta.dirname, '../../packages/server/src');
const CALL = /\bfail\(\s*'([a-z_]+)',\s*'([a-z_.]+)'/g;

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

/** The failures each key explains, by the code that `fail()` is given. */
export function failuresByKey(): ReadonlyMap<MessageKey, ReadonlySet<string>> {
  const calls = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(SERVER, file), 'utf8').matchAll(CALL)]);
  return new Map(
    MESSAGE_KEYS.map((key) => {
      const codes = new Set(calls.filter((call) => call[2] === key).map((call) => call[1] ?? ''));
      const family = PASSED_ON[familyOf(key)];
      if (family !== undefined) codes.add(family);
      if (codes.size === 0)
        throw new Error(
          `No call of fail() has the key ${key}: remove its sentence, or say in ${import.meta.filename} who passes it on.`,
        );
      return [key, codes];
    }),
  );
}
