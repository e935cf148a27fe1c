import { ids } from '../../examples/ids.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import { Erasure, ErasureParams } from '../schemas/erasure.ts';

export const eraseCustomer = defineManageOperation({
  name: 'customers.erase',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/customers/{id}/erase',
  successStatus: 200,
  role: 'operator',
  tag: 'Customers',
  summary: 'Erase a customer',
  description:
    'Destroys the key under which everything personal of the customer is sealed, for good. The customer, their accounts and ' +
    'link sessions are not found any more; payments keep their amounts and states, without reference and metadata. While a ' +
    'payment of theirs, or to an account of theirs, or a link session is open it is 409.',
  params: ErasureParams,
  output: Erasure,
  examples: {
    params: { environment: manageIds.liveEnvironment, id: ids.customer },
    response: {
      object: 'erasure',
      customer: ids.customer,
      closedAccounts: 2,
      erasedAt: '2026-10-09T14:30:00.000Z',
    },
  },
});
