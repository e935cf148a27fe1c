/**
 * BICs (ISO 9362): four letters for the party, two for the country, two for the place, three for a branch.
 */

import { isValidBIC } from 'ibantools';

export const BIC_EXPECTED =
  '8 or 11 characters: 4 letters, a country, 2 letters or digits, and a branch of 3 if any';

/** The BIC in upper case as given, branch included, or nothing when it is not one. */
export function readBicCode(text: string): string | undefined {
  // Looked at before the case is changed: some letters outside ASCII turn into ASCII ones in upper case.
  if (!SHAPE.test(text)) return undefined;
  const bic = text.toUpperCase();
  return isValidBIC(bic) ? bic : undefined;
}

export function bicCountry(bic: string): string {
  return bic.slice(4, 6);
}

/** The branch XXX is the head office, which is also what no branch means. */
export function withoutHeadOfficeBranch(bic: string): string {
  return bic.length === 11 && bic.endsWith('XXX') ? bic.slice(0, 8) : bic;
}

const SHAPE = /^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$/;
