/**
 * Behind a PgBouncer in transaction mode every transaction may run on another connection: nothing may be relied on that outlives
 * one. The law is held against a node that reaches its database that way only, and several nodes migrate through it at once.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { startEmbeddedPostgres } from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { loadMigrations, migrate } from '../../packages/server/src/store/migrate.ts';
import { createContext } from '../conformance/context.ts';
import { accounts } from '../conformance/topics/accounts.ts';
import { customers } from '../conformance/topics/customers.ts';
import { decideMode } from '../conformance/topics/decide-mode.ts';
import { events } from '../conformance/topics/events.ts';
import { idempotency } from '../conformance/topics/idempotency.ts';
import { routeQuotes } from '../conformance/topics/route-quotes.ts';
import { startCluster } from '../harness/start-nodes.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../harness/start-pgbouncer.ts';
import { temporaryDir } from '../harness/start-switchyard.ts';

const cluster = await startCluster();
const pooler = await startPgBouncer(cluster.postgres.connection);
const node =
  pooler === undefined
    ? undefined
    : await cluster.startNode('all', {
        SWITCHYARD_DATABASE_URL: pooler.url,
        SWITCHYARD_DATABASE_POOL: '12',
        SWITCHYARD_PREPARED_STATEMENTS: pooler.carriesStatements ? 'on' : 'off',
      });
after(async () => {
  await cluster.stop();
  await pooler?.stop();
});

if (node === undefined) test('the law holds behind a pooler', (t) => t.skip(NO_PGBOUNCER));
else {
  const context = createContext({
    baseUrl: node.baseUrl,
    testKey: cluster.keys.test,
    liveKey: cluster.keys.live,
    manageToken: cluster.manageToken,
  });
  const topics = { customers, accounts, events, idempotency, decideMode, routeQuotes };
  for (const [name, topic] of Object.entries(topics))
    describe(`behind a pooler: ${name}`, () => topic(context));
}

test('nodes that start together through a pooler migrate once, and nothing is left locked', async (t) => {
  const dataDir = temporaryDir();
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pooler = await startPgBouncer(postgres.connection);
  try {
    if (pooler === undefined) return t.skip(NO_PGBOUNCER);
    const connection = { connectionString: pooler.url };
    const applied = await Promise.all([1, 2, 3].map(() => migrate(connection)));
    assert.equal(
      applied.reduce((sum, count) => sum + count, 0),
      loadMigrations().length,
    );
    assert.equal(await migrate(connection), 0);
  } finally {
    await pooler?.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
