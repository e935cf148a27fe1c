import { z } from 'zod';
import { OPERATIONS } from '../../operation-list.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import {
  ALLOWED_ADDRESSES_MAX,
  API_KEY_SCOPES_MAX,
  ROTATION_OVERLAP_HOURS_DEFAULT,
  ROTATION_OVERLAP_HOURS_MAX,
} from '../limits.ts';
import { ApiKeyId, EnvironmentId } from './id.ts';
import { Label } from './label.ts';

/** A whole family of operations, or single ones by name. */
export const API_KEY_SCOPES = ['full', 'read', 'decide', ...OPERATIONS.map(({ name }) => name)] as const;

const Scope = z.enum(API_KEY_SCOPES).meta({ id: 'ApiKeyScope' });

const AllowedAddresses = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
  .max(ALLOWED_ADDRESSES_MAX)
  .describe('Addresses and CIDR ranges the key may be used from. None: from anywhere.');

const Secret = z.string().describe('The key itself. It is shown this once and kept nowhere.');

export const ApiKeysParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the keys are of.'),
});

export const ApiKeyParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the key is of.'),
  id: ApiKeyId.describe('The key.'),
});

export const ApiKeyQuery = z.strictObject({
  after: ApiKeyId.exactOptional().describe('The last key received; the page begins after it.'),
  limit: PageSize,
});

export const ApiKeyCreate = z
  .strictObject({
    label: Label.describe('What people tell keys apart by.'),
    scopes: z
      .array(Scope)
      .min(1)
      .max(API_KEY_SCOPES_MAX)
      .describe('What it may call: `full`, `read`, `decide`, or single operations by name.'),
    allowedAddresses: AllowedAddresses.exactOptional(),
    expiresAt: Timestamp.exactOptional().describe('When it ends. Without, it does not.'),
  })
  .meta({ id: 'ApiKeyCreate' });

export const ApiKeyRotate = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(ROTATION_OVERLAP_HOURS_MAX)
      .default(ROTATION_OVERLAP_HOURS_DEFAULT)
      .describe('How long the old key goes on beside the new one.'),
  })
  .meta({ id: 'ApiKeyRotate' });

const fields = {
  id: ApiKeyId,
  object: z.literal('api_key'),
  label: z.string(),
  hint: z.string().describe('The last characters of the key.'),
  scopes: z.array(z.string()),
  allowedAddresses: z.array(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: Timestamp,
  expiresAt: Timestamp.optional(),
  revokedAt: Timestamp.optional(),
  lastUsedAt: Timestamp.optional().describe('To the minute.'),
  replacedBy: ApiKeyId.optional().describe('The key that it was rotated to.'),
};

export const ManagedApiKey = z
  .strictObject(fields)
  .meta({ id: 'ApiKey', description: 'A key to the API of the service, in one environment.' });
export type ManagedApiKey = z.output<typeof ManagedApiKey>;

export const IssuedApiKey = z
  .strictObject({ ...fields, secret: Secret })
  .meta({ id: 'IssuedApiKey', description: 'A key that has just been made.' });

export const ApiKeyPage = pageOf(ManagedApiKey, 'ApiKeyPage');
