/**
 * How often somebody may try to sign in, on all nodes together: by the address it comes from, and by the operator it is about. Whoever
 * floods one node is refused there, before any of this is asked (http/manage/admit-caller.ts).
 *
 * Strangers share one bucket for each operator, so that guessing is slow however many addresses it comes from. Whoever has signed in
 * as that operator before, from the same network, has a bucket apart: an attack that uses up the strangers' does not lock the
 * operator out. An attempt that its address is refused for takes nothing from the operator's.
 *
 * What stands in the database is a keyed hash: neither an address nor an e-mail can be read from it.
 */
import { createHmac } from 'node:crypto';
import { networkOf } from '../domain/manage/network-of.ts';
import type { TokenGrant, TokenRequest } from '../domain/rate-tokens.ts';
import { MANAGE_RATE_LIMITS } from './limits.ts';

export interface SignInAttempt {
  readonly address: string;
  /** Whom it is about. */
  readonly operator: string;
  /** Whether that operator has signed in from this network before. */
  readonly isKnown: () => Promise<boolean>;
}

/** How long somebody has to wait before the next attempt; undefined when not at all. */
export type SignInWait = (attempt: SignInAttempt) => Promise<number | undefined>;

export interface SignInLimitDeps {
  readonly pepper: Buffer;
  readonly takeTokens: (requests: readonly TokenRequest[]) => Promise<readonly TokenGrant[]>;
}

export function limitSignIns({ pepper, takeTokens }: SignInLimitDeps): SignInWait {
  const nameOf = (...parts: readonly string[]) =>
    `sign-in ${createHmac('sha256', pepper)
      .update(`sign-in ${JSON.stringify(parts)}`)
      .digest('base64url')}`;
  const take = async (name: string, limit: Limit): Promise<number | undefined> => {
    const [grant] = await takeTokens([{ name, ...limit, returned: 0, wanted: 1 }]);
    if (grant === undefined || grant.granted > 0) return undefined;
    return Math.max(1, Math.ceil((1 - grant.tokens) / limit.perSecond));
  };
  return async ({ address, operator, isKnown }) => {
    const network = networkOf(address);
    const waitS = await take(nameOf('address', network), MANAGE_RATE_LIMITS.signInsByAddress);
    if (waitS !== undefined) return waitS;
    const name = (await isKnown()) ? nameOf('known', operator, network) : nameOf('strangers', operator);
    return take(name, MANAGE_RATE_LIMITS.signInsByOperator);
  };
}

type Limit = (typeof MANAGE_RATE_LIMITS)[keyof typeof MANAGE_RATE_LIMITS];
