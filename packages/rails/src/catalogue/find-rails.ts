import type { RailStatus } from '@switchyard/engine';
import type { RailListing } from './rail-listing.ts';

export interface RailFilter {
  readonly country?: string | undefined;
  readonly status?: RailStatus | undefined;
}

/**
 * The listings that pass every filter given, in the catalogue's order. A country asks for rails that name it; a
 * rail that names none is not bound to countries, but it has not said that it serves this one either, so it is
 * found only without the filter.
 */
export function findRails(catalogue: readonly RailListing[], filter: RailFilter): readonly RailListing[] {
  const { country, status } = filter;
  return catalogue.filter(
    (rail) =>
      (country === undefined || rail.countries.includes(country)) &&
      (status === undefined || rail.status === status),
  );
}
