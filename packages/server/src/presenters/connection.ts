import type { EventRecord } from '../domain/event.ts';
import type { DatedConnection } from '../store/connections.ts';

/** A connection that has just been degraded: by what was reported of its rail, or because calls to it keep failing. */
export function presentConnectionForEvent(
  connection: DatedConnection,
  measured: { readonly successPpm?: number; readonly circuit?: 'open' },
): EventRecord['object'] {
  const { id, rail, mode, status, body, createdAt, updatedAt } = connection;
  return {
    id,
    object: 'connection',
    rail,
    label: body.label,
    mode,
    status,
    roles: body.roles,
    countries: body.countries,
    credentials: [],
    health: {
      successPpm: measured.successPpm ?? null,
      p50Ms: null,
      p95Ms: null,
      circuit: measured.circuit ?? 'closed',
      since: updatedAt.toISOString(),
    },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
