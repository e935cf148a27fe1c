import { parsePayto } from '@switchyard/payto';
import type { Party } from '@switchyard/rail-kit';
import { isLinkCountry } from './countries.ts';

/** Where a party's bank is, if Plaid serves that country. */
export function countryOf({ country, payto }: Party): string | undefined {
  const parsed = parsePayto(payto);
  const known = country ?? (parsed.ok ? parsed.address.country : undefined);
  return known !== undefined && isLinkCountry(known) ? known : undefined;
}
