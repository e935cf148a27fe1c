import { base62Digit } from '../base62.ts';

/** One byte of randomness for each character. */
export const FIRST_PASSWORD_CHARS = 20;
const GROUP_CHARS = 4;

/** In groups, because it is read out and typed once. */
export function formatFirstPassword(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, FIRST_PASSWORD_CHARS), (byte) => base62Digit(byte % 62));
  const groups: string[] = [];
  for (let at = 0; at < letters.length; at += GROUP_CHARS)
    groups.push(letters.slice(at, at + GROUP_CHARS).join(''));
  return groups.join('-');
}
