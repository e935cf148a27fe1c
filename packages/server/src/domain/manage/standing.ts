/** What ends: a key or a token, by its own date or because somebody revoked it. */
export interface Ending {
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

export function standingOf({ expiresAt, revokedAt }: Ending, now: Date): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== undefined && revokedAt <= now) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
