import type { Customer } from '../domain/customer.ts';
import type { Presented } from './presented.ts';

export function presentCustomer(customer: Customer): Presented<'customers.get'> {
  const { name, email, metadata } = customer.profile;
  return {
    id: customer.id,
    object: 'customer',
    externalId: customer.externalId,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(customer.country === undefined ? {} : { country: customer.country }),
    metadata,
    createdAt: customer.createdAt.toISOString(),
  };
}
