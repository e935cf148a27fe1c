/** Who calls the management API, and in whose name. */
import type { Role } from '@switchyard/contract';
import type { Operator } from './operator.ts';

interface Known {
  /** The management token or the session. */
  readonly id: string;
  readonly role: Role;
  readonly organisation: Organisation;
  readonly expiresAt?: Date;
}

export interface Organisation {
  readonly id: string;
  readonly name: string;
}

/** A program, by its management token. */
export interface TokenCaller extends Known {
  readonly kind: 'token';
}

/** An operator who has signed in. */
export interface SessionCaller extends Known {
  readonly kind: 'session';
  readonly operator: Operator;
}

export type Caller = TokenCaller | SessionCaller;
