/**
 * Which rails reach which bank, worked out from where the connections work. A provider's own directory would know
 * better, bank by bank; until one is read, a rail that does a bank's business in a country is taken to reach all
 * banks there, save for what the restrictions say.
 */
import { BANK_FACING_CAPABILITIES, CAPABILITY_IDS, type Coverage } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';

import { narrow, reachOf } from './reach.ts';
import type { SeedInstitution } from './read-institutions.ts';
import type { ConnectionConfig, Restriction } from './routing-config.ts';

type Connected = Pick<ConnectionConfig, 'rail' | 'countries' | 'operations'>;

/**
 * One entry per bank, also for one that nothing reaches. Rails rank by the order of their first connection that
 * reaches the bank, 1 comes first. Disabled connections count: that they are disabled is another matter.
 */
export function coverageOf(
  institutions: readonly Pick<SeedInstitution, 'id' | 'country'>[],
  connections: readonly Connected[],
  catalogue: readonly RailListing[],
  restrictions: readonly Restriction[] = [],
): readonly Coverage[] {
  const railsIn = railsByCountry(connections, catalogue);
  const restricted = new Map(
    restrictions.map(({ institution, rail, operations }) => [`${institution} ${rail}`, operations]),
  );
  return institutions.map(({ id, country }) => ({
    institution: id,
    country,
    rails: [...(railsIn.get(country) ?? [])].map((rail, index) => {
      const operations = restricted.get(`${id} ${rail}`) ?? [];
      return {
        rail,
        rank: index + 1,
        restricted: CAPABILITY_IDS.filter((known) => operations.includes(known)),
      };
    }),
  }));
}

function railsByCountry(
  connections: readonly Connected[],
  catalogue: readonly RailListing[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const listings = new Map(catalogue.map((listing) => [listing.id, listing]));
  const railsIn = new Map<string, Set<string>>();
  for (const { rail, operations, countries } of connections) {
    const listing = listings.get(rail);
    if (listing === undefined) continue;
    const { capabilities } = narrow(reachOf(listing), operations, countries);
    for (const { id, countries: served } of capabilities) {
      if (!BANK_FACING_CAPABILITIES.includes(id)) continue;
      for (const country of served) railsIn.set(country, (railsIn.get(country) ?? new Set()).add(rail));
    }
  }
  return railsIn;
}
