/**
 * The variables of pgbench that stand for customers. Ids grow, as ours do; user ids and Idempotency-Keys are random, as they are
 * in the requests of the load generator.
 */
import type { VaryingValues } from '../database/pgbench-script.ts';

/** One more customer. Clients count side by side, so that numbers grow as ids made by a clock do. */
export const NEW_CUSTOMER = [
  '\\set made :made + 1',
  '\\set customer :base + :made * 1000 + :client_id',
  '\\set external random(1000000000000000000, 9000000000000000000)',
  '\\set key random(1000000000000000000, 9000000000000000000)',
] as const;

/** Any of those that `clients` clients have made `each` of. */
export function someCustomer(base: bigint, clients: number, each: number): readonly string[] {
  return [`\\set customer ${base} + random(1, ${each}) * 1000 + random(0, ${clients - 1})`];
}

/** What stood where in the recorded request. */
export function varyingCustomer(values: {
  readonly customerId: string;
  readonly externalId?: string;
  readonly idempotencyKey?: string;
}): VaryingValues {
  const named = [
    [values.customerId, ':customer'],
    [values.externalId, ':external'],
    [values.idempotencyKey, ':key'],
  ] as const;
  return new Map(named.flatMap(([value, sql]) => (value === undefined ? [] : [[value, sql] as const])));
}
