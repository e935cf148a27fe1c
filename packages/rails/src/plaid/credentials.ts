import { z } from 'zod';

/** What a connection to Plaid is configured with. The simulator and the real Plaid differ in `base_url` only. */
export const credentialsSchema = z.strictObject({
  client_id: z.string().min(1).describe('Plaid client id.'),
  secret: z.string().min(1).describe('API secret of the environment that base_url names.'),
  base_url: z
    .url({ protocol: /^https?$/ })
    .describe('https://production.plaid.com, or https://sandbox.plaid.com for the sandbox.'),
  client_name: z
    .string()
    .min(1)
    .max(30)
    .describe('Name of your application as Link shows it, at most 30 characters.'),
  transfer: z
    .enum(['enabled', 'disabled'])
    .default('disabled')
    .describe('Whether Plaid has enabled its Transfer product (US) for this client: enabled or disabled.'),
  ledger_id: z
    .string()
    .min(1)
    .optional()
    .describe('Plaid Ledger that US transfers use; without it the default one.'),
  redirect_uri: z
    .url()
    .optional()
    .describe(
      'Where banks send users of the native SDK on iOS; registered in the Plaid dashboard, no query parameters.',
    ),
  android_package_name: z
    .string()
    .min(1)
    .optional()
    .describe('Package name registered in the Plaid dashboard, for the native SDK on Android.'),
});

export type PlaidCredentials = z.output<typeof credentialsSchema>;
