import { ids } from '../../examples/ids.ts';
import type { ConnectionTest, ManagedConnection } from '../schemas/connection.ts';

export const connection: ManagedConnection = {
  id: ids.connection,
  object: 'connection',
  key: 'truelayer-uk',
  rail: 'truelayer',
  label: 'TrueLayer, UK',
  mode: 'route',
  status: 'ready',
  roles: ['bank-link', 'institution-directory', 'payment', 'webhook'],
  countries: ['GB'],
  operations: [],
  limits: [{ asset: 'iso4217:GBP', max: '100000000' }],
  credentials: [
    'api_base_url',
    'auth_base_url',
    'client_id',
    'client_secret',
    'signing_key_id',
    'signing_private_key',
    'user_contact_email',
    'webhooks_base_url',
  ],
  health: {
    successPpm: 981_200,
    p50Ms: 1_240,
    p95Ms: 5_310,
    circuit: 'closed',
    since: '2026-10-08T08:15:30.000Z',
  },
  webhookUrl: 'https://pay.example/hooks/3q2-7wAqk1x0Zb5mJ9sYtVh8nLr4cEoGdUiKpXfWaMQ',
  createdAt: '2026-10-08T08:12:00.000Z',
  updatedAt: '2026-10-08T08:15:30.000Z',
};

const { webhookUrl: _, ...unnamed } = connection;

/** As it was just created. */
export const pendingConnection: ManagedConnection = {
  ...unnamed,
  status: 'pending',
  credentials: [],
  health: { successPpm: null, p50Ms: null, p95Ms: null, circuit: 'closed', since: connection.createdAt },
  updatedAt: connection.createdAt,
};

export const drainingConnection: ManagedConnection = {
  ...connection,
  draining: { since: '2026-10-09T14:30:00.000Z', payments: 3, linkSessions: 1 },
  updatedAt: '2026-10-09T14:30:00.000Z',
};

export const connectionTest: ConnectionTest = {
  object: 'connection_test',
  connection: ids.connection,
  result: 'failed',
  operation: 'institutions.list',
  durationMs: 312,
  httpStatus: 401,
  explanation: {
    key: 'connection_test.misconfigured',
    vars: { rail: 'truelayer' },
    message: 'The provider of truelayer refuses us: credentials or permissions are not what it asks for.',
  },
};
