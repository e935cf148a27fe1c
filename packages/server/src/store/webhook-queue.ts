/**
 * Which endpoints have something to send, and who is at it. An endpoint is served by one worker at a time, under a lease
 * that ends by the database's clock; whoever writes what became of its messages calls `holdEndpoints` in the same transaction.
 * A transaction that touches both comes here first, then to the endpoint's own row: so no two wait for each other.
 */
import type { Database, Statement, Transaction } from './database.ts';

export interface EndpointLease {
  readonly environmentId: string;
  readonly endpointId: string;
  readonly epoch: string;
  /** The last time it was served, all its tries failed. */
  readonly isTroubled: boolean;
}

/** An endpoint is served for a while, and its last try is over, before this is. */
export const ENDPOINT_LEASE_MS = 30_000;

interface LeaseRow {
  readonly environment_id: string;
  readonly endpoint_id: string;
  readonly lease_epoch: string;
  readonly is_troubled: boolean;
}

const claim: Statement<LeaseRow> = {
  name: 'webhook-queue-claim',
  text: `select * from switchyard.claim_webhook_endpoints($1, ${ENDPOINT_LEASE_MS}, $2, $3)`,
};

const claimAhead: Statement<LeaseRow> = {
  name: 'webhook-queue-claim-ahead',
  text: `select * from switchyard.claim_webhook_endpoints_ahead($1, $2, $3, ${ENDPOINT_LEASE_MS}, $4, $5)`,
};

const hold: Statement<{
  readonly endpoint_id: string;
  readonly lease_epoch: string;
  readonly cursor: string;
}> = {
  name: 'webhook-queue-hold',
  text: 'select * from switchyard.hold_webhook_endpoints($1, $2, $3)',
};

const enqueue: Statement<never> = {
  name: 'webhook-queue-enqueue',
  text: `select switchyard.enqueue_webhook_endpoint($1, $2,
    (select last_sequence from switchyard.event_counter where environment_id = $1))`,
};

const dequeue: Statement<never> = {
  name: 'webhook-queue-dequeue',
  text: 'select switchyard.dequeue_webhook_endpoint($1, $2)',
};

const wake: Statement<never> = {
  name: 'webhook-queue-wake',
  text: 'select switchyard.wake_webhook_endpoint($1, $2, $3)',
};

const release: Statement<never> = {
  name: 'webhook-queue-release',
  text: `select switchyard.release_webhook_endpoints($1, array_agg(r.endpoint_id), array_agg(r.epoch), array_agg(r.next_at),
      array_agg(r.is_troubled))
    from (
      select l.endpoint_id, l.epoch, l.is_troubled, least(
        (select min(m.next_at) from switchyard.webhook_message m
          where m.environment_id = $1 and m.endpoint_id = l.endpoint_id and m.status = 'pending'),
        (select $5::timestamptz from switchyard.webhook_endpoint e
          where e.environment_id = $1 and e.id = l.endpoint_id and e.resend_from is not null)) as next_at
      from unnest($2::text[], $3::bigint[], $4::boolean[]) as l (endpoint_id, epoch, is_troubled)
    ) r`,
};

/** Those in trouble have a share of their own, so that they cannot take the others' place. */
export async function claimEndpoints(
  db: Database,
  at: Date,
  max: { readonly healthy: number; readonly troubled: number },
): Promise<readonly EndpointLease[]> {
  return (await db.call(claim, [at, max.healthy, max.troubled])).map(leaseOf);
}

/** Those that have something to send by clocks that are ahead of `at`, by environment. */
export async function claimEndpointsAhead(
  db: Database,
  aheadMs: ReadonlyMap<string, number>,
  at: Date,
  max: { readonly healthy: number; readonly troubled: number },
): Promise<readonly EndpointLease[]> {
  const clocks = [[...aheadMs.keys()], [...aheadMs.values()]];
  return (await db.call(claimAhead, [...clocks, at, max.healthy, max.troubled])).map(leaseOf);
}

function leaseOf(row: LeaseRow): EndpointLease {
  return {
    environmentId: row.environment_id,
    endpointId: row.endpoint_id,
    epoch: row.lease_epoch,
    isTroubled: row.is_troubled,
  };
}

/**
 * How far the log has been turned into messages, for each lease that still holds. For one that has been lost nothing may be
 * written.
 */
export async function holdEndpoints(
  tx: Transaction,
  leases: readonly EndpointLease[],
): Promise<ReadonlyMap<EndpointLease, string>> {
  const rows = await tx.query(hold, [
    tx.environmentId,
    leases.map(({ endpointId }) => endpointId),
    leases.map(({ epoch }) => epoch),
  ]);
  const cursors = new Map(rows.map((row) => [`${row.endpoint_id} ${row.lease_epoch}`, row.cursor]));
  return new Map(
    leases.flatMap((lease) => {
      const cursor = cursors.get(`${lease.endpointId} ${lease.epoch}`);
      return cursor === undefined ? [] : [[lease, cursor] as const];
    }),
  );
}

/** Given back: each is due again when its next message is, or at once when a resend is under way. */
export function releaseEndpoints(
  tx: Transaction,
  released: readonly { readonly lease: EndpointLease; readonly isTroubled: boolean }[],
  at: Date,
): void {
  if (released.length === 0) return;
  tx.send(release, [
    tx.environmentId,
    released.map(({ lease }) => lease.endpointId),
    released.map(({ lease }) => lease.epoch),
    released.map(({ isTroubled }) => isTroubled),
    at,
  ]);
}

/** From now on: what the log holds already is not sent. */
export function enqueueEndpoint(tx: Transaction, endpointId: string): void {
  tx.send(enqueue, [tx.environmentId, endpointId]);
}

export function dequeueEndpoint(tx: Transaction, endpointId: string): void {
  tx.send(dequeue, [tx.environmentId, endpointId]);
}

export function wakeEndpoint(tx: Transaction, endpointId: string, at: Date): void {
  tx.send(wake, [tx.environmentId, endpointId, at]);
}
