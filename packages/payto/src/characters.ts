/**
 * Characters that no address may hold, written plainly or percent-encoded.
 *
 * They have no honest use in an account or a name, and each of them makes what a person sees differ from what
 * a machine stores: a line break splits a log line, a bidirectional override turns a name around.
 */

export type ForbiddenKind = 'control' | 'bidirectional' | 'unpaired surrogate';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const BIDIRECTIONAL = /\p{Bidi_Control}/u;

export function findForbiddenCharacter(text: string): ForbiddenKind | undefined {
  if (CONTROL.test(text)) return 'control';
  if (BIDIRECTIONAL.test(text)) return 'bidirectional';
  if (!text.isWellFormed()) return 'unpaired surrogate';
  return undefined;
}
