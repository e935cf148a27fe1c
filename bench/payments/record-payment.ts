/**
 * Finds out what the service sends to its database for one payment, from its quote to its end: a node works through a tap, a
 * payment is made, and every transaction is written down that is not the node's own. Its own are those that it also has when
 * nobody pays: looks at queues, signs of life, and snapshots, which many payments share.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '../../test/harness/api.ts';
import type { Cluster } from '../../test/harness/start-nodes.ts';
import { until } from '../../test/harness/until.ts';
import { newValues } from '../database/new-values.ts';
import { parameterTypes } from '../database/parameter-types.ts';
import { type ParameterTypes, type VaryingValues, variesInside } from '../database/pgbench-script.ts';
import { openPostgresTap, type SentStatement } from '../database/postgres-tap.ts';
import { varyingIds } from '../database/varying-ids.ts';
import { withoutBackground } from '../database/without-background.ts';

export interface RecordedPayment {
  readonly statements: readonly SentStatement[];
  readonly transactions: number;
  readonly varying: VaryingValues;
  readonly types: ParameterTypes;
}

/** Makes a payment up to its approval, and answers its id. */
type Pay = (baseUrl: string) => Promise<string>;

const BACKGROUND_MS = 4_000;

export async function recordPayment(cluster: Cluster, pay: Pay): Promise<RecordedPayment> {
  const { host, port, user, database } = cluster.postgres.connection;
  const tap = await openPostgresTap(host);
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(tap.directory)}&port=${port}`;
  const node = await cluster.startNode('all', { SWITCHYARD_DATABASE_URL: url });
  try {
    const whole = async () => void (await untilDone(cluster, await pay(node.baseUrl)));
    // The first also fetches what later ones find in memory.
    await whole();
    const background = await tap.record(() => doNothing(node.baseUrl, cluster.keys.test));
    const before = await tap.record(whole);
    const recorded = await tap.record(whole);
    const transactions = withoutBackground(recorded, background);
    const statements = transactions.flat();
    const varying = varyingIds(newValues(before, recorded));
    const types = await parameterTypes(cluster.lookAt, textsWithin(statements, varying));
    return { statements, transactions: transactions.length, varying, types };
  } finally {
    cluster.balancer.remove(node.baseUrl);
    await node.stop();
    await tap.stop();
  }
}

/** Its job is gone when it has ended. That is looked for behind the node's back, where nothing is recorded. */
async function untilDone(cluster: Cluster, id: string): Promise<void> {
  await until(async () => {
    const jobs = await cluster.lookAt('select from switchyard.job where subject_id = $1', [id]);
    return jobs.length === 0;
  });
}

/** But ask for the snapshot, so that it is kept fresh as it is while people pay. */
async function doNothing(baseUrl: string, key: string): Promise<void> {
  const api = createApi(baseUrl, key);
  const untilMs = performance.now() + BACKGROUND_MS;
  while (performance.now() < untilMs) {
    await api('/v1/routing_snapshot');
    await sleep(100);
  }
}

function textsWithin(statements: readonly SentStatement[], varying: VaryingValues): readonly string[] {
  return statements
    .filter(({ values }) =>
      values.some((value) => typeof value === 'string' && variesInside(value, varying).length > 0),
    )
    .map(({ text }) => text);
}
