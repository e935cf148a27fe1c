/**
 * Clears away what is older than it is kept for, and what deleted webhook endpoints left, environment by environment: one node at a time, under the lease of a job. It
 * rests after each batch for as long as the batch took, so that at most half of one connection's time is its own.
 */
import type { Retained, Retention } from '../domain/retention.ts';
import type { Database } from '../store/database.ts';
import { LEASE_MS, type Lease } from '../store/jobs.ts';
import { deleteFadedCells } from '../store/learnt.ts';
import { forgetRateBuckets } from '../store/rate-buckets.ts';
import { clearAway } from '../store/retention.ts';
import { purgeDeletedEndpoints } from '../store/webhook-endpoints.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly retention: Retention;
}

/** As many rows as are deleted in a few dozen milliseconds. */
const BATCH = 1_000;
const EVERY_MS = 60 * 60 * 1000;
/** Well within the lease; what is left is done under the next one. */
const ROUND_MS_MAX = LEASE_MS / 2;

/** By then every bucket of a rate limit is full again, and forgetting it changes nothing. */
const UNUSED_BUCKET_MS = 24 * 60 * 60 * 1000;

/** What cites comes before what is cited. A kind that has no place here does not compile. */
const TURNS: Readonly<Record<Retained, true>> = {
  idempotency_key: true,
  provider_notice: true,
  request_log: true,
  webhook_message: true,
  outcome: true,
  decision: true,
  routing_snapshot: true,
  route_quote: true,
  event: true,
  ended_credential: true,
};
// The keys of a literal, in the order they were written.
const ORDER = Object.keys(TURNS) as readonly Retained[];

/** Answers when to sweep again: at once when there was more than one round could do. */
export async function sweep(deps: SweepDeps, { environmentId }: Pick<Lease, 'environmentId'>): Promise<Date> {
  const endsMs = deps.now() + ROUND_MS_MAX;
  await deleteFadedCells(deps.db, environmentId, new Date(deps.now()));
  // They are of no environment, so whoever sweeps takes them along.
  await forgetRateBuckets(deps.db, new Date(deps.now() - UNUSED_BUCKET_MS));
  for (const what of ORDER) {
    let cleared = BATCH;
    while (cleared === BATCH) {
      const startedMs = deps.now();
      if (startedMs >= endsMs) return new Date(startedMs);
      const until = new Date(startedMs - deps.retention[what]);
      cleared = await clearAway(deps.db, environmentId, what, until, BATCH);
      if (cleared === BATCH) await deps.sleep(deps.now() - startedMs);
    }
  }
  while ((await purgeDeletedEndpoints(deps.db, environmentId, BATCH)) === BATCH)
    if (deps.now() >= endsMs) return new Date(deps.now());
  return new Date(deps.now() + EVERY_MS);
}
