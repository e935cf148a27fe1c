/** Writes what a completed linking brought: the grant, and each account, made anew or restored under its old id. */
import { API_VERSION, invariant } from '@switchyard/engine';
import type { Linked, LinkedAccount } from '@switchyard/rail-kit';
import { readAddress } from '../../domain/address.ts';
import type { Environment } from '../../domain/environment.ts';
import type { EventCause } from '../../domain/event.ts';
import type { LinkSession } from '../../domain/link-session/link-session.ts';
import { presentAccountForEvent } from '../../presenters/account.ts';
import {
  changeAccountStatus,
  findLinkedBefore,
  insertAccount,
  loadAccount,
  lockLinking,
} from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { insertEvent } from '../../store/events.ts';
import { scheduleJob } from '../../store/jobs.ts';
import type { DataKey, EnvironmentKeys } from '../../store/keyring.ts';
import { insertGrant, linkAccount } from '../../store/link-grants.ts';
import type { WorkflowDeps } from '../deps.ts';

export interface Completion {
  readonly environment: Environment;
  readonly session: LinkSession;
  readonly linked: Linked;
  readonly keys: EnvironmentKeys;
  readonly dataKey: DataKey;
  readonly cause: EventCause;
  /** Where the provider names nobody. */
  readonly holderName: string;
  readonly institutionOf: (account: LinkedAccount) => string | undefined;
}

/** How often a consent is looked at when the provider has said nothing of it. */
const CONSENT_LOOK_MS = 24 * 60 * 60 * 1000;

/** Answers the accounts' ids; empty when none of the addresses can be used. */
export async function completeLink(
  deps: WorkflowDeps,
  tx: Transaction,
  completion: Completion,
): Promise<readonly string[]> {
  const { session, linked, keys, dataKey } = completion;
  const at = new Date(deps.now());
  lockLinking(tx, session.customerId);
  const grantId = deps.newId('grt_');
  const { secret, ref, consentExpiresAtMs } = linked.grant;
  insertGrant(tx, keys, dataKey, {
    id: grantId,
    connectionId: session.connectionId,
    customerId: session.customerId,
    status: 'valid',
    secret,
    ...(ref === undefined ? {} : { ref }),
    ...(consentExpiresAtMs === undefined ? {} : { consentExpiresAt: new Date(consentExpiresAtMs) }),
    createdAt: at,
  });
  scheduleJob(tx, 'grant.check', grantId, nextLook(at, consentExpiresAtMs));
  const ids: string[] = [];
  for (const account of linked.accounts) {
    const id = await putAccount(deps, tx, completion, account, at);
    if (id === undefined || ids.includes(id)) continue;
    linkAccount(tx, dataKey, {
      accountId: id,
      connectionId: session.connectionId,
      grantId,
      providerAccount: account.id,
    });
    await tellOf(deps, tx, completion, id, at);
    ids.push(id);
  }
  return ids;
}

/** A consent that is about to end is looked at when it does. */
export function nextLook(at: Date, consentExpiresAtMs: number | undefined): Date {
  return new Date(Math.min(consentExpiresAtMs ?? Number.POSITIVE_INFINITY, at.getTime() + CONSENT_LOOK_MS));
}

async function putAccount(
  deps: WorkflowDeps,
  tx: Transaction,
  completion: Completion,
  linked: LinkedAccount,
  at: Date,
): Promise<string | undefined> {
  const { session, keys, dataKey, environment } = completion;
  const address = readAddress(linked.payto, environment.mode);
  if (!address.ok) {
    deps.logger.warn(
      { rail: session.rail, problem: address.error.explanation?.key },
      'a linked address cannot be used',
    );
    return undefined;
  }
  const { normalized, scheme, masked, country } = address.value;
  const before = await findLinkedBefore(tx, keys, session.customerId, normalized);
  if (before !== undefined) {
    await changeAccountStatus(tx, before.id, { from: before.status, to: 'active', at });
    return before.id;
  }
  const institutionId = completion.institutionOf(linked);
  const { id } = insertAccount(tx, keys, dataKey, {
    id: deps.newId('acct_'),
    customerId: session.customerId,
    source: 'linked',
    status: 'active',
    scheme,
    masked,
    ...(country === undefined ? {} : { country }),
    ...(institutionId === undefined ? {} : { institutionId }),
    assets: linked.assets,
    details: { holderName: linked.holderName ?? completion.holderName, metadata: {} },
    payto: linked.payto,
    normalized,
    createdAt: at,
    updatedAt: at,
  });
  return id;
}

async function tellOf(
  deps: WorkflowDeps,
  tx: Transaction,
  { keys, cause }: Completion,
  accountId: string,
  at: Date,
): Promise<void> {
  const account = await loadAccount(tx, keys, accountId);
  invariant(account !== undefined, 'an account that has just been written is there');
  insertEvent(tx, {
    id: deps.newId('evt_'),
    type: 'account.updated',
    objectId: accountId,
    object: presentAccountForEvent(account),
    cause,
    apiVersion: API_VERSION,
    createdAt: at,
  });
}
