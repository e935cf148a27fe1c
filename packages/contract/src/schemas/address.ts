import { z } from 'zod';
import { PAYTO_LENGTH_MAX, PAYTO_LENGTH_MIN } from '../limits.ts';
import { text } from '../text.ts';
import { Country } from './country.ts';

export const AddressParseInput = z
  .strictObject({
    payto: text({ min: PAYTO_LENGTH_MIN, max: PAYTO_LENGTH_MAX }).describe(
      'A `payto://<scheme>/<path>?<query>` URI (RFC 8905).',
    ),
  })
  .meta({ id: 'AddressParseInput' });

export const ParsedAddress = z
  .strictObject({
    scheme: z.string().describe('The payto scheme, such as `iban` or `gb-scan`.'),
    known: z.boolean().describe('False for a valid payto scheme that the service does not model yet.'),
    masked: z.string().describe('The address with all but a few characters hidden; safe to show and to log.'),
    country: Country.optional(),
    receiverName: z.string().optional().describe('The `receiver-name` option of the URI, when it has one.'),
  })
  .meta({
    id: 'ParsedAddress',
    description: 'What a payto URI says, without the part that identifies an account.',
  });
export type ParsedAddress = z.output<typeof ParsedAddress>;

/** An address as resources carry it. No answer of the API ever holds a full one. */
export const MaskedAddress = z
  .strictObject({
    scheme: z.string().describe('The payto scheme.'),
    masked: z.string().describe('The address with all but a few characters hidden.'),
    country: Country.optional(),
  })
  .meta({ id: 'MaskedAddress', description: 'An account address with its identifying part hidden.' });
