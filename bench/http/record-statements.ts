/**
 * Finds out what the service sends to its database for the requests we measure: a second instance works on the same
 * database through a tap, as the live environment, and answers each request once. pgbench later works in that
 * environment too, so that neither side ever meets the other's rows.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE, OWNER, PORT } from '../../packages/server/src/embedded-postgres/names.ts';
import { createApi } from '../../test/harness/api.ts';
import { startSwitchyard } from '../../test/harness/start-switchyard.ts';
import type { VaryingValues } from '../database/pgbench-script.ts';
import { openPostgresTap, type PostgresTap, type SentStatement } from '../database/postgres-tap.ts';
import { withoutBackground } from '../database/without-background.ts';
import { varyingCustomer } from './customer-variables.ts';
import { CUSTOMER_FIELDS } from './sample-requests.ts';

const BACKGROUND_MS = 3_000;

export interface RecordedRequest {
  readonly statements: readonly SentStatement[];
  readonly varying: VaryingValues;
  readonly customerId: string;
}

export interface RecordedRequests {
  readonly read: RecordedRequest;
  readonly write: RecordedRequest;
  readonly idempotentWrite: RecordedRequest;
}

export async function recordStatements(
  socketDirectory: string,
  environment: Readonly<Record<string, string>>,
): Promise<RecordedRequests> {
  const tap = await openPostgresTap(socketDirectory);
  try {
    const url = `postgresql://${OWNER}@localhost:${PORT}/${DATABASE}?host=${encodeURIComponent(tap.directory)}`;
    const switchyard = await startSwitchyard({
      via: 'node',
      environment: { ...environment, SWITCHYARD_DATABASE_URL: url },
    });
    try {
      return await recordAll(tap, switchyard.baseUrl, switchyard.liveKey);
    } finally {
      await switchyard.stop();
    }
  } finally {
    await tap.stop();
  }
}

async function recordAll(tap: PostgresTap, baseUrl: string, key: string): Promise<RecordedRequests> {
  const api = createApi(baseUrl, key);
  const create = async (
    externalId: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const answer = await api('/v1/customers', { body: { externalId, ...CUSTOMER_FIELDS }, headers });
    if (answer.status !== 201) throw new Error(`A customer was not created: ${answer.text}`);
    return answer.body.id;
  };
  // The first request also looks its key up and fetches the environment's keys, which later ones find in memory.
  const existing = await create('first');

  // Long enough for whatever the node does by itself: it looks at its queues, and keeps a log of requests.
  const background = await tap.record(() => sleep(BACKGROUND_MS));
  const record = async (work: () => Promise<void>) =>
    withoutBackground(await tap.record(work), background).flat();

  let customerId = '';
  const read = await record(async () => {
    const answer = await api(`/v1/customers/${existing}`);
    if (answer.status !== 200) throw new Error(`A customer was not found: ${answer.text}`);
  });
  const write = await record(async () => {
    customerId = await create('second');
  });
  const written = recorded(write, { customerId, externalId: 'second' });
  const idempotentWrite = await record(async () => {
    customerId = await create('third', { 'idempotency-key': 'fourth' });
  });
  return {
    read: recorded(read, { customerId: existing }),
    write: written,
    idempotentWrite: recorded(idempotentWrite, { customerId, externalId: 'third', idempotencyKey: 'fourth' }),
  };
}

function recorded(
  statements: readonly SentStatement[],
  values: Parameters<typeof varyingCustomer>[0],
): RecordedRequest {
  return { statements, varying: varyingCustomer(values), customerId: values.customerId };
}
