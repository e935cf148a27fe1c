import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

const baseUrl = z.url({ protocol: /^https?$/ }).regex(/[^/]$/, 'a base URL has no slash at its end');

export const truelayerCredentials = z.strictObject({
  client_id: z.string().min(1).describe('Client id of the application in TrueLayer Console.'),
  client_secret: z.string().min(1).describe('Its secret, with which access tokens are asked for.'),
  signing_key_id: z
    .string()
    .min(1)
    .describe('The id (kid) that Console gave the uploaded public signing key.'),
  signing_private_key: z
    .string()
    .refine(
      (pem) => readSigningKey(pem) !== undefined,
      'a private key in PEM on the curve secp521r1 is needed',
    )
    .describe('EC private key (secp521r1, PEM) that signs Payments v3 requests.'),
  auth_base_url: baseUrl.describe(
    'https://auth.truelayer.com, or https://auth.truelayer-sandbox.com for the sandbox.',
  ),
  api_base_url: baseUrl.describe(
    'https://api.truelayer.com, or https://api.truelayer-sandbox.com for the sandbox.',
  ),
  webhooks_base_url: baseUrl.describe(
    'https://webhooks.truelayer.com, or https://webhooks.truelayer-sandbox.com: the only host whose keys are trusted.',
  ),
  user_contact_email: z
    .email()
    .describe('TrueLayer wants an e-mail with every payment; this one of yours is given for all payers.'),
});

export type TruelayerCredentials = z.infer<typeof truelayerCredentials>;

/** Undefined when the text is no private key of the one curve that TrueLayer takes. */
export function readSigningKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'secp521r1' ? key : undefined;
  } catch {
    return undefined;
  }
}
