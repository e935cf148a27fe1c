import { z } from 'zod';
import { Action } from './action.ts';
import { Channel, ChannelInput } from './channel.ts';
import { Country } from './country.ts';
import { Explanation } from './explanation.ts';
import { AccountId, ConnectionId, CustomerId, InstitutionId, LinkSessionId } from './id.ts';
import { Psu } from './psu.ts';
import { RailId } from './rail-id.ts';
import { ReturnUri } from './return-uri.ts';
import { Timestamp } from './timestamp.ts';

export const LINK_SESSION_STATUSES = ['requires_action', 'processing', 'completed', 'failed'] as const;
export type LinkSessionStatus = (typeof LINK_SESSION_STATUSES)[number];

/** The codes known today. Rails may teach us more, so the field itself is an open string. */
export const LINK_FAILURE_CODES = [
  'expired',
  'user_declined',
  'provider_rejected',
  'provider_unavailable',
] as const;

export const LinkSessionCreate = z
  .strictObject({
    customer: CustomerId.describe('Whose account is linked.'),
    country: Country.describe('Where the bank is.'),
    institution: InstitutionId.exactOptional().describe('A bank from `GET /v1/institutions`.'),
    rail: RailId.exactOptional().describe(
      "Forces a rail. Otherwise your environment's policy picks one for the institution.",
    ),
    channel: ChannelInput,
    returnUri: ReturnUri,
    psu: Psu.exactOptional(),
  })
  .meta({ id: 'LinkSessionCreate' });

export const LinkSessionParams = z.strictObject({ id: LinkSessionId.describe('The link session.') });

export const LinkFailure = z
  .strictObject({
    code: z.string().meta({ examples: [...LINK_FAILURE_CODES] }),
    explanation: Explanation,
  })
  .meta({ id: 'LinkFailure', description: 'Why the account was not linked.' });

export const LinkSession = z
  .strictObject({
    id: LinkSessionId,
    object: z.literal('link_session'),
    customer: CustomerId,
    country: Country,
    institution: InstitutionId.optional(),
    rail: z.string(),
    connection: ConnectionId,
    channel: Channel,
    status: z.enum(LINK_SESSION_STATUSES),
    action: Action.optional(),
    accounts: z
      .array(AccountId)
      .describe('The accounts that were linked; filled when the session completes.'),
    failure: LinkFailure.optional(),
    explanation: Explanation.describe('Why this rail.'),
    returnUri: z.string().meta({ format: 'uri' }),
    expiresAt: Timestamp.describe('When the session fails by itself if the user does not come back.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'LinkSession', description: "The linking of a customer's bank account through a provider." });
export type LinkSession = z.output<typeof LinkSession>;
