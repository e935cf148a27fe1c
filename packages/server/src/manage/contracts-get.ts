import { fail } from '../domain/failure.ts';
import { loadPricing } from '../store/routing.ts';
import type { ManageHandler } from './operation.ts';
import { presentContract } from './present-price-list.ts';

export const getContract: ManageHandler<'contracts.get'> = {
  kind: 'read',
  async run({ deps, environment, now }, { params }) {
    const pricing = await loadPricing(deps.db, environment.id);
    const contract = pricing.contracts.find(({ id }) => id === params.id);
    if (contract === undefined) return fail('not_found', 'contract.not_found', { param: 'id' });
    return { ok: true, value: presentContract(pricing, contract, now) };
  },
};
