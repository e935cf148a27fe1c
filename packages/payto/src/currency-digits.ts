/**
 * ISO 4217: how many decimal places an active currency has. Currencies with two are the rule and are listed
 * only by name; funds codes are in, metals, testing codes and withdrawn currencies (BGN, HRK, ANG, …) are not.
 */

export function currencyDigits(code: string): number | undefined {
  return DIGITS.get(code);
}

const TWO_DIGITS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
  'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
  'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
  'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP ' +
  'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG ' +
  'YER ZAR ZMW ZWG';
const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR_DIGITS = 'CLF UYW';

const DIGITS: ReadonlyMap<string, number> = new Map([
  ...withDigits(TWO_DIGITS, 2),
  ...withDigits(NO_DIGITS, 0),
  ...withDigits(THREE_DIGITS, 3),
  ...withDigits(FOUR_DIGITS, 4),
]);

function withDigits(codes: string, digits: number): readonly (readonly [string, number])[] {
  return codes.split(' ').map((code) => [code, digits]);
}
