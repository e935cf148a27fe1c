/** Organisations and their environments: written when somebody moves in, then only read. */
import type { EnvironmentMode } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import { insertDataKey } from './data-keys.ts';
import type { Database, Statement } from './database.ts';
import { insertEnvironmentKey } from './environment-keys.ts';
import { newEnvironmentKey, openEnvironmentKeys } from './keyring.ts';
import type { MasterKeys } from './master-keys.ts';

export interface ListedEnvironment extends Environment {
  readonly organisationName: string;
}

interface EnvironmentRow {
  readonly environment_id: string;
  readonly organisation_id: string;
  readonly organisation_name: string;
  readonly mode: EnvironmentMode;
}

const createOrganisationRow: Statement<never> = {
  name: 'organisation-create',
  text: 'select switchyard.create_organisation($1, $2, $3)',
};

const createEnvironmentRow: Statement<never> = {
  name: 'environment-create',
  text: 'select switchyard.create_environment($1, $2, $3, $4, $5)',
};

const insertCounter: Statement<never> = {
  name: 'event-counter-insert',
  text: 'insert into switchyard.event_counter (environment_id) values ($1)',
};

const selectEnvironments: Statement<EnvironmentRow> = {
  name: 'environments',
  text: 'select * from switchyard.list_environments()',
};

export async function createOrganisation(
  db: Database,
  organisation: { readonly id: string; readonly name: string; readonly createdAt: Date },
): Promise<void> {
  await db.call(createOrganisationRow, [organisation.id, organisation.name, organisation.createdAt]);
}

/** An environment is whole from the first moment: its keys and its event counter come with it. */
export async function createEnvironment(
  db: Database,
  masterKeys: MasterKeys,
  environment: Environment & { readonly name: string; readonly createdAt: Date },
): Promise<void> {
  const { id, organisationId, mode, name, createdAt } = environment;
  const rows = [
    newEnvironmentKey(id, masterKeys, 'seal', 1),
    newEnvironmentKey(id, masterKeys, 'fingerprint', 1),
  ];
  const keys = openEnvironmentKeys(id, masterKeys, rows);
  await db.transaction(id, async (tx) => {
    tx.send(createEnvironmentRow, [id, organisationId, mode, name, createdAt]);
    tx.send(insertCounter, [id]);
    for (const row of rows) insertEnvironmentKey(tx, row, createdAt);
    insertDataKey(tx, keys.newDataKey(id).row, createdAt);
    return { commit: true, value: undefined };
  });
}

export async function listEnvironments(db: Database): Promise<readonly ListedEnvironment[]> {
  const rows = await db.call(selectEnvironments, []);
  return rows.map((row) => ({
    id: row.environment_id,
    organisationId: row.organisation_id,
    organisationName: row.organisation_name,
    mode: row.mode,
  }));
}
