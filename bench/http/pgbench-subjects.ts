/** pgbench as what our reads and writes are compared with: the service's own statements, without the service. */

import type { Pgbench } from '../database/pgbench.ts';
import { type PgbenchScript, pgbenchScript } from '../database/pgbench-script.ts';
import type { Subject } from '../rounds.ts';
import { NEW_CUSTOMER, someCustomer } from './customer-variables.ts';
import type { RecordedRequest, RecordedRequests } from './record-statements.ts';

export interface PgbenchSubjects {
  readonly read: PgbenchPair;
  readonly write: PgbenchPair;
  readonly idempotentWrite: PgbenchPair;
}

export interface PgbenchPair {
  /** A round trip for each statement. */
  readonly plain: Subject;
  /** Statements that the service sends together are sent together. */
  readonly pipelined: Subject;
}

/** Where the numbers begin that stand for ids, and how far apart runs keep, so that no number is made twice. */
const FIRST_ID = 2_000_000_000_000_000_000n;
const IDS_PER_RUN = 1_000_000_000_000n;

export async function preparePgbench(
  pgbench: Pgbench,
  recorded: RecordedRequests,
  customers: { readonly clients: number; readonly each: number },
): Promise<PgbenchSubjects> {
  let runs = 0n;
  const writeScript = (request: RecordedRequest, style: 'plain' | 'pipelined'): PgbenchScript => {
    const base = FIRST_ID + runs * IDS_PER_RUN;
    runs += 1n;
    const { text, variables } = pgbenchScript({ ...request, setup: NEW_CUSTOMER, style });
    return { text, variables: { ...variables, base: String(base), made: '0' } };
  };
  const readScript = (style: 'plain' | 'pipelined', mustFind?: string): PgbenchScript =>
    pgbenchScript({
      ...recorded.read,
      setup: someCustomer(FIRST_ID, customers.clients, customers.each),
      style,
      ...(mustFind === undefined ? {} : { mustFind }),
    });

  await pgbench.repeat(writeScript(recorded.write, 'plain'), customers.each, customers.clients);
  await pgbench.repeat(readScript('plain', recorded.read.customerId), 10, 1);

  const subject = (script: () => PgbenchScript): Subject => ({
    warmsUpItself: true,
    measure: (seconds) => pgbench.measure(script(), seconds),
  });
  const writePair = (request: RecordedRequest): PgbenchPair => ({
    plain: subject(() => writeScript(request, 'plain')),
    pipelined: subject(() => writeScript(request, 'pipelined')),
  });
  return {
    read: { plain: subject(() => readScript('plain')), pipelined: subject(() => readScript('pipelined')) },
    write: writePair(recorded.write),
    idempotentWrite: writePair(recorded.idempotentWrite),
  };
}
