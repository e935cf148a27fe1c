/**
 * Makes a development service usable at once: an organisation with a test and a live environment, a key for each, and a
 * management token. What an earlier start made is kept; keys that were handed out before are handed out again.
 */
import { randomBytes } from 'node:crypto';
import { API_VERSION, type EnvironmentMode } from '@switchyard/engine';
import { formatApiKey, hashApiKey, SECRET_CHARS } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import { ensureEnvironments } from '../manage/ensure-environments.ts';
import { findApiKey, insertApiKey } from '../store/api-keys.ts';
import type { MasterKeys } from '../store/master-keys.ts';
import { ensureManageToken, type ManageTokenDeps } from './ensure-manage-token.ts';

export interface MoveInDeps extends ManageTokenDeps {
  readonly masterKeys: MasterKeys;
}

export interface MovedIn {
  readonly environments: Readonly<Record<EnvironmentMode, Environment>>;
  readonly keys: Record<EnvironmentMode, string>;
  readonly manageToken: string;
}

/** What an earlier start handed out, as far as it can still be read. */
export interface KeptSecrets {
  readonly test?: string;
  readonly live?: string;
  readonly manageToken?: string;
}

const ORGANISATION = 'Development';

export async function moveIn(deps: MoveInDeps, kept: KeptSecrets): Promise<MovedIn> {
  const environments = await ensureEnvironments(deps, ORGANISATION, new Date(deps.now()));
  const keyFor = async (mode: EnvironmentMode) =>
    (await isKeyOf(deps, environments[mode], kept[mode])) ?? issueKey(deps, environments[mode], kept[mode]);
  return {
    environments,
    keys: { test: await keyFor('test'), live: await keyFor('live') },
    manageToken: await ensureManageToken(deps, environments.test.organisationId, kept.manageToken),
  };
}

async function isKeyOf(
  deps: MoveInDeps,
  environment: Environment,
  text?: string,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const key = await findApiKey(deps.db, hashApiKey(deps.pepper, text));
  return key?.environmentId === environment.id ? text : undefined;
}

/** A kept key that the database does not know is registered again: somebody emptied the database, not the keys. */
async function issueKey(deps: MoveInDeps, environment: Environment, kept?: string): Promise<string> {
  const text = kept ?? formatApiKey(environment.mode, randomBytes(SECRET_CHARS));
  await deps.db.transaction(environment.id, async (tx) => {
    insertApiKey(tx, {
      id: deps.newId('key_'),
      label: 'Development',
      hint: text.slice(-4),
      hash: hashApiKey(deps.pepper, text),
      scopes: ['full'],
      apiVersion: API_VERSION,
      createdAt: new Date(deps.now()),
    });
    return { commit: true, value: undefined };
  });
  return text;
}
