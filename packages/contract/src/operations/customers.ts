import { customer } from '../examples/customer.ts';
import { ids } from '../examples/ids.ts';
import { defineOperation } from '../operation.ts';
import {
  Customer,
  CustomerCreate,
  CustomerPage,
  CustomerParams,
  CustomerQuery,
} from '../schemas/customer.ts';

const tag = 'Customers';

export const createCustomer = defineOperation({
  name: 'customers.create',
  method: 'POST',
  path: '/v1/customers',
  successStatus: 201,
  tag,
  summary: 'Create a customer',
  description:
    'Creates the customer for your user id, or returns the one there is: the same `externalId` always answers with ' +
    'the same customer, and a repeated call changes nothing of it.',
  body: CustomerCreate,
  output: Customer,
  examples: {
    body: {
      externalId: 'user-1815',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      country: 'DE',
      metadata: { plan: 'pro' },
    },
    response: customer,
  },
});

export const getCustomer = defineOperation({
  name: 'customers.get',
  method: 'GET',
  path: '/v1/customers/{id}',
  successStatus: 200,
  tag,
  summary: 'Get a customer',
  description: 'Returns one customer. A customer of another environment is not found.',
  params: CustomerParams,
  output: Customer,
  examples: { params: { id: ids.customer }, response: customer },
});

export const listCustomers = defineOperation({
  name: 'customers.list',
  method: 'GET',
  path: '/v1/customers',
  successStatus: 200,
  tag,
  summary: 'List customers',
  description:
    'Your customers, newest first. With `externalId`, the one customer with that id of yours, or none.',
  query: CustomerQuery,
  output: CustomerPage,
  examples: {
    query: { limit: 1 },
    response: { data: [customer], hasMore: true, next: ids.customer },
  },
});
