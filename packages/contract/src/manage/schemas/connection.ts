import { z } from 'zod';
import { AmountValue, Asset } from '../../schemas/amount.ts';
import { Connection } from '../../schemas/connection.ts';
import { Country } from '../../schemas/country.ts';
import { Explanation } from '../../schemas/explanation.ts';
import { ConnectionId } from '../../schemas/id.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { CapabilityId } from '../../schemas/rail.ts';
import { RailId } from '../../schemas/rail-id.ts';
import { Latency } from '../../schemas/route-decision.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { stringMap } from '../../string-map.ts';
import { text } from '../../text.ts';
import {
  CONNECTION_KEY_LENGTH_MAX,
  CONNECTION_LABEL_LENGTH_MAX,
  CREDENTIAL_NAME_LENGTH_MAX,
  CREDENTIALS_MAX,
  SECRET_LENGTH_MAX,
} from '../limits.ts';
import { EnvironmentId } from './id.ts';

export const ConnectionsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment that is connected.'),
});

export const ConnectionParams = z.strictObject({
  environment: EnvironmentId.describe('The environment that is connected.'),
  id: ConnectionId.describe('The connection.'),
});

export const ConnectionQuery = z.strictObject({
  after: ConnectionId.exactOptional().describe('The last connection received; the page begins after it.'),
  limit: PageSize,
});

/** What people decide of a connection, beside its prices and whether it is on. */
const Terms = {
  label: text({ min: 1, max: CONNECTION_LABEL_LENGTH_MAX }),
  countries: z.array(Country).describe("Narrows the rail's countries; empty means all of them."),
  operations: z.array(CapabilityId).describe("Narrows the rail's capabilities; empty means all of them."),
  limits: z
    .array(
      z.strictObject({ asset: Asset, min: AmountValue.exactOptional(), max: AmountValue.exactOptional() }),
    )
    .describe('What it can move, both ends included; empty means that nothing is said.'),
  declaredLatency: Latency.describe('What the provider states, until enough was measured.'),
};

export const ConnectionCreate = z
  .strictObject({
    key: text({ min: 1, max: CONNECTION_KEY_LENGTH_MAX }).describe('Its name in a file of configuration.'),
    rail: RailId.describe('A rail of the catalogue.'),
    mode: Connection.shape.mode,
    label: Terms.label,
    countries: Terms.countries.exactOptional(),
    operations: Terms.operations.exactOptional(),
    limits: Terms.limits.exactOptional(),
    declaredLatency: Terms.declaredLatency.exactOptional(),
  })
  .meta({ id: 'ConnectionCreate' });

export const ConnectionUpdate = z
  .strictObject({
    label: Terms.label.exactOptional(),
    countries: Terms.countries.exactOptional(),
    operations: Terms.operations.exactOptional(),
    limits: Terms.limits.exactOptional(),
    declaredLatency: Terms.declaredLatency.nullable().exactOptional().describe('Null: nothing is stated.'),
  })
  .meta({ id: 'ConnectionUpdate', description: 'What is left out stays as it is.' });

export const ConnectionCredentials = z
  .strictObject({
    credentials: stringMap({
      keysMax: CREDENTIALS_MAX,
      keyLengthMax: CREDENTIAL_NAME_LENGTH_MAX,
      valueLengthMax: SECRET_LENGTH_MAX,
    }).describe('All of them, by name: what is left out is gone. Sealed, and never shown again.'),
  })
  .meta({ id: 'ConnectionCredentials' });

const { contract: _, health, ...shown } = Connection.shape;

export const ManagedConnection = z
  .strictObject({
    ...shown,
    key: z.string().describe('Its name in a file of configuration.'),
    operations: Terms.operations,
    limits: Terms.limits,
    declaredLatency: Terms.declaredLatency.optional(),
    health: health.describe(
      'What was seen of its rail: the worst of what the connection does. The circuit is that of the node that answers.',
    ),
    webhookUrl: z
      .string()
      .optional()
      .describe(
        'What to register at the provider. Absent while it has no credentials, or we no public address.',
      ),
    draining: z
      .strictObject({
        since: Timestamp,
        payments: z.int().min(0).describe('Payments over it that are still open.'),
        linkSessions: z.int().min(0).describe('Link sessions over it that are still open.'),
      })
      .optional()
      .describe('Nothing new is begun over it, and when nothing is open any more it is disabled.'),
  })
  .meta({ id: 'Connection', description: "An environment's connection to a rail. Never its secrets." });
export type ManagedConnection = z.output<typeof ManagedConnection>;

export const ConnectionPage = pageOf(ManagedConnection, 'ConnectionPage');

export const DeletedConnection = z
  .strictObject({ id: ConnectionId, object: z.literal('connection'), deleted: z.literal(true) })
  .meta({ id: 'DeletedConnection' });

export const CONNECTION_TEST_RESULTS = ['passed', 'failed', 'untested'] as const;

export const ConnectionTest = z
  .strictObject({
    object: z.literal('connection_test'),
    connection: ConnectionId,
    result: z
      .enum(CONNECTION_TEST_RESULTS)
      .describe(
        '`untested`: there is nothing that this provider can be asked without changing anything there.',
      ),
    operation: z.string().optional().describe('What the provider was asked.'),
    durationMs: z.int().min(0),
    httpStatus: z
      .int()
      .optional()
      .describe('What the provider answered, where it did not do as it was asked.'),
    providerCode: z.string().optional().describe("The provider's own short code."),
    explanation: Explanation,
  })
  .meta({ id: 'ConnectionTest', description: 'What became of one harmless call.' });
export type ConnectionTest = z.output<typeof ConnectionTest>;
