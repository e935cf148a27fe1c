/**
 * A telephone number used as an account alias, written exactly as E.164 has it: plus sign, country code, digits.
 */

import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface PhoneNumber {
  readonly number: string;
  readonly callingCode: string;
  readonly nationalNumber: string;
}

export function readPhoneNumber(text: string): PhoneNumber | undefined {
  if (!E164.test(text)) return undefined;
  const phone = parsePhoneNumberFromString(text);
  // The library mends what it can, such as a trunk zero behind the country code; an account must be exact.
  if (phone === undefined || !phone.isValid() || phone.number !== text) return undefined;
  return { number: text, callingCode: phone.countryCallingCode, nationalNumber: phone.nationalNumber };
}

/** Only this shape ever reaches the library, which otherwise looks for numbers inside longer text. */
const E164 = /^\+[1-9][0-9]{6,14}$/;
