/**
 * The cookie of an operator's session. Scripts cannot read it, other sites cannot make a browser send it, and outside
 * development it travels over TLS only; its `__Host-` name then keeps other hosts of the domain from setting it.
 */
export interface SessionCookies {
  readonly name: string;
  /** The secret in a Cookie header; undefined when there is none. */
  read(header: string | undefined): string | undefined;
  /** The Set-Cookie header that hands the secret over. */
  set(secret: string, expiresAt: Date): string;
  /** The one that takes it away. */
  readonly cleared: string;
}

export function createSessionCookies({ secure }: { readonly secure: boolean }): SessionCookies {
  const name = secure ? '__Host-switchyard_session' : 'switchyard_session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    name,
    read(header = '') {
      for (const pair of header.split(';')) {
        const [key, value] = pair.trim().split('=', 2);
        if (key === name) return value;
      }
      return undefined;
    },
    set: (secret, expiresAt) => `${name}=${secret}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
    cleared: `${name}=; ${attributes}; Max-Age=0`,
  };
}
