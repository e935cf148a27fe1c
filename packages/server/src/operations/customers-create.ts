import { presentCustomer } from '../presenters/customer.ts';
import { insertOrFindCustomer } from '../store/customers.ts';
import type { Handler } from './operation.ts';

/** Creates, or returns, the customer for the client's user id. An existing one stays exactly as it was. */
export const createCustomer: Handler<'customers.create'> = {
  kind: 'write',
  async run({ deps, call, keys }, tx, { body }) {
    const { externalId, name, email, country, metadata = {} } = body;
    const { customer, dataKey } = await insertOrFindCustomer(tx, keys, {
      id: deps.newId('cus_'),
      externalId,
      ...(country === undefined ? {} : { country }),
      profile: {
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email }),
        metadata,
      },
      createdAt: call.now,
    });
    return { ok: true, value: { output: presentCustomer(customer), subject: { id: customer.id, dataKey } } };
  },
};
