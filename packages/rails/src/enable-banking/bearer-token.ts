import { createPrivateKey, sign } from 'node:crypto';

/** Short: a token is made for every call. The provider takes up to a day. */
const LIFETIME_S = 300;

/** How the provider knows an application: a JWT of its own making, signed RS256. */
export function createBearerToken(
  { applicationId, privateKey }: { readonly applicationId: string; readonly privateKey: string },
  now: () => number,
): () => string {
  const key = createPrivateKey(privateKey);
  const header = base64url({ typ: 'JWT', alg: 'RS256', kid: applicationId });
  return () => {
    const iat = Math.floor(now() / 1000);
    const claims = { iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat, exp: iat + LIFETIME_S };
    const signed = `${header}.${base64url(claims)}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  };
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
