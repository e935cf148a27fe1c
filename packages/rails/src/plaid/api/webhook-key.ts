import { z } from 'zod';
import type { Heard, PlaidApi } from './client.ts';

const keySchema = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.literal('ES256'),
  x: z.string(),
  y: z.string(),
  /** Seconds; null while the key is in use. */
  expired_at: z.number().nullable(),
});
export type WebhookKey = z.output<typeof keySchema>;

export function getWebhookKey(api: PlaidApi, keyId: string): Promise<Heard<WebhookKey>> {
  return api.call({
    purpose: 'webhook_verification_key.get',
    path: '/webhook_verification_key/get',
    body: { key_id: keyId },
    answer: z.object({ key: keySchema }).transform(({ key }) => key),
  });
}
