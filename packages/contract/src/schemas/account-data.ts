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
 * is written, and no card number, also not filled up with zeros. What has the very form of our ids may hold any digits,
 * unless it is nothing else than a card number filled up to that length; it never begins as an IBAN does.
 */
export function isIdFreeOfAccountData(id: string): boolean {
  const tail = id.slice(id.indexOf('_') + 1);
  if (isOwnForm(tail)) return !(DIGITS_ONLY.test(tail) && isFilledCard(tail));
  if ((tail.match(CARD_DIGITS) ?? []).some(isFilledCard)) return false;
  for (let length = IBAN_LENGTH_MIN; length <= Math.min(IBAN_LENGTH_MAX, tail.length); length += 1) {
    const start = tail.slice(0, length);
    if (isIban(start) || (start === start.toLowerCase() && isIban(start.toUpperCase()))) return false;
  }
  return true;
}

/** 128 bits in 22 characters, whose order is that of ASCII: so it begins with a digit from 0 to 7. */
function isOwnForm(tail: string): boolean {
  return tail.length === GREATEST.length && tail <= GREATEST;
}
const GREATEST = '7n42DGM5Tflk9n8mt7Fhc7';

/** A card number with zeros before or behind it: how many of the last are its own cannot be seen, so all are tried. */
function isFilledCard(run: string): boolean {
  const digits = run.replace(/^0+/, '');
  const shortest = Math.max(CARD_LENGTH_MIN, digits.replace(/0+$/, '').length);
  for (let length = shortest; length <= Math.min(CARD_LENGTH_MAX, digits.length); length += 1) {
    if (passesLuhn(digits.slice(0, length))) return true;
  }
  return false;
}

const SEPARATORS = /[._:-]/;
const ACCOUNT_NUMBER = /[0-9]{8}/;
/** Four by four, or 4-6-5; the groups of a date and a time are shorter. */
const CARD_IN_GROUPS = /[0-9]{4,6}(?:[._:-][0-9]{3,6}){2,4}/g;
const CARD_DIGITS = /[0-9]{13,}/g;
const CARD_LENGTH_MIN = 13;
const CARD_LENGTH_MAX = 19;
const DIGITS_ONLY = /^[0-9]+$/;
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
