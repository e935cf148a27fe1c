import { COUNTRY_PATTERN } from '@switchyard/engine';
import { z } from 'zod';

/** The longest that European rules let a bank go without asking its customer again. */
export const CONSENT_DAYS_DEFAULT = 180;

/** One connection is one bank. Its certificates are no credentials here: mutual TLS is set up where calls leave the host. */
export const berlinGroupCredentials = z.strictObject({
  base_url: z
    .url({ protocol: /^https?$/ })
    .describe(
      "The bank's XS2A address up to and without /v1, production or sandbox, from its developer portal.",
    ),
  bank_name: z.string().min(1).describe('What the bank is called in the directory.'),
  bank_country: z.string().regex(new RegExp(COUNTRY_PATTERN)).describe('ISO 3166-1 alpha-2 code.'),
  bank_bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .describe('BIC of the bank; also its reference in the directory.'),
  tpp_ip_address: z
    .ipv4()
    .describe("Our own address, which the standard wants where the user's is not known."),
  acsp_is_final: z
    .boolean()
    .optional()
    .describe('The bank leaves successful payments at ACSP. False unless told, for ACSP means in process.'),
  asks_owner_name: z
    .boolean()
    .optional()
    .describe("Ask for the owner's name with a consent, an optional part of the standard. True unless told."),
  consent_days: z
    .int()
    .min(1)
    .max(CONSENT_DAYS_DEFAULT)
    .optional()
    .describe(`For how long access to accounts is asked, ${CONSENT_DAYS_DEFAULT} days unless told.`),
});

export type BerlinGroupCredentials = z.infer<typeof berlinGroupCredentials>;
