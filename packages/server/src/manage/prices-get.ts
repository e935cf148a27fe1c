import { fail } from '../domain/failure.ts';
import { loadPricing } from '../store/routing.ts';
import type { ManageHandler } from './operation.ts';
import { presentPriceList } from './present-price-list.ts';

export const getPriceList: ManageHandler<'prices.get'> = {
  kind: 'read',
  async run({ deps, environment, now }, { params }) {
    const pricing = await loadPricing(deps.db, environment.id);
    const connection = pricing.connections.find(({ id }) => id === params.id);
    if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    return { ok: true, value: presentPriceList(pricing, connection, now) };
  },
};
