/**
 * The keyring: how a sealed column is reached from the master key.
 *
 *   master key ─wraps→ environment key (version n) ─wraps→ data key of a subject ─seals→ columns
 *
 * A subject is a customer, an account that belongs to none, or the environment itself. Unwrapped environment keys are held in memory;
 * unwrapped data keys only for as long as a request needs them, so that a destroyed key is gone at once.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { invariant } from '@switchyard/engine';
import type { Database, Statement } from './database.ts';
import { findMasterKey, type MasterKeys } from './master-keys.ts';
import { createRandomPool, type RandomBytes } from './random-pool.ts';
import { KEY_BYTES, open, type Place, seal } from './sealing.ts';

/** A data key as its row holds it. */
export interface WrappedDataKey {
  readonly subjectId: string;
  readonly version: number;
  readonly environmentKeyVersion: number;
  readonly wrapped: Buffer;
}

/** A data key ready for use, and where its sealed columns belong. */
export interface DataKey {
  seal(table: string, column: string, row: string, plain: Buffer): Buffer;
  open(table: string, column: string, row: string, sealed: Buffer): Buffer;
}

export interface EnvironmentKeys {
  readonly environmentId: string;
  newDataKey(subjectId: string): { readonly dataKey: DataKey; readonly row: WrappedDataKey };
  openDataKey(row: WrappedDataKey): DataKey;
  /** The same data key under the newest sealing key. */
  rewrapDataKey(row: WrappedDataKey): WrappedDataKey;
  readonly sealingVersion: number;
  fingerprint(purpose: FingerprintPurpose, text: string): Buffer;
}

export type FingerprintPurpose = 'address' | 'idempotency' | 'provider_ref';

export interface Keyring {
  of(environmentId: string): Promise<EnvironmentKeys>;
  /** Drops what is held in memory; the next use reads it anew. */
  forget(environmentId: string): void;
}

/** Another node has rotated the environment's key since this one read it: forget what is held, and read anew. */
export class UnknownKeyVersion extends Error {
  readonly environmentId: string;
  constructor(environmentId: string) {
    super('A data key is wrapped by a version of the environment key that is not held');
    this.environmentId = environmentId;
  }
}

export interface EnvironmentKeyRow {
  readonly purpose: 'seal' | 'fingerprint';
  readonly version: number;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

export const selectEnvironmentKeys: Statement<EnvironmentKeyRow> = {
  name: 'environment-keys',
  text: `select purpose, version, master_key_id, wrapped from switchyard.environment_key
    where environment_id = $1 order by purpose, version`,
};

export function openKeyring(db: Database, masterKeys: MasterKeys): Keyring {
  const held = new Map<string, Promise<EnvironmentKeys>>();
  const load = async (environmentId: string): Promise<EnvironmentKeys> => {
    const rows = await db.read(environmentId, selectEnvironmentKeys, [environmentId]);
    return openEnvironmentKeys(environmentId, masterKeys, rows);
  };
  return {
    of(environmentId) {
      const present = held.get(environmentId);
      if (present !== undefined) return present;
      const loading = load(environmentId);
      held.set(environmentId, loading);
      // A failed read must not be remembered.
      loading.catch(() => held.delete(environmentId));
      return loading;
    },
    forget: (environmentId) => void held.delete(environmentId),
  };
}

/** A new key of an environment: its first ones when it is created, later versions when it is rotated. */
export function newEnvironmentKey(
  environmentId: string,
  masterKeys: MasterKeys,
  purpose: EnvironmentKeyRow['purpose'],
  version: number,
): EnvironmentKeyRow {
  return wrapEnvironmentKey(environmentId, masterKeys, { purpose, version, key: randomBytes(KEY_BYTES) });
}

export function wrapEnvironmentKey(
  environmentId: string,
  masterKeys: MasterKeys,
  { purpose, version, key }: { purpose: EnvironmentKeyRow['purpose']; version: number; key: Buffer },
): EnvironmentKeyRow {
  const place = environmentKeyPlace(environmentId, purpose, version);
  const wrapped = seal(randomBytes, masterKeys.current.key, place, key);
  return { purpose, version, master_key_id: masterKeys.current.id, wrapped };
}

function environmentKeyPlace(environmentId: string, purpose: string, version: number): Place {
  return { environmentId, table: 'environment_key', column: 'wrapped', row: purpose, keyVersion: version };
}

export function unwrapEnvironmentKey(
  environmentId: string,
  masterKeys: MasterKeys,
  row: EnvironmentKeyRow,
): Buffer {
  const master = findMasterKey(masterKeys, row.master_key_id);
  invariant(
    master !== undefined,
    `master key ${row.master_key_id}, which wraps an environment's key, is configured`,
  );
  return open(master.key, environmentKeyPlace(environmentId, row.purpose, row.version), row.wrapped);
}

export function openEnvironmentKeys(
  environmentId: string,
  masterKeys: MasterKeys,
  rows: readonly EnvironmentKeyRow[],
): EnvironmentKeys {
  const random = createRandomPool();
  const unwrapped = rows.map((row) => ({
    ...row,
    key: createSecretKey(unwrapEnvironmentKey(environmentId, masterKeys, row)),
  }));
  const sealing = new Map(
    unwrapped.filter((row) => row.purpose === 'seal').map((row) => [row.version, row.key]),
  );
  const currentVersion = Math.max(...sealing.keys());
  const current = sealing.get(currentVersion);
  const fingerprintKey = unwrapped.find((row) => row.purpose === 'fingerprint')?.key;
  invariant(
    current !== undefined && fingerprintKey !== undefined,
    'an environment has its keys from its first day',
  );

  const wrap = (subjectId: string, version: number, key: Buffer): WrappedDataKey => ({
    subjectId,
    version,
    environmentKeyVersion: currentVersion,
    wrapped: seal(random, current, dataKeyPlace(environmentId, subjectId, currentVersion), key),
  });
  const unwrap = (row: WrappedDataKey): Buffer => {
    const wrapping = sealing.get(row.environmentKeyVersion);
    if (wrapping === undefined) throw new UnknownKeyVersion(environmentId);
    return open(wrapping, dataKeyPlace(environmentId, row.subjectId, row.environmentKeyVersion), row.wrapped);
  };

  return {
    environmentId,
    sealingVersion: currentVersion,
    newDataKey(subjectId) {
      const key = random(KEY_BYTES);
      const row = wrap(subjectId, 1, key);
      return { dataKey: dataKey(random, environmentId, createSecretKey(key), row.version), row };
    },
    openDataKey: (row) => dataKey(random, environmentId, unwrap(row), row.version),
    rewrapDataKey: (row) => wrap(row.subjectId, row.version, unwrap(row)),
    fingerprint: (purpose, text) =>
      createHmac('sha256', fingerprintKey).update(`${purpose}\n${text}`).digest(),
  };
}

function dataKeyPlace(environmentId: string, subjectId: string, environmentKeyVersion: number): Place {
  return {
    environmentId,
    table: 'data_key',
    column: 'wrapped',
    row: subjectId,
    keyVersion: environmentKeyVersion,
  };
}

/** `environmentId` is the place sealed values are bound to; for what belongs to an organisation, that organisation. */
export function dataKey(
  random: RandomBytes,
  environmentId: string,
  key: Buffer | KeyObject,
  keyVersion: number,
): DataKey {
  return {
    seal: (table, column, row, plain) =>
      seal(random, key, { environmentId, table, column, row, keyVersion }, plain),
    open: (table, column, row, sealed) =>
      open(key, { environmentId, table, column, row, keyVersion }, sealed),
  };
}
