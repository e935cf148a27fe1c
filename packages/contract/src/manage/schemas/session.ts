import { z } from 'zod';
import { EMAIL_LENGTH_MAX } from '../../limits.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { text } from '../../text.ts';
import { PASSWORD_LENGTH_MAX } from '../limits.ts';
import { RoleName } from '../roles.ts';
import { ManagementTokenId, OrganisationId, SessionId } from './id.ts';
import { Operator } from './operator.ts';

export const SessionCreate = z
  .strictObject({
    email: z.email().max(EMAIL_LENGTH_MAX),
    password: text({ min: 1, max: PASSWORD_LENGTH_MAX }),
  })
  .meta({ id: 'SessionCreate' });

export const Session = z
  .strictObject({
    id: SessionId,
    object: z.literal('session'),
    operator: Operator,
    createdAt: Timestamp,
    idleExpiresAt: Timestamp.describe('When it ends unless it is used before. Every use moves this on.'),
    expiresAt: Timestamp.describe('When it ends in any case.'),
  })
  .meta({
    id: 'Session',
    description: 'An operator who is signed in. What proves it is in the cookie alone.',
  });
export type Session = z.output<typeof Session>;

export const SignedOut = z
  .strictObject({ object: z.literal('signed_out') })
  .meta({ id: 'SignedOut', description: 'The session has ended, and the cookie is gone.' });

export const Caller = z
  .strictObject({
    object: z.literal('caller'),
    id: z.union([ManagementTokenId, SessionId]).describe('The token or the session the call came with.'),
    role: RoleName,
    organisation: z.strictObject({ id: OrganisationId, name: z.string() }),
    operator: Operator.optional().describe('Who is signed in; absent for a token.'),
    expiresAt: Timestamp.optional().describe('When the token or the session ends, where it does.'),
  })
  .meta({ id: 'Caller', description: 'Who a call comes from, and what that caller may do.' });
export type Caller = z.output<typeof Caller>;
