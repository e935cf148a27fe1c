import { ids } from '../../examples/ids.ts';
import { connection, connectionTest, drainingConnection, pendingConnection } from '../examples/connection.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  ConnectionCreate,
  ConnectionCredentials,
  ConnectionPage,
  ConnectionParams,
  ConnectionQuery,
  ConnectionsParams,
  ConnectionTest,
  ConnectionUpdate,
  DeletedConnection,
  ManagedConnection,
} from '../schemas/connection.ts';

const tag = 'Connections';
const environment = manageIds.liveEnvironment;
const params = { environment, id: ids.connection };

export const listConnections = defineManageOperation({
  name: 'connections.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/connections',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List connections',
  description:
    "The environment's connections to rails, newest first. Of their credentials only the names are shown.",
  params: ConnectionsParams,
  query: ConnectionQuery,
  output: ConnectionPage,
  examples: {
    params: { environment },
    query: { limit: 1 },
    response: { data: [connection], hasMore: true, next: connection.id },
  },
});

export const getConnection = defineManageOperation({
  name: 'connections.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/connections/{id}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a connection',
  description: 'With its health, the address to register at the provider, and what a drain still waits for.',
  params: ConnectionParams,
  output: ManagedConnection,
  examples: { params, response: connection },
});

export const createConnection = defineManageOperation({
  name: 'connections.create',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Create a connection',
  description:
    'A connection that the service calls is `pending` at first: give it credentials, test it, and enable it. One that is only ' +
    'decided about is `ready` at once. Its prices are set next. 409 in an environment without a policy.',
  params: ConnectionsParams,
  body: ConnectionCreate,
  output: ManagedConnection,
  examples: {
    params: { environment },
    body: {
      key: 'truelayer-uk',
      rail: 'truelayer',
      mode: 'route',
      label: 'TrueLayer, UK',
      countries: ['GB'],
      limits: [{ asset: 'iso4217:GBP', max: '100000000' }],
    },
    response: pendingConnection,
  },
});

export const updateConnection = defineManageOperation({
  name: 'connections.update',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Change a connection',
  description:
    'Checked by the rules of a file of configuration; `param` names what is wrong. Holds on every node within five seconds. ' +
    'A connection stays with its rail and its mode.',
  params: ConnectionParams,
  body: ConnectionUpdate,
  output: ManagedConnection,
  examples: { params, body: { label: 'TrueLayer, UK' }, response: connection },
});

export const setConnectionCredentials = defineManageOperation({
  name: 'connections.setCredentials',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/credentials',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: "Set a connection's credentials",
  description:
    'Checked against what the adapter of the rail asks for: `param` names the one that is wrong, and no value is ever ' +
    'repeated. Every node calls with the new ones within five seconds.',
  params: ConnectionParams,
  body: ConnectionCredentials,
  output: ManagedConnection,
  examples: {
    params,
    body: {
      credentials: {
        api_base_url: 'https://api.truelayer.com',
        auth_base_url: 'https://auth.truelayer.com',
        client_id: 'analytical-payments',
        client_secret: '…',
        signing_key_id: '7d1f0b52-8b0e-4f6a-9b0a-3f5a1c2e4d60',
        signing_private_key: '-----BEGIN EC PRIVATE KEY-----…',
        user_contact_email: 'payments@analytical.example',
        webhooks_base_url: 'https://webhooks.truelayer.com',
      },
    },
    response: connection,
  },
});

export const testConnection = defineManageOperation({
  name: 'connections.test',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/test',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Test a connection',
  description:
    'Makes one call that changes nothing at the provider, whatever the status of the connection, and says what became of it. ' +
    'That the call failed is an answer, not an error. 409 without credentials.',
  params: ConnectionParams,
  output: ConnectionTest,
  examples: { params, response: connectionTest },
});

export const enableConnection = defineManageOperation({
  name: 'connections.enable',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/enable',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Enable a connection',
  description:
    'Makes a connection `ready` that is pending or disabled, or calls off its drain. 409 when it is on already, or is to be ' +
    'called and has no credentials.',
  params: ConnectionParams,
  output: ManagedConnection,
  examples: { params, response: connection },
});

export const disableConnection = defineManageOperation({
  name: 'connections.disable',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/disable',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Disable a connection',
  description:
    'At once: the provider is not called any more, so payments under way over it stand still until it is enabled again. To let ' +
    'them end first, drain it. 409 when it is disabled already.',
  params: ConnectionParams,
  output: ManagedConnection,
  examples: { params, response: { ...connection, status: 'disabled' } },
});

export const drainConnection = defineManageOperation({
  name: 'connections.drain',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/drain',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Drain a connection',
  description:
    'Nothing new is begun over it, on every node within five seconds: it is not decided for, linked over or quoted, and quotes ' +
    'that were not used yet are refused. Payments and link sessions under way go on; when the last has ended it is disabled. ' +
    '409 when it is not on, or is draining already.',
  params: ConnectionParams,
  output: ManagedConnection,
  examples: { params, response: drainingConnection },
});

export const deleteConnection = defineManageOperation({
  name: 'connections.delete',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/connections/{id}/delete',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Delete a connection',
  description:
    'For one that was never used: with its credentials, prices and contracts. It has to be off, and for fifteen seconds. 409 ' +
    'when something refers to it (payments, links, what was counted, rules of the policy), and the explanation says what: such ' +
    'a connection stays, disabled.',
  params: ConnectionParams,
  output: DeletedConnection,
  examples: { params, response: { id: ids.connection, object: 'connection', deleted: true } },
});
