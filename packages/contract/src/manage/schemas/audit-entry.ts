import { z } from 'zod';
import { openObject } from '../../open-object.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { ROLES } from '../roles.ts';
import { AuditEntryId, EnvironmentId } from './id.ts';

const Sequence = z.int().min(1).describe('The place in the chain: from 1, without gaps.');
const Hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const AuditEntryQuery = z.strictObject({
  environment: EnvironmentId.exactOptional().describe('Only what was done to this environment.'),
  after: AuditEntryId.exactOptional().describe('The last entry received; the page begins after it.'),
  limit: PageSize,
});

export const AuditEntry = z
  .strictObject({
    id: AuditEntryId,
    object: z.literal('audit_entry'),
    sequence: Sequence,
    action: z.string().describe('What was done: the name of an operation, such as `apiKeys.create`.'),
    actor: z
      .strictObject({
        type: z.enum(['operator', 'token', 'system']),
        id: z.string().optional().describe('The operator or the management token.'),
        role: z.enum(ROLES).optional(),
      })
      .describe('Who did it.'),
    environment: EnvironmentId.optional(),
    subject: z.string().describe('The id of what was changed.'),
    summary: openObject().describe('What changed. Never a secret, never personal data.'),
    requestId: z.string().optional(),
    createdAt: Timestamp,
    previousHash: Hash.describe('The hash of the entry before; that of nothing for the first.'),
    hash: Hash.describe('SHA-256 over the hash before, the place in the chain and all of the above.'),
  })
  .meta({ id: 'AuditEntry', description: 'One change that somebody made, told for good.' });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditEntryPage = pageOf(AuditEntry, 'AuditEntryPage');

export const AuditVerification = z
  .strictObject({
    object: z.literal('audit_verification'),
    valid: z.boolean(),
    entries: z.int().min(0).describe('How many entries were looked at.'),
    head: z
      .strictObject({ sequence: Sequence, hash: Hash })
      .optional()
      .describe(
        'The newest entry. Keep it elsewhere: nobody can then rewrite what came before it unnoticed.',
      ),
    broken: z
      .strictObject({
        sequence: Sequence,
        problem: z.enum(['missing', 'altered', 'cut_short']),
      })
      .optional()
      .describe('The first place where the chain does not hold.'),
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.output<typeof AuditVerification>;
