/** Both directions of TrueLayer's signature, version 2: a client's requests are checked with it, and webhooks are signed. */
import { sign, verify } from 'node:crypto';
import type { SimulatedRequest } from '../../http/route.ts';

/** True when the request is signed with a key of the client, over its idempotency key and its body. The keys are in PEM. */
export function isSigned(request: SimulatedRequest, keys: ReadonlyMap<string, string>): boolean {
  const [header = '', payload, signature = ''] = (request.headers['tl-signature'] ?? '').split('.');
  const fields = headerOf(header);
  const key = keys.get(fields.kid ?? '');
  if (payload !== '' || key === undefined) return false;
  if (fields.alg !== 'ES512' || fields.tl_version !== '2') return false;
  const names = (fields.tl_headers ?? '').split(',').filter((name) => name !== '');
  if (!names.some((name) => name.toLowerCase() === 'idempotency-key')) return false;
  const [path = ''] = request.path.split('?');
  const text = Buffer.concat([
    Buffer.from(`${request.method} ${path}\n`),
    ...names.map((name) => Buffer.from(`${name}: ${request.headers[name.toLowerCase()] ?? ''}\n`)),
    Buffer.from(request.rawBody),
  ]);
  return verify(
    'sha512',
    Buffer.from(`${header}.${text.toString('base64url')}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

/** The headers of a webhook, good for the moment at which it is sent. */
export function webhookHeaders(
  { url, body, sentAt }: { readonly url: string; readonly body: string; readonly sentAt: string },
  { kid, key, jku }: { readonly kid: string; readonly key: string; readonly jku: string },
): Readonly<Record<string, string>> {
  const names = 'X-Tl-Webhook-Timestamp,Content-Type';
  const header = base64Url(JSON.stringify({ alg: 'ES512', kid, tl_version: '2', tl_headers: names, jku }));
  const text = [
    `POST ${new URL(url).pathname}\n`,
    `X-Tl-Webhook-Timestamp: ${sentAt}\n`,
    `Content-Type: ${CONTENT_TYPE}\n`,
    body,
  ].join('');
  const signature = sign('sha512', Buffer.from(`${header}.${base64Url(text)}`), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return {
    'content-type': CONTENT_TYPE,
    'x-tl-webhook-timestamp': sentAt,
    'tl-signature': `${header}..${signature.toString('base64url')}`,
  };
}

const CONTENT_TYPE = 'application/json';

function headerOf(part: string): Readonly<Record<string, string | undefined>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    // Whatever stands in it is only compared with texts.
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
