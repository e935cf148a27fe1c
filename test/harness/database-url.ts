import type { EmbeddedPostgres } from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';

/** The embedded database as a service in production is told of one. */
export function databaseUrlOf({ host, port, user, database }: EmbeddedPostgres['connection']): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
