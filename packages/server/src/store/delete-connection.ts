/** Takes away a connection that nothing refers to, with all that is its own. For whoever holds the lock of its row. */
import { invariant } from '@switchyard/engine';
import type { Statement, Transaction } from './database.ts';

export interface ReferringToConnection {
  readonly payments: number;
  readonly linkSessions: number;
  readonly accounts: number;
  readonly findings: number;
  /** In which something was counted under one of its contracts. */
  readonly periods: number;
}

/** All of it is kept, whatever its age. Grants come from link sessions, and a wallet's sequence from legs. */
const countReferring: Statement<{
  readonly payments: number;
  readonly link_sessions: number;
  readonly accounts: number;
  readonly findings: number;
  readonly periods: number;
}> = {
  name: 'connection-referring',
  text: `select
    (select count(distinct l.payment_intent_id)::integer from switchyard.leg l
      where l.environment_id = $1 and l.connection_id = $2) as payments,
    (select count(*)::integer from switchyard.link_session s
      where s.environment_id = $1 and s.connection_id = $2) as link_sessions,
    (select count(*)::integer from switchyard.account_link a
      where a.environment_id = $1 and a.connection_id = $2) as accounts,
    (select count(*)::integer from switchyard.reconciliation_finding f
      where f.environment_id = $1 and f.connection_id = $2) as findings,
    (select count(*)::integer from switchyard.contract_usage u
      join switchyard.contract c on c.environment_id = $1 and c.id = u.contract_id
      where u.environment_id = $1 and c.connection_id = $2) as periods`,
};

const OWN_TABLES = [
  'price',
  'contract',
  'connection_credentials',
  'provider_directory',
  'provider_notice',
  'reconciliation',
] as const;

const REMOVALS = Object.fromEntries(
  OWN_TABLES.map((table) => [
    table,
    {
      name: `connection-remove-${table}`,
      text: `delete from switchyard.${table} where environment_id = $1 and connection_id = $2`,
    },
  ]),
) as Readonly<Record<(typeof OWN_TABLES)[number], Statement<never>>>;

/** What global tables have of it: the path of its webhooks, and its jobs. */
const forget: Statement<never> = {
  name: 'connection-forget',
  text: 'select switchyard.forget_connection($1, $2)',
};

const remove: Statement<never> = {
  name: 'connection-remove',
  text: 'delete from switchyard.connection where environment_id = $1 and id = $2',
};

export async function countReferringTo(tx: Transaction, id: string): Promise<ReferringToConnection> {
  const [row] = await tx.query(countReferring, [tx.environmentId, id]);
  invariant(row !== undefined, 'a count is one row');
  const { link_sessions, ...rest } = row;
  return { ...rest, linkSessions: link_sessions };
}

export function deleteConnection(tx: Transaction, id: string): void {
  for (const statement of [...Object.values(REMOVALS), forget, remove])
    tx.send(statement, [tx.environmentId, id]);
}
