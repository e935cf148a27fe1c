import { rail } from '../examples/rail.ts';
import { defineOperation } from '../operation.ts';
import { RailList, RailQuery } from '../schemas/rail.ts';

export const listRails = defineOperation({
  name: 'rails.list',
  method: 'GET',
  path: '/v1/rails',
  successStatus: 200,
  tag: 'Rails',
  summary: 'List rails',
  description:
    'The catalogue of payment and data providers: what each can do, where, who is regulated, and how far its ' +
    'integration is. It lists rails you have not connected too.',
  cacheable: true,
  query: RailQuery,
  output: RailList,
  examples: { query: { country: 'DE', status: 'integrated' }, response: { data: [rail] } },
});
