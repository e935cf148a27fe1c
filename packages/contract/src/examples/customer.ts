import type { Customer } from '../schemas/customer.ts';
import { ids } from './ids.ts';

export const customer: Customer = {
  id: ids.customer,
  object: 'customer',
  externalId: 'user-1815',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  country: 'DE',
  metadata: { plan: 'pro' },
  createdAt: '2026-10-08T09:12:44.318Z',
};
