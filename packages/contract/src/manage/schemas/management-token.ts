import { z } from 'zod';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { RoleName } from '../roles.ts';
import { ManagementTokenId } from './id.ts';
import { Label } from './label.ts';

export const ManagementTokenParams = z.strictObject({ id: ManagementTokenId.describe('The token.') });

export const ManagementTokenQuery = z.strictObject({
  after: ManagementTokenId.exactOptional().describe('The last token received; the page begins after it.'),
  limit: PageSize,
});

export const ManagementTokenCreate = z
  .strictObject({
    label: Label.describe('What people tell tokens apart by.'),
    role: RoleName,
    expiresAt: Timestamp.exactOptional().describe('When it ends. Without, it does not.'),
  })
  .meta({ id: 'ManagementTokenCreate' });

const fields = {
  id: ManagementTokenId,
  object: z.literal('management_token'),
  label: z.string(),
  hint: z.string().describe('The last characters of the token.'),
  role: RoleName,
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: Timestamp,
  expiresAt: Timestamp.optional(),
  revokedAt: Timestamp.optional(),
  lastUsedAt: Timestamp.optional().describe('To the minute.'),
};

export const ManagementToken = z
  .strictObject(fields)
  .meta({ id: 'ManagementToken', description: 'What a program calls the management API with.' });
export type ManagementToken = z.output<typeof ManagementToken>;

export const IssuedManagementToken = z
  .strictObject({
    ...fields,
    secret: z.string().describe('The token itself. It is shown this once and kept nowhere.'),
  })
  .meta({ id: 'IssuedManagementToken', description: 'A token that has just been made.' });

export const ManagementTokenPage = pageOf(ManagementToken, 'ManagementTokenPage');
