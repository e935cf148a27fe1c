/**
 * Percent-encoding, both ways. Whatever `encode…` writes, `decodePart` reads back unchanged.
 */

import { findForbiddenCharacter } from './characters.ts';
import { accept, type Reading, refuse } from './errors.ts';

/** Decodes one path segment or option value; refuses what is not UTF-8 and what no address may hold. */
export function decodePart(raw: string): Reading<string> {
  const decoded = decodeUtf8(raw);
  if (decoded === undefined) return refuse('payto.encoding', {});
  const kind = findForbiddenCharacter(decoded);
  return kind === undefined ? accept(decoded) : refuse('payto.characters', { kind });
}

export function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(SEGMENT_READABLE, decodeURIComponent);
}

/** A plus is encoded here and not in a segment, because readers take a plus in a query for a space. */
export function encodeOptionValue(text: string): string {
  return encodeURIComponent(text).replace(OPTION_READABLE, decodeURIComponent);
}

/** The escapes `encodeURIComponent` writes for `$ & + , : ; = @`, all of which a segment may hold as they are. */
const SEGMENT_READABLE = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** As above, less the ampersand and the plus, which mean something in a query. */
const OPTION_READABLE = /%(?:24|2C|3A|3B|3D|40)/g;

function decodeUtf8(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    // The only error it throws is for a malformed escape or for bytes that are not UTF-8.
    return undefined;
  }
}
