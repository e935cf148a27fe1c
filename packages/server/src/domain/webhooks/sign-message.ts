/**
 * Standard Webhooks: what is signed is the message's id, the time of this try and the exact body, so none of them can be
 * taken from another message. While a secret is being replaced there is a signature by each, and a receiver needs one.
 */
import { createHmac } from 'node:crypto';

export interface MessageToSign {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

export const SECRET_PREFIX = 'whsec_';
/** As long as the digest it keys: more adds nothing. */
export const SECRET_BYTES = 32;

export function formatSecret(bytes: Uint8Array): string {
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`;
}

export function webhookHeaders(
  { id, at, body }: MessageToSign,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
