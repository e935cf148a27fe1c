/** Takes an open leg out of the machine's hands: what is known of it contradicts itself, and a person has to look. */
import { invariant } from '@switchyard/engine';
import { type Moved, moveLeg } from '../../domain/payment/move.ts';
import { claimJob, finishJob, holdJob, type JobName, keepJob, type Lease } from '../../store/jobs.ts';
import { changePayment, loadPayment } from '../../store/payments.ts';
import type { WorkflowDeps } from '../deps.ts';
import { tellOf } from './drive-payment.ts';

const TRIES_MAX = 30;
const TRY_AGAIN_MS = 1_000;

/** Under the payment's lease, as everything that moves it; whoever has that is waited for, until they must have lost it. */
export async function giveToOperator(
  deps: WorkflowDeps,
  environmentId: string,
  { paymentId, legId }: { readonly paymentId: string; readonly legId: string },
): Promise<void> {
  const lease = await claim(deps, { environmentId, kind: 'payment.drive', subjectId: paymentId });
  if (lease === undefined) return;
  const keys = await deps.keyring.of(environmentId);
  const cause = { actor: 'worker' } as const;
  await deps.db.transaction(environmentId, async (tx) => {
    const loaded = (await holdJob(tx, lease)) ? await loadPayment(tx, keys, paymentId) : undefined;
    const leg = loaded?.payment.legs.find(({ id }) => id === legId);
    if (loaded === undefined || leg === undefined || !GIVEN_FROM.includes(leg.status))
      return { commit: false, value: undefined };
    const at = new Date(deps.now());
    // The table knows one way there.
    const unknown = moveLeg(loaded.payment, legId, { to: 'unknown' }, at);
    const moved = moveLeg(unknown.payment, legId, { to: 'review' }, at);
    const both: Moved = { payment: moved.payment, happenings: [...unknown.happenings, ...moved.happenings] };
    const isSaved = await changePayment(tx, keys, loaded.dataKey, both.payment);
    invariant(isSaved, 'a payment that was read under its lock is changed by nobody else meanwhile');
    tellOf({ deps, cause }, tx, both, at);
    return { commit: true, value: undefined };
  });
  await finishJob(deps.db, lease, new Date(deps.now()));
}

async function claim(deps: WorkflowDeps, job: JobName): Promise<Lease | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await keepJob(deps.db, job, new Date(deps.now() + TRY_AGAIN_MS));
    const lease = await claimJob(deps.db, job);
    if (lease !== undefined) return lease;
    await deps.sleep(TRY_AGAIN_MS);
  }
  return undefined;
}

const GIVEN_FROM: readonly string[] = ['requires_action', 'submitting', 'submitted', 'unknown'];
