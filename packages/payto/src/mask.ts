/**
 * How an account is shown to people who may not see it.
 *
 * A mask has a fixed number of stars, so it tells neither the length nor the check digits. Where a rule would
 * show the whole of a very short account, nothing of it is shown.
 */

import type { PhoneNumber } from './phone-number.ts';

/** The last characters behind stars, or the stars alone when the value has no more than those characters. */
export function maskAllButLast(value: string, shown: number, stars = '****'): string {
  const characters = [...value];
  return characters.length > shown ? stars + characters.slice(-shown).join('') : stars;
}

/** First character, stars, and what stands behind the at sign: the provider is not a secret, the person is. */
export function maskBeforeAt(value: string): string {
  const at = value.lastIndexOf('@');
  const [first = ''] = value;
  return `${first}***${value.slice(at)}`;
}

/** Country code and the last four digits; of a short national number only the last two. */
export function maskPhoneNumber({ callingCode, nationalNumber }: PhoneNumber): string {
  return `+${callingCode}${maskAllButLast(nationalNumber, nationalNumber.length < 8 ? 2 : 4)}`;
}

/** The two ends of a long random string, which is how people compare such addresses by eye. */
export function maskMiddle(value: string, first: number, last: number, between: string): string {
  return value.slice(0, first) + between + value.slice(-last);
}
