/**
 * Takes in a provider's webhook. What it says is only ever a reason to look: the job of the session or grant it names is made
 * due at once, in the transaction that stores the delivery. One that names nothing we know yet is looked at again for a
 * while, because a webhook can overtake the answer it belongs to.
 */
import { createHash } from 'node:crypto';
import type { Notice, WebhookDelivery, WebhookVerdict } from '@switchyard/rail-kit';
import { findWebhookPath } from '../store/credentials.ts';
import type { Transaction } from '../store/database.ts';
import { type JobKind, type Lease, scheduleJob } from '../store/jobs.ts';
import type { EnvironmentKeys } from '../store/keyring.ts';
import { findGrantByRef } from '../store/link-grants.ts';
import { findLinkSessionByRef } from '../store/link-sessions.ts';
import { findPaymentByRef } from '../store/payments.ts';
import { findNotice, insertNotice, markNoticeApplied } from '../store/provider-notices.ts';
import type { WorkflowDeps } from './deps.ts';
import { inTimeOf } from './in-time-of.ts';

/** `retry`: the provider should send it again. */
export type NoticeVerdict = 'taken' | 'forged' | 'unknown_path' | 'retry';

const OVERTAKEN_MS_MAX = 60 * 60 * 1000;
const LOOK_AGAIN_MS = 2_000;

export async function takeNotice(
  deps: WorkflowDeps,
  token: string,
  delivery: WebhookDelivery,
): Promise<NoticeVerdict> {
  const path = await findWebhookPath(deps.db, webhookTokenHash(token));
  if (path === undefined) return 'unknown_path';
  const { environmentId, connectionId } = path;
  const connection = await deps.connections.callable(environmentId, connectionId);
  const webhook = connection === undefined ? undefined : deps.caller.open(connection)?.webhook;
  if (connection === undefined || webhook === undefined) return 'retry';
  const verdict = await deps.caller.call(connection, { name: 'webhook.verify' }, () =>
    webhook.verify(delivery),
  );
  if (!isGenuine(verdict)) return verdict.kind === 'forged' ? 'forged' : 'retry';
  const keys = await deps.keyring.of(environmentId);
  // By the clock that it is looked at again by.
  const receivedAt = new Date(inTimeOf(deps, environmentId).now());
  const deliveryId = createHash('sha256').update(verdict.id).digest('base64url');
  await deps.db.transaction(environmentId, async (tx) => {
    const notice = { connectionId, deliveryId, notices: verdict.notices, receivedAt };
    if (!(await insertNotice(tx, notice))) return { commit: false, value: undefined };
    if (await wakeAll(tx, keys, connectionId, verdict.notices, receivedAt))
      markNoticeApplied(tx, notice, receivedAt);
    else
      scheduleJob(
        tx,
        'notice.apply',
        `${connectionId}|${deliveryId}`,
        new Date(receivedAt.getTime() + LOOK_AGAIN_MS),
      );
    return { commit: true, value: undefined };
  });
  return 'taken';
}

/** A delivery that named something unknown: looked at again until it is known, or too old to matter. */
export async function applyNotice(deps: WorkflowDeps, lease: Lease): Promise<Date | undefined> {
  const { environmentId } = lease;
  const [connectionId = '', deliveryId = ''] = lease.subjectId.split('|');
  const notice = await findNotice(deps.db, environmentId, connectionId, deliveryId);
  if (notice === undefined) return undefined;
  const keys = await deps.keyring.of(environmentId);
  const at = new Date(deps.now());
  const isTooOld = at.getTime() - notice.receivedAt.getTime() > OVERTAKEN_MS_MAX;
  return deps.db.transaction<Date | undefined>(environmentId, async (tx) => {
    if ((await wakeAll(tx, keys, connectionId, notice.notices, at)) || isTooOld) {
      markNoticeApplied(tx, notice, at);
      return { commit: true, value: undefined };
    }
    return {
      commit: false,
      value: new Date(at.getTime() + LOOK_AGAIN_MS * 2 ** Math.min(lease.attempts, 8)),
    };
  });
}

/** What the table holds in place of the path's unguessable part. */
export function webhookTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function isGenuine(verdict: {
  readonly kind: string;
}): verdict is Extract<WebhookVerdict, { kind: 'genuine' }> {
  return verdict.kind === 'genuine';
}

/** False when something named is not known here yet. */
async function wakeAll(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
  notices: readonly Notice[],
  at: Date,
): Promise<boolean> {
  let allKnown = true;
  for (const notice of notices) {
    // Money that arrived names an asset, not a payment; those that wait for a credit look for it often enough.
    if (notice.about === 'transit') continue;
    const subject = await subjectOf(tx, keys, connectionId, notice);
    if (subject === undefined) allKnown = false;
    else scheduleJob(tx, subject.kind, subject.id, at);
  }
  return allKnown;
}

async function subjectOf(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
  { about, ref }: Exclude<Notice, { about: 'transit' }>,
): Promise<{ readonly kind: JobKind; readonly id: string } | undefined> {
  switch (about) {
    case 'link': {
      const id = await findLinkSessionByRef(tx, keys, connectionId, ref);
      return id === undefined ? undefined : { kind: 'link.drive', id };
    }
    case 'consent': {
      const id = await findGrantByRef(tx, keys, connectionId, ref);
      return id === undefined ? undefined : { kind: 'grant.check', id };
    }
    case 'payment':
    case 'payout': {
      const id = await findPaymentByRef(tx, keys, connectionId, ref);
      return id === undefined ? undefined : { kind: 'payment.drive', id };
    }
  }
}
