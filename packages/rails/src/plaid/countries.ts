/**
 * Where Plaid links banks, as its API description lists them. Canada is left out: its account numbers (EFT) have no
 * `payto://` type yet, so an account linked there could not be told.
 */
export const LINK_COUNTRIES = [
  'AT',
  'BE',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'IE',
  'IT',
  'LT',
  'LV',
  'NL',
  'NO',
  'PL',
  'PT',
  'SE',
  'US',
] as const;

export function isLinkCountry(country: string): boolean {
  return LINK_COUNTRIES.some((known) => known === country);
}
