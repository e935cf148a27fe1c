import { presentCustomer } from '../presenters/customer.ts';
import { presentPage } from '../presenters/page.ts';
import { listCustomers } from '../store/customers.ts';
import type { Handler } from './operation.ts';

/** Newest first. */
export const listCustomersPage: Handler<'customers.list'> = {
  kind: 'read',
  async run({ deps, keys }, { query }) {
    return presentPage(await listCustomers(deps.db, keys, query), presentCustomer);
  },
};
