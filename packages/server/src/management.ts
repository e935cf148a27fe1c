/** Puts the management API together: who may call it, what it works with, and the cookie its sessions are in. */

import type { ManagementDeps } from './http/manage/bind-management.ts';
import { createManageLimiters } from './http/manage/manage-limiters.ts';
import { createSessionCookies } from './http/manage/session-cookie.ts';
import { limitSignIns } from './manage/admit-sign-in.ts';
import { SESSION_IDLE_MS_MAX, STATISTICS_AT_ONCE_MAX, STATISTICS_WAIT_MS_MAX } from './manage/limits.ts';
import type { ManageDeps } from './manage/operation.ts';
import { createTurns } from './rails/turns.ts';
import { findSessionCaller, findTokenCaller } from './store/callers.ts';
import { openOrganisationKeys } from './store/organisation-keys.ts';
import { takeRateTokens } from './store/rate-buckets.ts';

export interface ManagementParts
  extends Omit<ManageDeps, 'organisationKeys' | 'signInWaitS' | 'takeStatisticsTurn'> {
  /** Those of a test; else as many as `manage/limits.ts` says. */
  readonly takeStatisticsTurn?: ManageDeps['takeStatisticsTurn'];
  readonly publicUrl: () => string | undefined;
  /** Whether rate limits are on. */
  readonly limited: boolean;
  /** Whether cookies are for TLS only. */
  readonly secure: boolean;
}

export function createManagement(parts: ManagementParts): ManagementDeps {
  const { db, pepper, publicUrl, limited, secure } = parts;
  const limiters = limited ? createManageLimiters() : undefined;
  const organisationKeys = openOrganisationKeys(db, parts.masterKeys);
  return {
    operations: {
      ...parts,
      organisationKeys,
      takeStatisticsTurn:
        parts.takeStatisticsTurn ?? createTurns(STATISTICS_AT_ONCE_MAX, STATISTICS_WAIT_MS_MAX).take,
      signInWaitS: limited
        ? limitSignIns({ pepper, takeTokens: (requests) => takeRateTokens(db, requests) })
        : async () => undefined,
    },
    pepper,
    callers: {
      findByToken: (hash, at) => findTokenCaller(db, hash, at),
      findBySession: (hash, at) =>
        findSessionCaller(db, organisationKeys, { hash, now: at, idleMsMax: SESSION_IDLE_MS_MAX }),
    },
    limiters,
    cookies: createSessionCookies({ secure }),
    publicUrl,
  };
}
