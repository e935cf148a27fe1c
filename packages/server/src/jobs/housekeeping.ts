/**
 * What has to be cleaned away now and then: Idempotency-Keys whose seven days are over, snapshots nobody cites or uses, cells in
 * which nothing is left of what was learnt, and rate limits that nobody has come near for a day.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { deleteExpiredIdempotencyKeys } from '../store/idempotency.ts';
import { deleteFadedCells } from '../store/learnt.ts';
import { listEnvironments } from '../store/organisations.ts';
import { forgetRateBuckets } from '../store/rate-buckets.ts';
import { deleteUncitedSnapshots } from '../store/snapshots.ts';

export interface HousekeepingDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 1_000;
/** By then every bucket of a rate limit is full again, and forgetting it changes nothing. */
const UNUSED_BUCKET_MS = 24 * 60 * 60 * 1000;
/** Clients may still hold one that no decision of ours cites, and ask about it. */
const UNCITED_SNAPSHOT_MS = 24 * 60 * 60 * 1000;

/** Starts it and answers with the function that stops it, after the round under way. */
export function startHousekeeping(deps: HousekeepingDeps): () => Promise<void> {
  let stopped = false;
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => cleanAll(deps, () => stopped))
      .catch((error: unknown) => {
        deps.logger.warn({ err: error }, 'a round of housekeeping failed; the next one tries again');
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await round;
  };
}

export async function cleanAll(deps: HousekeepingDeps, isStopped: () => boolean): Promise<number> {
  let deleted = await forgetRateBuckets(deps.db, new Date(deps.now() - UNUSED_BUCKET_MS));
  for (const environment of await listEnvironments(deps.db)) {
    let batch = BATCH;
    while (batch === BATCH && !isStopped()) {
      batch = await deleteExpiredIdempotencyKeys(deps.db, environment.id, new Date(deps.now()), BATCH);
      deleted += batch;
    }
    deleted += await deleteFadedCells(deps.db, environment.id, new Date(deps.now()));
    const snapshotsUntil = new Date(deps.now() - UNCITED_SNAPSHOT_MS);
    deleted += await deleteUncitedSnapshots(deps.db, environment.id, snapshotsUntil);
  }
  return deleted;
}
