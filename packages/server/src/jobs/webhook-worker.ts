/**
 * Takes endpoints that have something to send, and serves each beside the others. Any number of workers on any number of nodes
 * share the work by leases. An endpoint that is in trouble, or stalls, counts against a share of its own, so those that answer
 * always find a place.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { claimEndpoints, claimEndpointsAhead, type EndpointLease } from '../store/webhook-queue.ts';
import { STOP_GRACE_MS } from '../workflows/webhooks/limits.ts';
import type { Serving } from '../workflows/webhooks/serve-endpoint.ts';

export interface WebhookWorkerDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now: () => number;
  /** How far the clocks of environments are ahead of `now`, where they are. */
  readonly movedClocks: () => ReadonlyMap<string, number>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly serve: (
    lease: EndpointLease,
    ending: { readonly stop: AbortSignal; readonly cut: AbortSignal },
  ) => Serving;
}

interface Places {
  readonly healthy: number;
  readonly troubled: number;
}

const HEALTHY_AT_ONCE_MAX = 128;
const TROUBLED_AT_ONCE_MAX = 256;
const LOOK_EVERY_MS = 250;

/** Starts it and answers with the function that stops it: tries under way get a moment to end. */
export function startWebhookWorker(deps: WebhookWorkerDeps): () => Promise<void> {
  const stop = new AbortController();
  const cut = new AbortController();
  const running = new Map<Serving, EndpointLease>();

  function begin(lease: EndpointLease): void {
    const serving = deps.serve(lease, { stop: stop.signal, cut: cut.signal });
    running.set(serving, lease);
    void serving.ended
      .catch((error: unknown) => {
        const { environmentId, endpointId } = lease;
        deps.logger.warn(
          { err: error, environmentId, endpointId },
          'an endpoint could not be served; it is taken up again when its lease is over',
        );
      })
      .finally(() => running.delete(serving));
  }

  const looking = (async () => {
    while (!stop.signal.aborted) {
      for (const lease of await claim(deps, placesLeft(running))) begin(lease);
      await deps.sleep(LOOK_EVERY_MS, stop.signal);
    }
  })();

  return async () => {
    stop.abort();
    await looking;
    const grace = setTimeout(() => cut.abort(), STOP_GRACE_MS);
    await Promise.allSettled(Array.from(running.keys(), ({ ended }) => ended));
    clearTimeout(grace);
  };
}

function placesLeft(running: ReadonlyMap<Serving, EndpointLease>): Places {
  const troubled = [...running].filter(
    ([serving, { isTroubled }]) => isTroubled || serving.isStalled(),
  ).length;
  return {
    healthy: Math.max(0, HEALTHY_AT_ONCE_MAX - (running.size - troubled)),
    troubled: Math.max(0, TROUBLED_AT_ONCE_MAX - troubled),
  };
}

async function claim(deps: WebhookWorkerDeps, max: Places): Promise<readonly EndpointLease[]> {
  if (max.healthy === 0 && max.troubled === 0) return [];
  const at = new Date(deps.now());
  const due = await orNone(deps, claimEndpoints(deps.db, at, max));
  const moved = deps.movedClocks();
  if (moved.size === 0) return due;
  const troubled = due.filter(({ isTroubled }) => isTroubled).length;
  const left = { healthy: max.healthy - (due.length - troubled), troubled: max.troubled - troubled };
  return [...due, ...(await orNone(deps, claimEndpointsAhead(deps.db, moved, at, left)))];
}

/** Each claim fails by itself: leases that another one has been given are served, not left to run out. */
async function orNone(
  deps: WebhookWorkerDeps,
  claiming: Promise<readonly EndpointLease[]>,
): Promise<readonly EndpointLease[]> {
  try {
    return await claiming;
  } catch (error) {
    deps.logger.warn({ err: error }, 'endpoints could not be claimed; the next look tries again');
    return [];
  }
}
