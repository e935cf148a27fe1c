/**
 * TrueLayer's signature, version 2, over requests and webhooks alike: a JWS (ES512) without its payload, which both sides
 * put together from the method, the path, the signed headers in their order, and the body's bytes. What is not part of that
 * text is not signed: a header counts only if `tl_headers` names it.
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

export interface SignedMessage {
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array;
}

export function signMessage(
  message: SignedMessage & { readonly headers: Readonly<Record<string, string>> },
  { kid, key }: { readonly kid: string; readonly key: KeyObject },
): string {
  const names = Object.keys(message.headers);
  const header = base64Url(
    JSON.stringify({ alg: 'ES512', kid, tl_version: '2', tl_headers: names.join(',') }),
  );
  const payload = payloadOf(
    message,
    names.map((name) => [name, message.headers[name] ?? '']),
  );
  const signature = sign('sha512', signingInput(header, payload), { key, dsaEncoding: 'ieee-p1363' });
  return `${header}..${signature.toString('base64url')}`;
}

/** A signature taken apart. Nothing in it is to be believed before `verifyMessage` said so. */
export interface TlSignature {
  readonly kid: string;
  readonly jku: string | undefined;
  readonly signedHeaders: readonly string[];
  readonly header: string;
  readonly signature: string;
}

export function parseSignature(text: string): TlSignature | undefined {
  const [header, payload, signature, ...more] = text.split('.');
  if (header === undefined || payload !== '' || signature === undefined || more.length > 0) return undefined;
  const parsed = HEADER.safeParse(parseJson(Buffer.from(header, 'base64url').toString('utf8')));
  if (!parsed.success) return undefined;
  const { kid, jku, tl_headers } = parsed.data;
  return { kid, jku, signedHeaders: tl_headers.split(',').filter((name) => name !== ''), header, signature };
}

/** `headers` by lower-case name. One that was signed and is absent stands for an empty one, as at the provider. */
export function verifyMessage(
  message: SignedMessage & { readonly headers: Readonly<Record<string, string>> },
  parsed: TlSignature,
  key: KeyObject,
): boolean {
  const headers = parsed.signedHeaders.map((name): [string, string] => [
    name,
    message.headers[name.toLowerCase()] ?? '',
  ]);
  const signature = Buffer.from(parsed.signature, 'base64url');
  return spellingsOf(message.path).some((path) =>
    verify(
      'sha512',
      signingInput(parsed.header, payloadOf({ ...message, path }, headers)),
      { key, dsaEncoding: 'ieee-p1363' },
      signature,
    ),
  );
}

const HEADER = z.object({
  alg: z.literal('ES512'),
  kid: z.string().min(1),
  tl_version: z.literal('2'),
  tl_headers: z.string().default(''),
  jku: z.string().optional(),
});

function payloadOf(
  { method, path, body }: SignedMessage,
  headers: readonly (readonly [string, string])[],
): Buffer {
  const lines = [
    `${method.toUpperCase()} ${path}\n`,
    ...headers.map(([name, value]) => `${name}: ${value}\n`),
  ];
  return Buffer.concat([Buffer.from(lines.join('')), Buffer.from(body)]);
}

function signingInput(header: string, payload: Buffer): Buffer {
  return Buffer.from(`${header}.${payload.toString('base64url')}`);
}

/** Servers and proxies add and drop a slash at the end, and the provider leaves it open whether the query is signed. */
function spellingsOf(path: string): readonly string[] {
  const [bare = ''] = path.split('?');
  const turned = bare.endsWith('/') ? bare.slice(0, -1) : `${bare}/`;
  return [...new Set([path, bare, turned])];
}

function base64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
