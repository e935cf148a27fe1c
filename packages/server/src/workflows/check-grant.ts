/**
 * Asks a provider whether what a user granted still holds. When it does not, the accounts that ride on it and on no other grant
 * need the user again, and an event says so, once.
 */
import { API_VERSION, invariant } from '@switchyard/engine';
import type { ConsentAnswer } from '@switchyard/rail-kit';
import type { EventCause } from '../domain/event.ts';
import type { GrantStatus, LinkGrant } from '../domain/link-grant.ts';
import { presentAccountForEvent } from '../presenters/account.ts';
import { changeAccountStatus, loadAccount } from '../store/accounts.ts';
import type { Transaction } from '../store/database.ts';
import { insertEvent } from '../store/events.ts';
import { holdJob, type Lease } from '../store/jobs.ts';
import type { EnvironmentKeys } from '../store/keyring.ts';
import { endGrantOnce, findGrant, moveConsentExpiry } from '../store/link-grants.ts';
import type { WorkflowDeps } from './deps.ts';
import { nextLook } from './link/complete-link.ts';

const OUTAGE_LOOK_MS = 60_000;

/** Answers when to look again; undefined when there is nothing left to look at. */
export async function checkGrant(
  deps: WorkflowDeps,
  lease: Lease,
  cause: EventCause,
): Promise<Date | undefined> {
  const { environmentId, subjectId } = lease;
  const keys = await deps.keyring.of(environmentId);
  const grant = await findGrant(deps.db, keys, subjectId);
  if (grant === undefined || grant.status !== 'valid') return undefined;
  const answer = await ask(deps, environmentId, grant);
  const nowMs = deps.now();
  const expiresAtMs = grant.consentExpiresAt?.getTime();
  if (answer.kind !== 'done') {
    // By its own date a consent is over, whether or not the provider can be asked.
    if (expiresAtMs === undefined || expiresAtMs > nowMs) return new Date(nowMs + OUTAGE_LOOK_MS);
    return end(deps, keys, lease, grant, 'expired', cause);
  }
  const { state, consentExpiresAtMs } = answer.result;
  if (state !== 'valid') return end(deps, keys, lease, grant, state, cause);
  const knownMs = consentExpiresAtMs ?? expiresAtMs;
  if (knownMs !== undefined && knownMs <= nowMs) return end(deps, keys, lease, grant, 'expired', cause);
  if (consentExpiresAtMs !== undefined && consentExpiresAtMs !== expiresAtMs) {
    await deps.db.transaction(environmentId, async (tx) => {
      moveConsentExpiry(tx, grant.id, new Date(consentExpiresAtMs), new Date(nowMs));
      return { commit: true, value: undefined };
    });
  }
  return nextLook(new Date(nowMs), knownMs);
}

async function ask(deps: WorkflowDeps, environmentId: string, grant: LinkGrant): Promise<ConsentAnswer> {
  const connection = await deps.connections.callable(environmentId, grant.connectionId);
  if (connection === undefined) return { kind: 'unavailable' };
  return deps.caller.call(
    connection,
    { name: 'link.check' },
    async ({ bankLink }): Promise<ConsentAnswer> =>
      bankLink === undefined ? { kind: 'misconfigured' } : bankLink.checkConsent({ grant: grant.secret }),
  );
}

async function end(
  deps: WorkflowDeps,
  keys: EnvironmentKeys,
  lease: Lease,
  grant: LinkGrant,
  status: Exclude<GrantStatus, 'valid'>,
  cause: EventCause,
): Promise<undefined> {
  const at = new Date(deps.now());
  return deps.db.transaction(lease.environmentId, async (tx) => {
    if (!(await holdJob(tx, lease))) return { commit: false, value: undefined };
    const stranded = await endGrantOnce(tx, grant.id, status, at);
    for (const accountId of stranded ?? []) await askForConsent(deps, tx, keys, accountId, at, cause);
    return { commit: true, value: undefined };
  });
}

async function askForConsent(
  deps: WorkflowDeps,
  tx: Transaction,
  keys: EnvironmentKeys,
  accountId: string,
  at: Date,
  cause: EventCause,
): Promise<void> {
  if (!(await changeAccountStatus(tx, accountId, { from: 'active', to: 'reauth_required', at }))) return;
  const account = await loadAccount(tx, keys, accountId);
  invariant(account !== undefined, 'an account that has just been changed is there');
  insertEvent(tx, {
    id: deps.newId('evt_'),
    type: 'account.reauth_required',
    objectId: accountId,
    object: presentAccountForEvent(account),
    previous: { status: 'active' },
    cause,
    apiVersion: API_VERSION,
    createdAt: at,
  });
}
