/** Drives something now, for somebody who waits, instead of when its job is due; and waits for whoever drives it already. */
import { claimJob, finishJob, type JobKind, type Lease } from '../store/jobs.ts';
import type { WorkflowDeps } from './deps.ts';

/** How long a caller is made to wait for a provider's step. The work goes on without them. */
const WAIT_MS_MAX = 10_000;
const LOOK_EVERY_MS = 100;

export interface Hastened {
  readonly environmentId: string;
  readonly kind: JobKind;
  readonly subjectId: string;
  drive(lease: Lease): Promise<Date | undefined>;
  /** Nothing is left to wait for. */
  isOver(): Promise<boolean>;
}

export async function hasten(deps: WorkflowDeps, work: Hastened): Promise<void> {
  await Promise.race([drive(deps, work), deps.sleep(WAIT_MS_MAX)]);
}

async function drive(deps: WorkflowDeps, work: Hastened): Promise<void> {
  const { environmentId, kind, subjectId } = work;
  const giveUpMs = deps.now() + WAIT_MS_MAX;
  try {
    while (deps.now() < giveUpMs) {
      const lease = await claimJob(deps.db, { environmentId, kind, subjectId });
      if (lease !== undefined) {
        const next = await work.drive(lease);
        await finishJob(deps.db, lease, next);
        if (next === undefined || next.getTime() > deps.now()) return;
        continue;
      }
      if (await work.isOver()) return;
      await deps.sleep(LOOK_EVERY_MS);
    }
  } catch (error) {
    // The job is still there: a worker takes it up when its lease is over.
    deps.logger.warn({ err: error, kind, subject: subjectId }, 'it could not be driven at once');
  }
}
