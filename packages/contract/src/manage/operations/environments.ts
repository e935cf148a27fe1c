import { liveEnvironment } from '../examples/environment.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  EnvironmentPage,
  EnvironmentParams,
  EnvironmentQuery,
  ManagedEnvironment,
} from '../schemas/environment.ts';

const tag = 'Environments';

export const listEnvironments = defineManageOperation({
  name: 'environments.list',
  method: 'GET',
  path: '/manage/v1/environments',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List environments',
  description: "Your organisation's environments, newest first.",
  query: EnvironmentQuery,
  output: EnvironmentPage,
  examples: {
    query: { limit: 1 },
    response: { data: [liveEnvironment], hasMore: true, next: liveEnvironment.id },
  },
});

export const getEnvironment = defineManageOperation({
  name: 'environments.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get an environment',
  description: 'Returns one environment. One of another organisation is not found.',
  params: EnvironmentParams,
  output: ManagedEnvironment,
  examples: { params: { environment: manageIds.liveEnvironment }, response: liveEnvironment },
});
