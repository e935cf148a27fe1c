import { liveEnvironment } from '../examples/environment.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  EnvironmentCreate,
  EnvironmentPage,
  EnvironmentParams,
  EnvironmentQuery,
  EnvironmentUpdate,
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

export const createEnvironment = defineManageOperation({
  name: 'environments.create',
  method: 'POST',
  path: '/manage/v1/environments',
  successStatus: 201,
  role: 'owner',
  tag,
  summary: 'Create an environment',
  description:
    'A new environment, with its own keys to what is sealed in it. It has no API keys and no connections yet.',
  body: EnvironmentCreate,
  output: ManagedEnvironment,
  examples: {
    body: { mode: 'live', name: 'Production' },
    response: { ...liveEnvironment, settings: { returnOrigins: [] }, updatedAt: liveEnvironment.createdAt },
  },
});

export const updateEnvironment = defineManageOperation({
  name: 'environments.update',
  method: 'POST',
  path: '/manage/v1/environments/{environment}',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: 'Change an environment',
  description: 'Changes its name and its settings. What is left out stays as it is.',
  params: EnvironmentParams,
  body: EnvironmentUpdate,
  output: ManagedEnvironment,
  examples: {
    params: { environment: manageIds.liveEnvironment },
    body: { settings: { returnOrigins: ['https://shop.example', 'com.shop.app:'] } },
    response: liveEnvironment,
  },
});
