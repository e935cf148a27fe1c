import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './json-value.ts';
import { sha256Hex } from './sha-256.ts';

/** `sha256:` and the hex SHA-256 of the canonical JSON: equal values, equal digest, on every machine. */
export function digestOf(value: JsonValue): string {
  return `sha256:${sha256Hex(canonicalJson(value))}`;
}

/** Source of a regular expression, for schemas. */
export const DIGEST_PATTERN = '^sha256:[0-9a-f]{64}$';
