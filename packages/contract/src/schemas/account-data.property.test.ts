import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isIdFreeOfAccountData } from './account-data.ts';
import { DecisionParty } from './route-decision.ts';

const GREATEST = '7n42DGM5Tflk9n8mt7Fhc7';
const DIGITS = [...'0123456789'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

const isTaken = (institution: string) => DecisionParty.safeParse({ country: 'DE', institution }).success;

/** Of our form, with far more digits than chance would give it, and a letter somewhere. */
const ownTail = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...DIGITS) },
        { weight: 1, arbitrary: fc.constantFrom(...LETTERS) },
      ),
      { minLength: GREATEST.length, maxLength: GREATEST.length },
    ),
    fc.nat({ max: GREATEST.length - 1 }),
    fc.constantFrom(...LETTERS),
  )
  .map(([characters, at, letter]) => characters.with(Math.max(1, at), letter).join(''))
  .filter((tail) => tail <= GREATEST);

const digits = (length: number) =>
  fc.array(fc.constantFrom(...DIGITS), { minLength: length, maxLength: length }).map((all) => all.join(''));

/** With the last digit that makes it pass, which may be a zero. */
const card = fc
  .integer({ min: 12, max: 18 })
  .chain(digits)
  .map((body) => `4${body.slice(1)}`)
  .map((body) => body + checkDigit(body));

const iban = fc
  .tuple(fc.constantFrom('DE', 'GB', 'NL', 'FR', 'NO', 'MT'), fc.integer({ min: 11, max: 30 }).chain(digits))
  .map(([country, account]) => `${country}${ibanCheck(country, account)}${account}`);

test('an id of our own form is taken, however many digits it has in a row', () => {
  fc.assert(
    fc.property(ownTail, (tail) => isTaken(`ins_${tail}`)),
    { numRuns: 2_000 },
  );
  assert.equal(isTaken('ins_0a4111111111111111bcde'), true);
});

test('a card number is refused, also filled up with zeros to whatever length', () => {
  fc.assert(
    fc.property(card, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (number, front, back) => {
      const tail = `${'0'.repeat(front)}${number}${'0'.repeat(back)}`;
      assert.equal(isTaken(`ins_${tail}`), false);
      assert.equal(isTaken(`ins_${number.padEnd(GREATEST.length, '0')}`), false);
      assert.equal(isTaken(`ins_${number.padStart(GREATEST.length, '0')}`), false);
    }),
    { numRuns: 1_000 },
  );
});

test('an IBAN is refused, in capitals and in small letters, with or without something behind it', () => {
  fc.assert(
    fc.property(iban, fc.nat({ max: 8 }), (number, more) => {
      for (const tail of [number, number.toLowerCase(), `${number}${'x'.repeat(more)}`])
        assert.equal(isIdFreeOfAccountData(`ins_${tail}`), false, tail);
    }),
    { numRuns: 1_000 },
  );
});

function checkDigit(body: string): number {
  const sum = [...body].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

function ibanCheck(country: string, account: string): string {
  const numbers = [...`${account}${country}00`].map((character) => String(Number.parseInt(character, 36)));
  return String(98n - (BigInt(numbers.join('')) % 97n)).padStart(2, '0');
}
