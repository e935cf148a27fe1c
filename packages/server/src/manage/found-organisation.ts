/**
 * The beginning of a Switchyard in production: an organisation, its owner, a test and a live environment and a key to each. It
 * can be done once. The owner comes last: a founding that breaks off is simply begun again, and finds what it has made.
 */
import { randomBytes } from 'node:crypto';
import { Founding, firstProblem } from '@switchyard/contract';
import type { EnvironmentMode, Result } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import { type Failure, fail } from '../domain/failure.ts';
import type { IdPrefix } from '../domain/ids.ts';
import type { AuditSummary } from '../domain/manage/audit.ts';
import { FIRST_PASSWORD_CHARS, formatFirstPassword } from '../domain/manage/first-password.ts';
import { appendAuditEntry } from '../store/audit-log.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { MasterKeys } from '../store/master-keys.ts';
import { hasOwner } from '../store/operators.ts';
import { openOrganisationKeys } from '../store/organisation-keys.ts';
import { listOrganisations } from '../store/organisations.ts';
import { addOperator } from './add-operator.ts';
import { ensureEnvironments } from './ensure-environments.ts';
import { issueApiKey } from './issue-api-key.ts';
import { issueManagementToken } from './issue-management-token.ts';
import { hashPassword } from './password.ts';

export interface FoundingDeps {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  readonly pepper: Buffer;
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: () => number;
}

/** What was made. None of its secrets can be had again. */
export interface Founded {
  readonly organisation: { readonly id: string; readonly name: string };
  /** The password is there when it was made, and not given. */
  readonly owner: { readonly id: string; readonly email: string; readonly password?: string };
  readonly environments: Readonly<Record<EnvironmentMode, { readonly id: string; readonly apiKey: string }>>;
  /** An owner's. */
  readonly managementToken: string;
}

export async function foundOrganisation(
  deps: FoundingDeps,
  input: Founding,
): Promise<Result<Founded, Failure>> {
  const read = Founding.safeParse(input);
  if (!read.success) {
    const { param, key, vars } = firstProblem(read.error, input);
    return fail('invalid_request', key, { param, vars });
  }
  if (await hasAnyOwner(deps.db)) return fail('state_conflict', 'founding.owner_exists');
  const founding = read.data;
  const now = new Date(deps.now());
  const environments = await ensureEnvironments(deps, founding.organisation, now);
  const organisation = { id: environments.test.organisationId, name: founding.organisation };
  const keys = {
    test: await firstKey(deps, environments.test, now),
    live: await firstKey(deps, environments.live, now),
  };
  const owned = await addOwner(deps, organisation.id, founding, now);
  if (!owned.ok) return owned;
  return { ok: true, value: { organisation, environments: keys, ...owned.value } };
}

async function hasAnyOwner(db: Database): Promise<boolean> {
  for (const { id } of await listOrganisations(db)) if (await hasOwner(db, id)) return true;
  return false;
}

async function firstKey(deps: FoundingDeps, environment: Environment, now: Date) {
  const terms = { label: 'First key', scopes: ['full'], allowedAddresses: [] };
  return deps.db.transaction(environment.id, async (tx) => {
    const { key, secret } = issueApiKey(deps, tx, environment, terms, now);
    const { label, scopes } = terms;
    note(deps, tx, environment.organisationId, now, {
      action: 'apiKeys.create',
      environment: environment.id,
      subject: key.id,
      summary: { label, scopes },
    });
    return { commit: true, value: { id: environment.id, apiKey: secret } };
  });
}

async function addOwner(
  deps: FoundingDeps,
  organisationId: string,
  { email, name, password: given }: Founding,
  now: Date,
): Promise<Result<Pick<Founded, 'owner' | 'managementToken'>, Failure>> {
  const password = given ?? formatFirstPassword(randomBytes(FIRST_PASSWORD_CHARS));
  const [key, passwordHash] = await Promise.all([
    openOrganisationKeys(deps.db, deps.masterKeys).of(organisationId),
    hashPassword(deps.pepper, password),
  ]);
  const id = deps.newId('opr_');
  const profile = name === undefined ? { email } : { email, name };
  const role = 'owner';
  return deps.db.organisationTransaction<Result<Pick<Founded, 'owner' | 'managementToken'>, Failure>>(
    organisationId,
    async (tx) => {
      const operator = { id, role, profile, passwordHash, createdAt: now } as const;
      if (!(await addOperator(deps, tx, key, organisationId, operator)))
        return { commit: false, value: fail('state_conflict', 'operator.email_taken', { param: 'email' }) };
      const terms = { label: 'First token', role } as const;
      const { token, secret } = issueManagementToken(deps, tx, organisationId, terms, now);
      note(deps, tx, organisationId, now, { action: 'operators.create', subject: id, summary: { role } });
      note(deps, tx, organisationId, now, {
        action: 'managementTokens.create',
        subject: token.id,
        summary: { ...terms },
      });
      const owner = given === undefined ? { id, email, password } : { id, email };
      return { commit: true, value: { ok: true, value: { owner, managementToken: secret } } };
    },
  );
}

function note(
  deps: FoundingDeps,
  tx: Transaction,
  organisationId: string,
  createdAt: Date,
  what: {
    readonly action: string;
    readonly environment?: string;
    readonly subject: string;
    readonly summary: AuditSummary;
  },
): void {
  appendAuditEntry(tx, organisationId, {
    id: deps.newId('aud_'),
    actor: { type: 'system' },
    createdAt,
    ...what,
  });
}
