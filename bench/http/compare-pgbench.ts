/** Our reads and writes of customers, against pgbench with the service's own statements on the service's own database. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { chooseSocketDirectory } from '../../packages/server/src/embedded-postgres/socket-directory.ts';
import type { RunningSwitchyard } from '../../test/harness/start-switchyard.ts';
import { findPgbench } from '../database/pgbench.ts';
import type { Comparison, Subject } from '../rounds.ts';
import type { BenchOptions } from './options.ts';
import { type PgbenchPair, preparePgbench } from './pgbench-subjects.ts';
import { type RecordedRequest, recordStatements } from './record-statements.ts';

export interface DatabaseSubjects {
  readonly switchyard: RunningSwitchyard;
  /** The settings under which a second instance opens what the first has sealed. */
  readonly secrets: Readonly<Record<string, string>>;
  /** How many customers there are to read. */
  readonly customers: number;
  readonly read: Subject;
  readonly write: Subject;
  readonly idempotentWrite: Subject;
}

export interface DatabaseComparisons {
  readonly comparisons: readonly Comparison[];
  readonly notes: readonly string[];
}

const TARGET = 0.5;
const READ = 'GET /v1/customers/{id}';
const WRITE = 'POST /v1/customers';
const IDEMPOTENT_WRITE = 'POST /v1/customers with Idempotency-Key';

export async function comparePgbench(
  { clients, short }: BenchOptions,
  subjects: DatabaseSubjects,
): Promise<DatabaseComparisons> {
  const socketDirectory = await socketDirectoryOf(subjects.switchyard);
  const pgbench = findPgbench(socketDirectory, clients);
  if (pgbench === undefined) {
    return {
      comparisons: [],
      notes: [
        'There is no pgbench on this machine (Debian: postgresql-contrib): the database was not compared.',
      ],
    };
  }
  const recorded = await recordStatements(socketDirectory, subjects.secrets);
  const each = Math.ceil(subjects.customers / clients);
  const theirs = await preparePgbench(pgbench, recorded, { clients, each });
  return {
    comparisons: [
      ...compare(READ, subjects.read, theirs.read, short),
      ...compare(IDEMPOTENT_WRITE, subjects.idempotentWrite, theirs.idempotentWrite, short),
      ...(short ? [] : compare(WRITE, subjects.write, theirs.write, short)),
    ],
    notes: [
      `${pgbench.version}, prepared, with the statements the service was seen to send:`,
      describeStatements(READ, recorded.read),
      describeStatements(IDEMPOTENT_WRITE, recorded.idempotentWrite),
      describeStatements(WRITE, recorded.write),
    ],
  };
}

async function socketDirectoryOf(switchyard: RunningSwitchyard): Promise<string> {
  const cluster = join(realpathSync(switchyard.dataDir), 'postgres');
  return (await chooseSocketDirectory(cluster, undefined)).path;
}

function compare(what: string, ours: Subject, theirs: PgbenchPair, short: boolean): readonly Comparison[] {
  return [
    { what, against: 'pgbench', ours, theirs: theirs.plain, target: TARGET },
    ...(short ? [] : [{ what, against: 'pgbench, pipelined', ours, theirs: theirs.pipelined }]),
  ];
}

function describeStatements(what: string, { statements }: RecordedRequest): string {
  const trips = new Set(statements.map(({ roundTrip }) => roundTrip)).size;
  const verbs = statements.map(({ text }) => text.trim().split(/\s+/, 1)[0]);
  return `  ${what}: ${verbs.join(', ')} in ${trips} round trip${trips === 1 ? '' : 's'}`;
}
