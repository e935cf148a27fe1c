import type { InputOf } from '@switchyard/contract';
import type { Customer } from '../domain/customer.ts';
import { presentCustomer } from '../presenters/customer.ts';
import { insertNewCustomer, insertOrFindCustomer } from '../store/customers.ts';
import type { DataKey } from '../store/keyring.ts';
import type { Handler, Work, Written } from './operation.ts';

/** Creates, or returns, the customer for the client's user id. An existing one stays exactly as it was. */
export const createCustomer: Handler<'customers.create'> = {
  kind: 'write',
  blind(work, writer, input) {
    const customer = customerOf(work, input);
    return written(customer, insertNewCustomer(writer, work.keys, customer));
  },
  async run(work, tx, input) {
    const { customer, dataKey } = await insertOrFindCustomer(tx, work.keys, customerOf(work, input));
    return { ok: true, value: written(customer, dataKey) };
  },
};

function customerOf({ deps, call }: Work, { body }: InputOf<'customers.create'>): Customer {
  const { externalId, name, email, country, metadata = {} } = body;
  return {
    id: deps.newId('cus_'),
    externalId,
    ...(country === undefined ? {} : { country }),
    profile: {
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      metadata,
    },
    createdAt: call.now,
  };
}

function written(customer: Customer, dataKey: DataKey): Written<'customers.create'> {
  return { output: presentCustomer(customer), subject: { id: customer.id, dataKey } };
}
