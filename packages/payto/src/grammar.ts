/**
 * The grammar of RFC 8905, by hand: `payto://` type-name path [ `?` options ].
 *
 * The platform's URL parser is no use here: it strips tabs and line breaks, invents slashes, accepts a user and
 * a port, and lower-cases what it should not. This reader changes nothing, and every character it lets through
 * is one that the grammar names. It is more lenient than the RFC in one place, the query, where a plain `/` or
 * `?` is common in the wild and cannot be misread.
 */

import { findForbiddenCharacter } from './characters.ts';
import { accept, type Reading, type Refusal, refuse } from './errors.ts';
import { PAYTO_CODE_POINTS_MAX, TYPE_NAME_LENGTH_MAX } from './limits.ts';
import { decodePart } from './percent.ts';

export interface PaytoParts {
  /** The type name, in lower case. */
  readonly scheme: string;
  /** The path, split at its slashes and decoded; empty when there is no path. */
  readonly segments: readonly string[];
  /** What stands behind the question mark, still encoded; empty when nothing does. */
  readonly query: string;
}

export function readGrammar(uri: string): Reading<PaytoParts> {
  if (isTooLong(uri)) return refuse('payto.too_long', { max: String(PAYTO_CODE_POINTS_MAX) });
  const forbidden = findForbiddenCharacter(uri);
  if (forbidden !== undefined) return refuse('payto.characters', { kind: forbidden });
  if (!PREFIX.test(uri)) return refuse('payto.syntax', { rule: 'it must start with payto:// and a type' });
  if (uri.includes('#')) return refuse('payto.syntax', { rule: 'it may not have a fragment (#)' });

  const rest = uri.slice('payto://'.length);
  const [hierarchy, query] = splitAtFirst(rest, '?');
  const slash = hierarchy.indexOf('/');
  const authority = slash === -1 ? hierarchy : hierarchy.slice(0, slash);
  const path = slash === -1 ? '' : hierarchy.slice(slash);

  const nameRefusal = checkTypeName(authority);
  if (nameRefusal !== undefined) return nameRefusal;
  if (!PATH.test(path) || !QUERY.test(query)) {
    return refuse('payto.characters', { kind: 'not percent-encoded' });
  }
  const segments = readSegments(path);
  if (!segments.ok) return segments;
  return accept({ scheme: authority.toLowerCase(), segments: segments.value, query });
}

/** A string of so many UTF-16 units is over the limit however it is counted, so counting stays cheap. */
export function isTooLong(uri: string): boolean {
  if (uri.length > PAYTO_CODE_POINTS_MAX * 2) return true;
  return uri.length > PAYTO_CODE_POINTS_MAX && [...uri].length > PAYTO_CODE_POINTS_MAX;
}

export function splitAtFirst(text: string, separator: string): readonly [before: string, after: string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

const PREFIX = /^[Pp][Aa][Yy][Tt][Oo]:\/\//;
const TYPE_NAME = /^[A-Za-z][A-Za-z0-9.-]*$/;
const PATH = /^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*$/;
const QUERY = /^[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*$/;

function checkTypeName(authority: string): Refusal | undefined {
  if (TYPE_NAME.test(authority)) {
    // A type is repeated in answers and events, so what looks like an account number may not pass for one.
    return authority.length > TYPE_NAME_LENGTH_MAX || /[0-9]{5}/.test(authority)
      ? refuse('payto.syntax', { rule: 'an account stands where its type belongs' })
      : undefined;
  }
  if (authority === '') return refuse('payto.syntax', { rule: 'a type must follow payto://' });
  if (authority.includes('@')) {
    return refuse('payto.syntax', { rule: 'it may not name a user before the type' });
  }
  if (authority.includes(':')) return refuse('payto.syntax', { rule: 'the type may not have a port' });
  return refuse('payto.syntax', {
    rule: 'a type is letters, digits, dots and dashes and starts with a letter',
  });
}

function readSegments(path: string): Reading<readonly string[]> {
  if (path === '') return accept([]);
  const segments: string[] = [];
  for (const raw of path.slice(1).split('/')) {
    const decoded = decodePart(raw);
    if (!decoded.ok) return decoded;
    segments.push(decoded.value);
  }
  return accept(segments);
}
