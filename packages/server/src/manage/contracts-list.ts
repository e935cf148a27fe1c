import { presentPage } from '../presenters/page.ts';
import { pageWithin } from '../store/page.ts';
import { loadPricing } from '../store/routing.ts';
import type { ManageHandler } from './operation.ts';
import { presentContract } from './present-price-list.ts';

export const listContractsPage: ManageHandler<'contracts.list'> = {
  kind: 'read',
  async run({ deps, environment, now }, { query }) {
    const pricing = await loadPricing(deps.db, environment.id);
    return presentPage(pageWithin(pricing.contracts, query), (contract) =>
      presentContract(pricing, contract, now),
    );
  },
};
