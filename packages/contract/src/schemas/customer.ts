import { z } from 'zod';
import {
  EMAIL_LENGTH_MAX,
  EXTERNAL_ID_LENGTH_MAX,
  EXTERNAL_ID_LENGTH_MIN,
  NAME_LENGTH_MAX,
} from '../limits.ts';
import { text } from '../text.ts';
import { Country } from './country.ts';
import { CustomerId } from './id.ts';
import { Metadata } from './metadata.ts';
import { PageSize, pageOf } from './page.ts';
import { Timestamp } from './timestamp.ts';

const ExternalId = text({ min: EXTERNAL_ID_LENGTH_MIN, max: EXTERNAL_ID_LENGTH_MAX });
const Email = z.email().max(EMAIL_LENGTH_MAX);

export const CustomerCreate = z
  .strictObject({
    externalId: ExternalId.describe('Your own id of the user. Unique per environment.'),
    name: text({ max: NAME_LENGTH_MAX }).exactOptional(),
    email: Email.exactOptional(),
    country: Country.exactOptional().describe('Where the customer lives.'),
    metadata: Metadata.exactOptional(),
  })
  .meta({ id: 'CustomerCreate' });

export const CustomerParams = z.strictObject({ id: CustomerId.describe('The customer.') });

export const CustomerQuery = z.strictObject({
  externalId: ExternalId.exactOptional().describe('Only the customer with this id of yours.'),
  after: CustomerId.exactOptional().describe('The last customer received; the page begins after it.'),
  limit: PageSize,
});

export const Customer = z
  .strictObject({
    id: CustomerId,
    object: z.literal('customer'),
    externalId: z.string().describe('Your own id of the user.'),
    name: z.string().optional(),
    email: z.email().optional(),
    country: Country.optional(),
    metadata: Metadata,
    createdAt: Timestamp,
  })
  .meta({ id: 'Customer', description: 'One of your users.' });
export type Customer = z.output<typeof Customer>;

export const CustomerPage = pageOf(Customer, 'CustomerPage');
