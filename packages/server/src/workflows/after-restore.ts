/**
 * To be run once after the database has come back from a backup, before the service starts on it. Everything that was open is `unknown`
 * from then on and is asked about; quotes that could still be paid are taken back, because each may have been used in the time that
 * was lost. What was begun and is not in the backup at all is found by reconciliation.
 */
import { invariant } from '@switchyard/engine';
import { loseSightOfOpen } from '../domain/payment/lose-sight-of-open.ts';
import { scheduleJob } from '../store/jobs.ts';
import { changePayment, listOpenPayments, loadPayment } from '../store/payments.ts';
import { withdrawQuotes } from '../store/route-quotes.ts';
import { findClockAheadMs } from '../store/test-clocks.ts';
import type { WorkflowDeps } from './deps.ts';
import { tellOf } from './pay/drive-payment.ts';

export interface Restored {
  readonly payments: number;
  readonly quotes: number;
}

type Deps = Pick<WorkflowDeps, 'db' | 'keyring' | 'newId' | 'now'>;

const BATCH = 200;

export async function afterRestore(deps: Deps, environmentId: string): Promise<Restored> {
  const aheadMs = await findClockAheadMs(deps.db, environmentId);
  const quotes = await withdrawQuotes(deps.db, environmentId, new Date(deps.now() + aheadMs));
  let payments = 0;
  let after = '';
  for (;;) {
    const ids = await listOpenPayments(deps.db, environmentId, after, BATCH);
    for (const id of ids) await loseSight(deps, environmentId, id, aheadMs);
    payments += ids.length;
    const last = ids.at(-1);
    if (last === undefined) return { payments, quotes };
    after = last;
  }
}

async function loseSight(deps: Deps, environmentId: string, id: string, aheadMs: number): Promise<void> {
  const keys = await deps.keyring.of(environmentId);
  await deps.db.transaction(environmentId, async (tx) => {
    const loaded = await loadPayment(tx, keys, id);
    invariant(loaded !== undefined, 'a payment that is open is there');
    const at = new Date(deps.now() + aheadMs);
    const moved = loseSightOfOpen(loaded.payment, at, aheadMs);
    const isSaved = await changePayment(tx, keys, loaded.dataKey, moved.payment);
    invariant(isSaved, 'a payment that was read under its lock is changed by nobody else meanwhile');
    tellOf({ deps, cause: { actor: 'operator' } }, tx, moved, at);
    scheduleJob(tx, 'payment.drive', id, at);
    return { commit: true, value: undefined };
  });
}
