/** The rows of environment keys, and their rotation. Nothing here ever sees a sealed column. */
import { invariant } from '@switchyard/engine';
import type { Database, Statement, Transaction } from './database.ts';
import {
  type EnvironmentKeyRow,
  newEnvironmentKey,
  openEnvironmentKeys,
  selectEnvironmentKeys,
  unwrapEnvironmentKey,
  wrapEnvironmentKey,
} from './keyring.ts';
import { findMasterKey, type MasterKeys } from './master-keys.ts';

const insertRow: Statement<never> = {
  name: 'environment-key-insert',
  text: `insert into switchyard.environment_key (environment_id, purpose, version, master_key_id, wrapped, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

const rewrapRow: Statement<never> = {
  name: 'environment-key-rewrap',
  text: `update switchyard.environment_key set master_key_id = $4, wrapped = $5
    where environment_id = $1 and purpose = $2 and version = $3`,
};

interface StaleDataKeyRow {
  readonly subject_id: string;
  readonly version: number;
  readonly environment_key_version: number;
  readonly wrapped: Buffer;
}

const selectStaleDataKeys: Statement<StaleDataKeyRow> = {
  name: 'data-keys-stale',
  text: `select subject_id, version, environment_key_version, wrapped from switchyard.data_key
    where environment_id = $1 and environment_key_version < $2 and wrapped is not null
    order by subject_id limit $3 for update`,
};

const rewrapDataKey: Statement<never> = {
  name: 'data-key-rewrap',
  text: `update switchyard.data_key set environment_key_version = $3, wrapped = $4
    where environment_id = $1 and subject_id = $2`,
};

const REWRAP_BATCH = 500;

export function insertEnvironmentKey(tx: Transaction, row: EnvironmentKeyRow, createdAt: Date): void {
  tx.send(insertRow, [tx.environmentId, row.purpose, row.version, row.master_key_id, row.wrapped, createdAt]);
}

/** Wraps an environment's keys under the current master key, and answers how many were under another. */
export async function rewrapUnderMasterKey(
  db: Database,
  masterKeys: MasterKeys,
  environmentId: string,
): Promise<number> {
  return db.transaction(environmentId, async (tx) => {
    const rows = await tx.query(selectEnvironmentKeys, [environmentId]);
    const stale = rows.filter((row) => row.master_key_id !== masterKeys.current.id);
    for (const row of stale) {
      const key = unwrapEnvironmentKey(environmentId, masterKeys, row);
      const { wrapped, master_key_id } = wrapEnvironmentKey(environmentId, masterKeys, { ...row, key });
      tx.send(rewrapRow, [environmentId, row.purpose, row.version, master_key_id, wrapped]);
    }
    return { commit: true, value: stale.length };
  });
}

/** How many of an environment's keys the configured master keys do not open. */
export async function countUnopenableKeys(
  db: Database,
  masterKeys: MasterKeys,
  environmentId: string,
): Promise<number> {
  const rows = await db.read(environmentId, selectEnvironmentKeys, [environmentId]);
  return rows.filter((row) => !opens(environmentId, masterKeys, row)).length;
}

function opens(environmentId: string, masterKeys: MasterKeys, row: EnvironmentKeyRow): boolean {
  if (findMasterKey(masterKeys, row.master_key_id) === undefined) return false;
  try {
    unwrapEnvironmentKey(environmentId, masterKeys, row);
    return true;
  } catch {
    return false;
  }
}

/** Gives an environment a new sealing key. Data keys made from now on are wrapped by it; see `rewrapDataKeys`. */
export async function addSealingKey(
  db: Database,
  masterKeys: MasterKeys,
  environmentId: string,
  now: Date,
): Promise<number> {
  return db.transaction(environmentId, async (tx) => {
    const rows = await tx.query(selectEnvironmentKeys, [environmentId]);
    const version = Math.max(...rows.filter((row) => row.purpose === 'seal').map((row) => row.version)) + 1;
    insertEnvironmentKey(tx, newEnvironmentKey(environmentId, masterKeys, 'seal', version), now);
    return { commit: true, value: version };
  });
}

/** Moves every data key under the environment's newest sealing key, a batch per transaction; answers how many. */
export async function rewrapDataKeys(
  db: Database,
  masterKeys: MasterKeys,
  environmentId: string,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const batch = await rewrapBatch(db, masterKeys, environmentId);
    moved += batch;
    if (batch < REWRAP_BATCH) return moved;
  }
}

async function rewrapBatch(db: Database, masterKeys: MasterKeys, environmentId: string): Promise<number> {
  return db.transaction(environmentId, async (tx) => {
    const rows = await tx.query(selectEnvironmentKeys, [environmentId]);
    const keys = openEnvironmentKeys(environmentId, masterKeys, rows);
    const stale = await tx.query(selectStaleDataKeys, [environmentId, keys.sealingVersion, REWRAP_BATCH]);
    for (const row of stale) {
      const moved = keys.rewrapDataKey({
        subjectId: row.subject_id,
        version: row.version,
        environmentKeyVersion: row.environment_key_version,
        wrapped: row.wrapped,
      });
      invariant(
        moved.environmentKeyVersion === keys.sealingVersion,
        'a moved data key is under the newest key',
      );
      tx.send(rewrapDataKey, [environmentId, row.subject_id, moved.environmentKeyVersion, moved.wrapped]);
    }
    return { commit: true, value: stale.length };
  });
}
