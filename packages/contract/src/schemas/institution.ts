import { z } from 'zod';
import { INSTITUTION_SEARCH_LENGTH_MAX } from '../limits.ts';
import { text } from '../text.ts';
import { Country } from './country.ts';
import { Explanation } from './explanation.ts';
import { ConnectionId, InstitutionId } from './id.ts';
import { PageSize } from './page.ts';
import { RailRole } from './rail.ts';

export const InstitutionQuery = z.strictObject({
  country: Country.describe('Where the bank operates.'),
  q: text({ max: INSTITUTION_SEARCH_LENGTH_MAX }).exactOptional().describe('Search by bank name.'),
  limit: PageSize,
});

export const InstitutionProvider = z
  .strictObject({
    rail: z.string(),
    connection: ConnectionId,
    roles: z.array(RailRole).describe('What the connection can do with this bank.'),
    rank: z
      .int()
      .min(1)
      .describe("The connection's place in your routing policy for this bank; 1 comes first."),
  })
  .meta({ id: 'InstitutionProvider', description: 'One of your connections that reaches the bank.' });

export const Restriction = z.strictObject({ code: z.string(), explanation: Explanation }).meta({
  id: 'Restriction',
  description: 'Something that does not work, or works only partly, with this bank.',
});

export const Institution = z
  .strictObject({
    id: InstitutionId,
    name: z.string(),
    country: Country,
    logoUrl: z.url().optional(),
    providers: z.array(InstitutionProvider),
    restrictions: z.array(Restriction),
  })
  .meta({ id: 'Institution', description: 'A bank that your connections can reach.' });
export type Institution = z.output<typeof Institution>;

export const InstitutionList = z.strictObject({ data: z.array(Institution) }).meta({ id: 'InstitutionList' });
