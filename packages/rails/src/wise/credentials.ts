import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

const baseUrl = z.url({ protocol: /^https?$/ }).regex(/[^/]$/, 'a base URL has no slash at its end');

export const wiseCredentials = z.strictObject({
  api_token: z
    .string()
    .min(1)
    .describe('Token of the business that pays: made in its Wise settings, or a user token of the platform.'),
  profile_id: z
    .string()
    .regex(/^[1-9][0-9]{0,18}$/, 'a profile id is a whole number')
    .describe('Id of the business profile whose balances are used.'),
  api_base_url: baseUrl.describe('https://api.wise.com, or https://api.wise-sandbox.com for the sandbox.'),
  webhook_public_key: z
    .string()
    .refine((pem) => readWebhookKey(pem) !== undefined, 'a public RSA key in PEM is needed')
    .describe(
      'The RSA key (PEM) with which Wise signs webhooks; it publishes one for production and another for the sandbox.',
    ),
});

export type WiseCredentials = z.infer<typeof wiseCredentials>;

/** Undefined when the text is no RSA key. */
export function readWebhookKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
