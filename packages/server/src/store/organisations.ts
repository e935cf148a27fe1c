/** Organisations and their environments. */
import type { EnvironmentMode } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import { insertDataKey } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { insertEnvironmentKey } from './environment-keys.ts';
import { newEnvironmentKey, openEnvironmentKeys } from './keyring.ts';
import type { MasterKeys } from './master-keys.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

export interface ListedEnvironment extends Environment {
  readonly organisationName: string;
}

/** An environment as those who manage it see it. */
export interface ManagedEnvironment extends Environment {
  readonly name: string;
  readonly returnOrigins: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
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

interface ManagedEnvironmentRow {
  readonly environment_id: string;
  readonly mode: EnvironmentMode;
  readonly name: string;
  readonly return_origins: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const selectOrganisations: Statement<{ readonly id: string; readonly name: string }> = {
  name: 'organisations',
  text: 'select * from switchyard.list_organisations()',
};

const selectOfOrganisation: Statement<ManagedEnvironmentRow> = {
  name: 'environments-of-organisation',
  text: 'select * from switchyard.organisation_environments($1, $2, $3)',
};

const selectOneOfOrganisation: Statement<ManagedEnvironmentRow> = {
  name: 'environment-of-organisation',
  text: 'select * from switchyard.organisation_environment($1, $2)',
};

const updateRow: Statement<never> = {
  name: 'environment-update',
  text: 'select switchyard.update_environment($1, $2, $3, $4, $5)',
};

const selectReturnOrigins: Statement<{ readonly return_origins: readonly string[] }> = {
  name: 'environment-return-origins',
  text: 'select switchyard.return_origins($1) as return_origins',
};

export async function createOrganisation(
  db: Database,
  organisation: { readonly id: string; readonly name: string; readonly createdAt: Date },
): Promise<void> {
  await db.call(createOrganisationRow, [organisation.id, organisation.name, organisation.createdAt]);
}

export async function createEnvironment(
  db: Database,
  masterKeys: MasterKeys,
  environment: NewEnvironment,
): Promise<void> {
  await db.transaction(environment.id, async (tx) => {
    insertEnvironment(tx, masterKeys, environment);
    return { commit: true, value: undefined };
  });
}

export type NewEnvironment = Environment & { readonly name: string; readonly createdAt: Date };

/**
 * An environment is whole from the first moment: its keys and its event counter come with it. The transaction is one of the
 * environment that is to be.
 */
export function insertEnvironment(
  tx: Transaction,
  masterKeys: MasterKeys,
  environment: NewEnvironment,
): void {
  const { id, organisationId, mode, name, createdAt } = environment;
  const rows = [
    newEnvironmentKey(id, masterKeys, 'seal', 1),
    newEnvironmentKey(id, masterKeys, 'fingerprint', 1),
  ];
  const keys = openEnvironmentKeys(id, masterKeys, rows);
  tx.send(createEnvironmentRow, [id, organisationId, mode, name, createdAt]);
  tx.send(insertCounter, [id]);
  for (const row of rows) insertEnvironmentKey(tx, row, createdAt);
  insertDataKey(tx, keys.newDataKey(id).row, createdAt);
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

export async function listOrganisations(
  db: Database,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return db.call(selectOrganisations, []);
}

/** Newest first. */
export async function listEnvironmentsOf(
  db: Database,
  organisationId: string,
  request: PageRequest,
): Promise<PageRows<ManagedEnvironment>> {
  const page = await readPage(request, {
    rows: (limit) => db.call(selectOfOrganisation, [organisationId, before(request), limit]),
    cursorExists: async (after) => (await findEnvironmentOf(db, organisationId, after)) !== undefined,
  });
  return page.ok ? { ...page, rows: page.rows.map((row) => managedOf(organisationId, row)) } : page;
}

export async function findEnvironmentOf(
  db: Database,
  organisationId: string,
  id: string,
): Promise<ManagedEnvironment | undefined> {
  const [row] = await db.call(selectOneOfOrganisation, [organisationId, id]);
  return row === undefined ? undefined : managedOf(organisationId, row);
}

export function updateEnvironment(tx: Transaction, environment: ManagedEnvironment): void {
  const { organisationId, id, name, returnOrigins, updatedAt } = environment;
  tx.send(updateRow, [organisationId, id, name, returnOrigins, updatedAt]);
}

/** Where the users of a live environment may be sent back to. */
export async function readReturnOrigins(db: Database, environmentId: string): Promise<readonly string[]> {
  const [row] = await db.call(selectReturnOrigins, [environmentId]);
  return row?.return_origins ?? [];
}

function managedOf(organisationId: string, row: ManagedEnvironmentRow): ManagedEnvironment {
  return {
    id: row.environment_id,
    organisationId,
    mode: row.mode,
    name: row.name,
    returnOrigins: row.return_origins,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
