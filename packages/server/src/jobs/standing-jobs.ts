/**
 * Sees to it that every environment and connection has the jobs that are done again and again, also one that was made a moment ago on another
 * node. Each keeps its own time from then on.
 */
import type { Logger } from 'pino';
import { listCallableConnections } from '../store/connections.ts';
import type { Database } from '../store/database.ts';
import { keepJob } from '../store/jobs.ts';
import { listEnvironments } from '../store/organisations.ts';

export interface StandingJobsDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

const LOOK_EVERY_MS = 10 * 60 * 1000;
/** A start is busy enough. */
const FIRST_AFTER_MS = 60_000;

/** Starts it and answers with the function that stops it, after the look under way. */
export function startStandingJobs(deps: StandingJobsDeps): () => Promise<void> {
  let look: Promise<unknown> = Promise.resolve();
  const again = () => {
    look = look
      .then(() => keepStandingJobs(deps))
      .catch((error: unknown) => {
        deps.logger.warn({ err: error }, 'standing jobs could not be seen to; the next look tries again');
      });
  };
  again();
  const timer = setInterval(again, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await look;
  };
}

export async function keepStandingJobs({ db, now }: Omit<StandingJobsDeps, 'logger'>): Promise<void> {
  const at = new Date(now() + FIRST_AFTER_MS);
  for (const { id: environmentId } of await listEnvironments(db)) {
    await keepJob(db, { environmentId, kind: 'retention.sweep', subjectId: environmentId }, at);
    for (const { id } of await listCallableConnections(db, environmentId))
      await keepJob(db, { environmentId, kind: 'connection.reconcile', subjectId: id }, at);
  }
}
