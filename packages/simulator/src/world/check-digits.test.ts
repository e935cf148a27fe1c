import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as check from './check-digits.ts';

/** The example accounts that the registries publish. */
describe('check digits', () => {
  for (const [what, made, published] of [
    ['of an IBAN', check.ibanCheckDigits('DE', '370400440532013000'), '89'],
    ['of an IBAN with letters', check.ibanCheckDigits('GB', 'NWBK60161331926819'), '29'],
    ['of Belgium', check.belgianCheck('5390075470'), '34'],
    ['of Estonia', check.estonianDigit('0022102014568'), '5'],
    ['of Finland', check.luhnDigit('1234560000078'), '5'],
    ['of France', check.frenchKey('30006', '00001', '12345678901'), '89'],
    ['of Italy', check.italianCin('0542811101000000123456'), 'X'],
    ['of Mexico', check.clabeDigit('03218000011835971'), '9'],
    ['of the Netherlands', check.dutchDigit('041716430'), '0'],
    ['of Norway', check.norwegianDigit('8601111794'), '7'],
    ['of Portugal', check.portugueseCheck('0002012312345678901'), '54'],
    ['of Spain', check.spanishCheck('21000418', '0200051332'), '45'],
  ] as const) {
    it(`${what} are those of a published example`, () => assert.equal(made, published));
  }

  it('are missing for some numbers of Norway and the Netherlands', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => String(index).padStart(9, '0'));
    assert(numbers.some((number) => check.dutchDigit(number) === undefined));
    assert(numbers.some((number) => check.norwegianDigit(`${number}0`) === undefined));
  });
});
