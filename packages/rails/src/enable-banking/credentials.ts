import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

export const CONSENT_DAYS_DEFAULT = 90;
/** The longest that European rules let a bank go without asking its customer again. */
const CONSENT_DAYS_MAX = 180;

export const enableBankingCredentials = z.strictObject({
  api_url: z
    .url({ protocol: /^https?$/ })
    .describe(
      'https://api.enablebanking.com, for production and sandbox alike: the application decides which.',
    ),
  application_id: z.string().min(1).describe('Id of the application; the key id of the JWT.'),
  private_key: z
    .string()
    .refine(isRsaPrivateKey, 'must be an RSA private key in PEM')
    .describe('RSA private key, PEM, whose certificate was uploaded for the application.'),
  consent_days: z
    .int()
    .min(1)
    .max(CONSENT_DAYS_MAX)
    .optional()
    .describe(
      `For how long access to accounts is asked, ${CONSENT_DAYS_DEFAULT} days unless told. No bank grants more than its maximum_consent_validity.`,
    ),
});

export type EnableBankingCredentials = z.infer<typeof enableBankingCredentials>;

function isRsaPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
