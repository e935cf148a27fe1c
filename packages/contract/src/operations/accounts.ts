import { linkedAccount, registeredAccount } from '../examples/account.ts';
import { ids } from '../examples/ids.ts';
import { defineOperation } from '../operation.ts';
import { Account, AccountCreate, AccountPage, AccountParams, AccountQuery } from '../schemas/account.ts';

const tag = 'Accounts';

export const createAccount = defineOperation({
  name: 'accounts.create',
  method: 'POST',
  path: '/v1/accounts',
  successStatus: 201,
  tag,
  summary: 'Register an account',
  description:
    'Registers account details that a payee gave, so that they can be paid. The address is validated, stored ' +
    'encrypted and never returned in full. Whether the name belongs to it is checked afterwards, where a connection ' +
    'can; the result arrives with an `account.updated` event.',
  body: AccountCreate,
  output: Account,
  examples: {
    body: {
      holderName: 'Grace Hopper',
      payto: 'payto://iban/DE89370400440532013000',
      metadata: { supplier: '4711' },
    },
    response: registeredAccount,
  },
});

export const getAccount = defineOperation({
  name: 'accounts.get',
  method: 'GET',
  path: '/v1/accounts/{id}',
  successStatus: 200,
  tag,
  summary: 'Get an account',
  description: 'Returns one account, linked or registered.',
  params: AccountParams,
  output: Account,
  examples: { params: { id: ids.payerAccount }, response: linkedAccount },
});

export const listAccounts = defineOperation({
  name: 'accounts.list',
  method: 'GET',
  path: '/v1/accounts',
  successStatus: 200,
  tag,
  summary: 'List accounts',
  description: 'Your accounts, newest first, of one customer or of all.',
  query: AccountQuery,
  output: AccountPage,
  examples: { query: { customer: ids.customer }, response: { data: [linkedAccount], hasMore: false } },
});
