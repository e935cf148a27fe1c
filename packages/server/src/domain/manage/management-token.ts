import type { Role } from '@switchyard/contract';

export interface ManagementToken {
  readonly id: string;
  readonly label: string;
  /** The last characters of the token's text, so that people can tell tokens apart. */
  readonly hint: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  readonly lastUsedAt?: Date;
}
