/**
 * Account numbers that pass every public check of their country. They come from a hash of the bank's id, so they are
 * the same after a restart and in every test.
 */
import type { Bank, BankAccount } from './bank.ts';
import {
  belgianCheck,
  clabeDigit,
  dutchDigit,
  estonianDigit,
  frenchKey,
  ibanCheckDigits,
  italianCin,
  luhnDigit,
  norwegianDigit,
  portugueseCheck,
  spanishCheck,
} from './check-digits.ts';
import { digitsOf } from './digits.ts';

export type AccountNumbers = Pick<
  BankAccount,
  'iban' | 'sortCode' | 'accountNumber' | 'routingNumber' | 'bankCode'
>;

/** `given` is a number that the bank's data brings along, where no formula makes one that passes. */
export function numbersOf(bank: Bank, place: number, given: string | undefined): AccountNumbers {
  const code = bank.nationalCode ?? '';
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const digits: Digits = (count, part = '') => digitsOf(`${bank.id}/${place}/${part}/${attempt}`, count);
    const numbers = numbersIn(bank, code, digits, given);
    if (numbers !== undefined) return numbers;
  }
  throw new Error(`no account number was found at ${bank.id}`);
}

const ATTEMPTS_MAX = 100;

type Digits = (count: number, part?: string) => string;

function numbersIn(
  bank: Bank,
  code: string,
  digits: Digits,
  given: string | undefined,
): AccountNumbers | undefined {
  switch (bank.country) {
    case 'GB': {
      const accountNumber = given ?? digits(8);
      return {
        sortCode: code,
        accountNumber,
        iban: ibanOf('GB', `${bank.bic.slice(0, 4)}${code}${accountNumber}`),
      };
    }
    case 'US':
      return { routingNumber: code, accountNumber: digits(10) };
    case 'AU':
      return { bankCode: `${code}${digits(4, 'branch')}`, accountNumber: digits(9) };
    case 'IN':
      return { bankCode: `${code}0${digits(6, 'branch')}`, accountNumber: digits(12) };
    case 'CA':
      return { bankCode: `${code}${digits(5, 'branch')}`, accountNumber: digits(7) };
    case 'MX': {
      const start = `${code}${digits(3, 'branch')}${digits(11)}`;
      return { accountNumber: `${start}${clabeDigit(start)}` };
    }
    default: {
      const bban = BBANS[bank.country]?.(code, digits, bank);
      return bban === undefined ? undefined : { iban: ibanOf(bank.country, bban) };
    }
  }
}

function ibanOf(country: string, bban: string): string {
  return `${country}${ibanCheckDigits(country, bban)}${bban}`;
}

type Bban = (code: string, digits: Digits, bank: Bank) => string | undefined;

/** What follows the check digits of an IBAN. Undefined when these digits have no check digit: others are tried. */
const BBANS: Readonly<Record<string, Bban>> = {
  AT: (code, digits) => `${code}${digits(11)}`,
  BE: (code, digits) => followedBy(`${code}${digits(7)}`, belgianCheck),
  BR: (code, digits) => `${code}${digits(5, 'branch')}${digits(10)}C1`,
  CH: (code, digits) => `${code}${digits(12)}`,
  DE: (code, digits) => `${code}${digits(10)}`,
  DK: (code, digits) => `${code}${digits(10)}`,
  EE: (code, digits) => {
    const account = digits(13);
    return `${code}${account}${estonianDigit(account)}`;
  },
  ES: (code, digits) => {
    const branch = `${code}${digits(4, 'branch')}`;
    const account = digits(10);
    return `${branch}${spanishCheck(branch, account)}${account}`;
  },
  FI: (code, digits) => followedBy(`${code}${digits(10)}`, luhnDigit),
  FR: (code, digits) => {
    const [branch, account] = [digits(5, 'branch'), digits(11)];
    return `${code}${branch}${account}${frenchKey(code, branch, account)}`;
  },
  IE: (code, digits, bank) => `${bank.bic.slice(0, 4)}${IRISH_SORT_CODES[code] ?? '99'}${digits(12)}`,
  IT: (code, digits) => {
    const number = `${code}${digits(5, 'branch')}${digits(12)}`;
    return `${italianCin(number)}${number}`;
  },
  LT: (code, digits) => `${code}${digits(11)}`,
  NL: (code, digits) => {
    const account = `0${digits(8)}`;
    const check = dutchDigit(account);
    return check === undefined ? undefined : `${code}${account}${check}`;
  },
  NO: (code, digits) => {
    const account = `${code}${digits(6)}`;
    const check = norwegianDigit(account);
    return check === undefined ? undefined : `${account}${check}`;
  },
  PL: (code, digits) => `${code}${digits(16)}`,
  PT: (code, digits) => followedBy(`${code}${digits(4, 'branch')}${digits(11)}`, portugueseCheck),
  SE: (code, digits) => `${code}${digits(17)}`,
};

/** The two digits with which an Irish bank's sort codes start. */
const IRISH_SORT_CODES: Readonly<Record<string, string>> = { AIBK: '93', BOFI: '90', IPBS: '99' };

function followedBy(text: string, check: (text: string) => string): string {
  return `${text}${check(text)}`;
}
