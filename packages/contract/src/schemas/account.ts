import { z } from 'zod';
import { NAME_LENGTH_MAX, PAYTO_LENGTH_MAX } from '../limits.ts';
import { text } from '../text.ts';
import { MaskedAddress } from './address.ts';
import { Asset } from './amount.ts';
import { AccountId, ConnectionId, CustomerId, InstitutionId } from './id.ts';
import { Metadata } from './metadata.ts';
import { PageSize, pageOf } from './page.ts';
import { RailRole } from './rail.ts';
import { Timestamp } from './timestamp.ts';

export const ACCOUNT_SOURCES = ['linked', 'registered'] as const;
export const ACCOUNT_STATUSES = ['active', 'reauth_required', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
export const VERIFICATION_RESULTS = ['match', 'close_match', 'no_match', 'unavailable'] as const;

/** HMAC of the normalised address under a key of the environment: equal accounts are seen to be equal. */
export const FINGERPRINT_PATTERN = '^fp_[A-Za-z0-9]{8,64}$';

export const AccountCreate = z
  .strictObject({
    customer: CustomerId.exactOptional().describe('The customer the account belongs to, if any.'),
    holderName: text({ min: 1, max: NAME_LENGTH_MAX }).describe('As the payee gave it.'),
    payto: text({ min: 1, max: PAYTO_LENGTH_MAX }).describe(
      'A `payto://` URI. Stored encrypted, never returned.',
    ),
    metadata: Metadata.exactOptional(),
  })
  .meta({ id: 'AccountCreate' });

export const AccountParams = z.strictObject({ id: AccountId.describe('The account.') });

export const AccountQuery = z.strictObject({
  customer: CustomerId.exactOptional().describe('Only accounts of this customer.'),
  after: AccountId.exactOptional().describe('The last account received; the page begins after it.'),
  limit: PageSize,
});

export const AccountRail = z
  .strictObject({
    rail: z.string(),
    connection: ConnectionId,
    roles: z.array(RailRole),
    consentExpiresAt: Timestamp.optional(),
  })
  .meta({ id: 'AccountRail', description: 'A connection that can work with the account.' });

export const AccountVerification = z
  .strictObject({
    method: z.string().describe('How the holder was checked, such as `verification.cop`.'),
    result: z.enum(VERIFICATION_RESULTS),
    checkedAt: Timestamp,
  })
  .meta({ id: 'AccountVerification', description: 'Whether the holder name belongs to the account.' });

export const Account = z
  .strictObject({
    id: AccountId,
    object: z.literal('account'),
    customer: CustomerId.optional(),
    source: z.enum(ACCOUNT_SOURCES),
    holderName: z.string(),
    address: MaskedAddress,
    institution: InstitutionId.optional(),
    assets: z.array(Asset).describe('What the account can send or receive.'),
    rails: z.array(AccountRail),
    status: z.enum(ACCOUNT_STATUSES),
    verification: AccountVerification.optional(),
    fingerprint: z
      .string()
      .regex(new RegExp(FINGERPRINT_PATTERN))
      .describe('Equal for equal addresses of one environment; says nothing else about the address.'),
    metadata: Metadata,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Account', description: 'An account money can move from or to, linked or registered.' });
export type Account = z.output<typeof Account>;

export const AccountPage = pageOf(Account, 'AccountPage');
