/** The versions of an environment's policy. In force is the one that was activated last; a draft never was. */
import type { Policy } from '@switchyard/engine';
import type { Database, Statement, Transaction } from './database.ts';
import { type PageRequest, type PageRows, readPage } from './page.ts';

export interface StoredPolicy {
  /** The version, as a cursor. */
  readonly id: string;
  readonly version: number;
  readonly body: Omit<Policy, 'version'>;
  readonly createdAt: Date;
  readonly activatedAt?: Date;
  readonly isActive: boolean;
}

interface PolicyRow {
  readonly version: number;
  readonly body: Omit<Policy, 'version'>;
  readonly created_at: Date;
  readonly activated_at: Date | null;
  readonly is_active: boolean;
}

const COLUMNS = `p.version, p.body, p.created_at, p.activated_at, p.version = (
    select a.version from switchyard.policy_version a where a.environment_id = $1 and a.activated_at is not null
    order by a.activated_at desc, a.version desc limit 1) as is_active`;

const selectPage: Statement<PolicyRow> = {
  name: 'policies-page',
  text: `select ${COLUMNS} from switchyard.policy_version p
    where p.environment_id = $1 and p.version < $2 order by p.version desc limit $3`,
};

const selectOne: Statement<PolicyRow> = {
  name: 'policy-by-version',
  text: `select ${COLUMNS} from switchyard.policy_version p where p.environment_id = $1 and p.version = $2`,
};

const insert: Statement<{ readonly version: number }> = {
  name: 'policy-draft',
  text: `insert into switchyard.policy_version (environment_id, version, body, created_at, activated_at)
    select $1, 1 + coalesce(max(version), 0), $2, $3, null from switchyard.policy_version where environment_id = $1
    returning version`,
};

const setActivated: Statement<never> = {
  name: 'policy-activate',
  text: `update switchyard.policy_version set activated_at = greatest($3, (
      select max(a.activated_at) + interval '1 microsecond' from switchyard.policy_version a where a.environment_id = $1))
    where environment_id = $1 and version = $2`,
};

const ABOVE_EVERY_VERSION = 2_147_483_647;

export async function listPolicies(
  db: Database,
  environmentId: string,
  page: PageRequest,
): Promise<PageRows<StoredPolicy>> {
  const after = page.after === undefined ? ABOVE_EVERY_VERSION : Number(page.after);
  return readPage(page, {
    rows: async (limit) =>
      (await db.read(environmentId, selectPage, [environmentId, after, limit])).map(policyOf),
    cursorExists: async () => (await findPolicy(db, environmentId, after)) !== undefined,
  });
}

export async function findPolicy(
  db: Database,
  environmentId: string,
  version: number,
): Promise<StoredPolicy | undefined> {
  const [row] = await db.read(environmentId, selectOne, [environmentId, version]);
  return row === undefined ? undefined : policyOf(row);
}

export async function readPolicy(tx: Transaction, version: number): Promise<StoredPolicy | undefined> {
  const [row] = await tx.query(selectOne, [tx.environmentId, version]);
  return row === undefined ? undefined : policyOf(row);
}

/** Answers its version. Whoever calls it holds the lock of the configuration. */
export async function insertPolicyDraft(
  tx: Transaction,
  body: StoredPolicy['body'],
  at: Date,
): Promise<number> {
  const [row] = await tx.query(insert, [tx.environmentId, JSON.stringify(body), at]);
  return row?.version ?? 0;
}

/** Also when a node whose clock is ahead has put another one into force a moment ago. */
export function putIntoForce(tx: Transaction, version: number, at: Date): void {
  tx.send(setActivated, [tx.environmentId, version, at]);
}

function policyOf({ version, body, created_at, activated_at, is_active }: PolicyRow): StoredPolicy {
  return {
    id: String(version),
    version,
    body,
    createdAt: created_at,
    ...(activated_at === null ? {} : { activatedAt: activated_at }),
    isActive: is_active,
  };
}
