import { ids } from '../../examples/ids.ts';
import { manageIds } from '../examples/ids.ts';
import { priceList, priceListSet } from '../examples/price-list.ts';
import { defineManageOperation } from '../operation.ts';
import {
  PriceList,
  PriceListPage,
  PriceListParams,
  PriceListQuery,
  PriceListSet,
  PriceListsParams,
} from '../schemas/price-list.ts';

const tag = 'Prices';
const environment = manageIds.liveEnvironment;
const params = { environment, id: ids.connection };

export const listPriceLists = defineManageOperation({
  name: 'prices.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/prices',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List prices',
  description: 'What operations cost over each connection, newest connection first. `next` is a connection.',
  params: PriceListsParams,
  query: PriceListQuery,
  output: PriceListPage,
  examples: {
    params: { environment },
    query: { limit: 1 },
    response: { data: [priceList], hasMore: true, next: ids.connection },
  },
});

export const getPriceList = defineManageOperation({
  name: 'prices.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/connections/{id}/prices',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: "Get a connection's prices",
  description: 'In their order, with the contracts they name and how far these are used.',
  params: PriceListParams,
  output: PriceList,
  examples: { params, response: priceList },
});

export const setPriceList = defineManageOperation({
  name: 'prices.set',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/prices',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: "Set a connection's prices",
  description:
    'All of them, with their contracts. Checked by the rules of a file of configuration; `param` names what is wrong. Every ' +
    'node decides by them within five seconds. What was counted under a contract stays, also when no price names it any more.',
  params: PriceListParams,
  body: PriceListSet,
  output: PriceList,
  examples: { params, body: priceListSet, response: priceList },
});
