/**
 * `iban`: an account in a country that uses IBANs, with or without the bank's BIC in front.
 *
 * Checked: the country's length and structure, the mod-97 digits, and the national check digits where there are
 * any. The BIC is kept but identifies nothing: the same account with and without it is one account.
 */

import { getCountrySpecifications, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { BIC_EXPECTED, readBicCode } from '../bic-code.ts';
import { accept, type Reading, type Refusal, refuse } from '../errors.ts';
import { passesItalianCin } from '../italian-cin.ts';
import { maskAllButLast } from '../mask.ts';
import { type PaytoType, refusePath } from './payto-type.ts';

export interface IbanTarget {
  readonly known: true;
  readonly scheme: 'iban';
  readonly iban: string;
  readonly bic?: string;
}

export const ibanType: PaytoType<'iban', IbanTarget> = {
  scheme: 'iban',
  path: 'IBAN or BIC/IBAN',
  read(segments) {
    const ibanText = segments.at(-1);
    if (ibanText === undefined || segments.length > 2 || segments.includes('')) return refusePath(ibanType);
    const bic = segments.length === 2 ? readBicCode(segments[0] ?? '') : undefined;
    if (segments.length === 2 && bic === undefined) {
      return refuse('payto.part', { scheme: 'iban', part: 'BIC', expected: BIC_EXPECTED });
    }
    const reading = readIban(ibanText);
    if (!reading.ok) return reading;
    const iban = reading.value;
    const country = iban.slice(0, 2);
    return accept({
      target: { known: true, scheme: 'iban', iban, ...(bic === undefined ? {} : { bic }) },
      segments: bic === undefined ? [iban] : [bic, iban],
      identity: [iban],
      masked: country + maskAllButLast(iban, 4),
      country,
    });
  },
};

const SHAPE = /^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]+$/;
const COUNTRIES = getCountrySpecifications();

/** Countries whose national check ibantools leaves out. */
const NATIONAL_CHECKS: ReadonlyMap<string, (bban: string) => boolean> = new Map([
  ['IT', passesItalianCin],
  ['SM', passesItalianCin],
]);

function readIban(text: string): Reading<string> {
  if (!SHAPE.test(text)) {
    return refuseStructure('a country, 2 digits, then letters and digits without spaces');
  }
  const iban = text.toUpperCase();
  const country = iban.slice(0, 2);
  const spec = COUNTRIES[country];
  if (spec === undefined) return refuse('payto.country_unknown', { scheme: 'iban' });
  if (spec.chars === null) return refuse('payto.country', { scheme: 'iban', country });
  if (spec.chars !== iban.length) {
    return refuse('payto.length', { scheme: 'iban', country, expected: String(spec.chars) });
  }
  return checkDigits(iban, country);
}

/** The first thing that is wrong, in the order in which a person would look for it. */
function checkDigits(iban: string, country: string): Reading<string> {
  const { errorCodes } = validateIBAN(iban);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)) {
    return refuseStructure(`digits and letters in the places where ${country} has them`);
  }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)) {
    return refuse('payto.checksum', { scheme: 'iban', check: 'the IBAN check digits (mod 97)' });
  }
  if (errorCodes.length > 0 || NATIONAL_CHECKS.get(country)?.(iban.slice(4)) === false) {
    return refuse('payto.checksum', { scheme: 'iban', check: `the national check digits of ${country}` });
  }
  return accept(iban);
}

function refuseStructure(expected: string): Refusal {
  return refuse('payto.part', { scheme: 'iban', part: 'IBAN', expected });
}
