/**
 * The key of an organisation, which seals what its operators are called. It is made when it is first needed, and wrapped by
 * the master key as the keys of environments are.
 */
import { randomBytes } from 'node:crypto';
import { invariant } from '@switchyard/engine';
import type { Database, Statement } from './database.ts';
import { type DataKey, dataKey } from './keyring.ts';
import { findMasterKey, type MasterKeys } from './master-keys.ts';
import { KEY_BYTES, open, type Place, seal } from './sealing.ts';

export interface OrganisationKeys {
  of(organisationId: string): Promise<DataKey>;
}

interface KeyRow {
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

const selectKey: Statement<KeyRow> = {
  name: 'organisation-key',
  text: 'select master_key_id, wrapped from switchyard.organisation_key where organisation_id = $1',
};

const insertUnlessThere: Statement<never> = {
  name: 'organisation-key-insert',
  text: `insert into switchyard.organisation_key (organisation_id, master_key_id, wrapped, created_at)
    values ($1, $2, $3, now()) on conflict (organisation_id) do nothing`,
};

const rewrapKey: Statement<never> = {
  name: 'organisation-key-rewrap',
  text: 'update switchyard.organisation_key set master_key_id = $2, wrapped = $3 where organisation_id = $1',
};

const KEY_VERSION = 1;

export function openOrganisationKeys(db: Database, masterKeys: MasterKeys): OrganisationKeys {
  const held = new Map<string, Promise<DataKey>>();
  const load = async (organisationId: string): Promise<DataKey> => {
    const row = (await readKey(db, organisationId)) ?? (await makeKey(db, masterKeys, organisationId));
    return dataKey(randomBytes, organisationId, unwrap(masterKeys, organisationId, row), KEY_VERSION);
  };
  return {
    of(organisationId) {
      const present = held.get(organisationId);
      if (present !== undefined) return present;
      const loading = load(organisationId);
      held.set(organisationId, loading);
      // A failed read must not be remembered.
      loading.catch(() => held.delete(organisationId));
      return loading;
    },
  };
}

/** Wraps the organisation's key under the current master key, and says whether it was under another. */
export async function rewrapOrganisationKey(
  db: Database,
  masterKeys: MasterKeys,
  organisationId: string,
): Promise<boolean> {
  return db.organisationTransaction(organisationId, async (tx) => {
    const [row] = await tx.query(selectKey, [organisationId]);
    if (row === undefined || row.master_key_id === masterKeys.current.id)
      return { commit: false, value: false };
    const moved = wrap(masterKeys, organisationId, unwrap(masterKeys, organisationId, row));
    tx.send(rewrapKey, [organisationId, moved.master_key_id, moved.wrapped]);
    return { commit: true, value: true };
  });
}

async function readKey(db: Database, organisationId: string): Promise<KeyRow | undefined> {
  const [row] = await db.readOfOrganisation(organisationId, selectKey, [organisationId]);
  return row;
}

/** Whoever comes first makes it; the others find it. */
async function makeKey(db: Database, masterKeys: MasterKeys, organisationId: string): Promise<KeyRow> {
  const made = wrap(masterKeys, organisationId, randomBytes(KEY_BYTES));
  await db.organisationTransaction(organisationId, async (tx) => {
    tx.send(insertUnlessThere, [organisationId, made.master_key_id, made.wrapped]);
    return { commit: true, value: undefined };
  });
  const row = await readKey(db, organisationId);
  invariant(row !== undefined, 'an organisation has its key once it was made');
  return row;
}

function wrap(masterKeys: MasterKeys, organisationId: string, key: Buffer): KeyRow {
  const { id, key: master } = masterKeys.current;
  return { master_key_id: id, wrapped: seal(randomBytes, master, placeOf(organisationId), key) };
}

function unwrap(masterKeys: MasterKeys, organisationId: string, row: KeyRow): Buffer {
  const master = findMasterKey(masterKeys, row.master_key_id);
  invariant(
    master !== undefined,
    `master key ${row.master_key_id}, which wraps an organisation's key, is configured`,
  );
  return open(master.key, placeOf(organisationId), row.wrapped);
}

function placeOf(organisationId: string): Place {
  return {
    environmentId: organisationId,
    table: 'organisation_key',
    column: 'wrapped',
    row: organisationId,
    keyVersion: KEY_VERSION,
  };
}
