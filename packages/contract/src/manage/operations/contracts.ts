import { manageIds } from '../examples/ids.ts';
import { contract } from '../examples/price-list.ts';
import { defineManageOperation } from '../operation.ts';
import {
  Contract,
  ContractPage,
  ContractParams,
  ContractQuery,
  ContractsParams,
  ContractUpdate,
} from '../schemas/contract.ts';

const tag = 'Prices';
const environment = manageIds.liveEnvironment;
const params = { environment, id: manageIds.contract };

export const listContracts = defineManageOperation({
  name: 'contracts.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/contracts',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List contracts',
  description: 'Of all connections, newest first, each with where its period stands.',
  params: ContractsParams,
  query: ContractQuery,
  output: ContractPage,
  examples: {
    params: { environment },
    query: { limit: 1 },
    response: { data: [contract], hasMore: true, next: contract.id },
  },
});

export const getContract = defineManageOperation({
  name: 'contracts.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/contracts/{id}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a contract',
  description: 'Its tiers and commitment, what was used of it in this period, and whether it is behind.',
  params: ContractParams,
  output: Contract,
  examples: { params, response: contract },
});

export const updateContract = defineManageOperation({
  name: 'contracts.update',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/contracts/{id}',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Change a contract',
  description:
    'Its tiers, their mode, the period or the commitment, by the rules of a file of configuration. What it counts stays: ' +
    'another asset or basis is another contract, which is made by setting prices. 409 when no price names it any more, ' +
    'and for a shorter period when it is not known how much of what was counted falls into it.',
  params: ContractParams,
  body: ContractUpdate,
  output: Contract,
  examples: { params, body: { commitment: { value: '6000', tolerancePpm: 50_000 } }, response: contract },
});
