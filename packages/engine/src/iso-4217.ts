/**
 * The currencies money can be sent in: ISO 4217's active list up to amendment 180 (2026), with the number of
 * digits of the minor unit as the standard gives it, which is not always the number people write.
 *
 * In on purpose: VED beside VES (both active), SLE, XCG, ZWG, SVC, SYP (redenominated in 2026 under its old code).
 * Out on purpose: what has been replaced (ANG, BGN, CUC, HRK, SLL, ZWL …); units nobody has an account in, which
 * are the funds (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI, UYW), the units of account (XAD, XBA to XBD, XDR, XSU, XUA)
 * and the metals (XAG, XAU, XPD, XPT); and the codes for tests and for no currency (XTS, XXX).
 */

export function isActiveCurrency(code: string): boolean {
  return MINOR_UNITS.has(code);
}

/** How many decimal digits separate the minor from the major unit; undefined for a code that is not active. */
export function minorUnitsOf(code: string): number | undefined {
  return MINOR_UNITS.get(code);
}

/** Every active code, in alphabetical order. */
export function activeCurrencies(): readonly string[] {
  return [...MINOR_UNITS.keys()].sort();
}

const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';

const TWO_DIGITS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP ' +
  'CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES ' +
  'KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK ' +
  'NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB ' +
  'TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG';

const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND';

const MINOR_UNITS: ReadonlyMap<string, number> = new Map([
  ...withDigits(NO_DIGITS, 0),
  ...withDigits(TWO_DIGITS, 2),
  ...withDigits(THREE_DIGITS, 3),
]);

function withDigits(codes: string, digits: number): readonly (readonly [string, number])[] {
  return codes.split(' ').map((code) => [code, digits] as const);
}
