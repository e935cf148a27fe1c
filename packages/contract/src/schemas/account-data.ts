/**
 * What looks like the number of an account or a card, wherever a caller may write a word of its own. Decide mode takes
 * masked metadata only; a field with a generous pattern must not become the place where somebody puts an IBAN after all.
 */
import { inputError } from '../input-errors.ts';

/** For `.refine`: what the field answers when it is refused. */
export const UNMASKED = { params: inputError('input.unmasked', {}) };

/** For names and codes: no IBAN, no eight digits in a row, no card number in groups. */
export function isFreeOfAccountData(word: string): boolean {
  const parts = word.split(SEPARATORS);
  const joined = parts.join('');
  if (ACCOUNT_NUMBER.test(word)) return false;
  if (isIban(joined.toUpperCase()) || parts.some((part) => isIban(part.toUpperCase()))) return false;
  return !(word.match(CARD_IN_GROUPS) ?? []).some((groups) => passesLuhn(groups.replaceAll(/[^0-9]/g, '')));
}

/**
 * For ids of ours, which are base62 and so have digits of their own: no IBAN at the start, in one case of letters as it
 * is written, and no card number, also not filled up with zeros. By chance an id has neither; a counter hardly.
 */
export function isIdFreeOfAccountData(id: string): boolean {
  const tail = id.slice(id.indexOf('_') + 1);
  const run = tail.match(CARD_DIGITS)?.[0].replaceAll(/^0+|0+$/g, '') ?? '';
  if (CARD_DIGITS.test(run) && passesLuhn(run)) return false;
  for (let length = IBAN_LENGTH_MIN; length <= Math.min(IBAN_LENGTH_MAX, tail.length); length += 1) {
    const start = tail.slice(0, length);
    if (isIban(start) || (start === start.toLowerCase() && isIban(start.toUpperCase()))) return false;
  }
  return true;
}

const SEPARATORS = /[._:-]/;
const ACCOUNT_NUMBER = /[0-9]{8}/;
/** Four by four, or 4-6-5; the groups of a date and a time are shorter. */
const CARD_IN_GROUPS = /[0-9]{4,6}(?:[._:-][0-9]{3,6}){2,4}/g;
const CARD_DIGITS = /[0-9]{13,}/;
const IBAN_LENGTH_MIN = 15;
const IBAN_LENGTH_MAX = 34;
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
/** No country's have fewer; a code such as `AC04-insufficient-funds` does. */
const IBAN_DIGITS_MIN = 8;

/** ISO 7064, modulo 97: the first four characters go to the end, and a letter counts as its place from 10 on. */
function isIban(text: string): boolean {
  if (!IBAN.test(text) || text.replaceAll(/[A-Z]/g, '').length < IBAN_DIGITS_MIN) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.at(-1 - index));
    sum += index % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10);
  }
  return sum % 10 === 0;
}
