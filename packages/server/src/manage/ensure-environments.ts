/** An organisation with a test and a live environment: what is missing of it is made, what is there stays as it is. */
import type { EnvironmentMode } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import type { IdPrefix } from '../domain/ids.ts';
import type { Database } from '../store/database.ts';
import type { MasterKeys } from '../store/master-keys.ts';
import {
  createEnvironment,
  createOrganisation,
  listEnvironments,
  listOrganisations,
} from '../store/organisations.ts';

export async function ensureEnvironments(
  deps: {
    readonly db: Database;
    readonly masterKeys: MasterKeys;
    readonly newId: (prefix: IdPrefix) => string;
  },
  organisationName: string,
  createdAt: Date,
): Promise<Readonly<Record<EnvironmentMode, Environment>>> {
  const { db, masterKeys, newId } = deps;
  const known = (await listOrganisations(db)).find(({ name }) => name === organisationName);
  const organisationId = known?.id ?? newId('org_');
  if (known === undefined)
    await createOrganisation(db, { id: organisationId, name: organisationName, createdAt });
  const present = await listEnvironments(db);
  const environmentOf = async (mode: EnvironmentMode): Promise<Environment> => {
    const found = present.find((listed) => listed.organisationId === organisationId && listed.mode === mode);
    if (found !== undefined) return found;
    const environment = { id: newId('env_'), organisationId, mode };
    await createEnvironment(db, masterKeys, { ...environment, name: mode, createdAt });
    return environment;
  };
  return { test: await environmentOf('test'), live: await environmentOf('live') };
}
