import { invariant } from '@switchyard/engine';
import { checkCatalogue } from './check-listing.ts';
import bankApi from './entries/bank-api.json' with { type: 'json' };
import compliance from './entries/compliance.json' with { type: 'json' };
import data from './entries/data.json' with { type: 'json' };
import identity from './entries/identity.json' with { type: 'json' };
import metaProvider from './entries/meta-provider.json' with { type: 'json' };
import onChain from './entries/on-chain.json' with { type: 'json' };
import pispAggregator from './entries/pisp-aggregator.json' with { type: 'json' };
import verification from './entries/verification.json' with { type: 'json' };
import type { RailListing } from './rail-listing.ts';

/**
 * Every rail we know of, in the order of their ids. The files are checked as they are loaded, so nobody holds a
 * listing that breaks a rule; call it once, where the service is put together.
 */
export function loadCatalogue(): readonly RailListing[] {
  const entries: readonly unknown[] = [
    ...bankApi,
    ...compliance,
    ...data,
    ...identity,
    ...metaProvider,
    ...onChain,
    ...pispAggregator,
    ...verification,
  ];
  const problems = checkCatalogue(entries);
  const told = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  invariant(problems.length === 0, `the catalogue keeps its rules, yet ${told}.`);
  // No problem is the proof that each entry is a listing.
  return (entries as readonly RailListing[]).toSorted(byId);
}

// By code units, so that the order is the same in every locale. Ids are unique.
function byId(a: RailListing, b: RailListing): number {
  return a.id < b.id ? -1 : 1;
}
