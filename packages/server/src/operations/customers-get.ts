import { fail } from '../domain/failure.ts';
import { presentCustomer } from '../presenters/customer.ts';
import { findCustomer } from '../store/customers.ts';
import type { Handler } from './operation.ts';

export const getCustomer: Handler<'customers.get'> = {
  kind: 'read',
  async run({ deps, keys }, { params }) {
    const customer = await findCustomer(deps.db, keys, params.id);
    if (customer === undefined) return fail('not_found', 'customer.not_found', { param: 'id' });
    return { ok: true, value: presentCustomer(customer) };
  },
};
