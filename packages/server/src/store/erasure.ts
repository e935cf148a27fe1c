/**
 * Erasing a customer. Destroying the data key makes everything that was sealed under it unreadable, for good; what stands beside
 * it in the clear and could tell who it was is blanked. The rows stay, because payments and events refer to their ids.
 */
import type { Statement, Transaction } from './database.ts';

const lockKey: Statement<{ readonly subject_id: string }> = {
  name: 'erase-lock-key',
  text: `select k.subject_id from switchyard.data_key k
    join switchyard.customer c on c.environment_id = k.environment_id and c.id = k.subject_id
    where k.environment_id = $1 and k.subject_id = $2 and k.wrapped is not null for update of k`,
};

const selectOpenPayment: Statement<{ readonly id: string }> = {
  name: 'erase-open-payment',
  text: `select p.id from switchyard.payment_intent p
    where p.environment_id = $1 and p.status in ('requires_action', 'processing')
      and (p.customer_id = $2 or exists (select from switchyard.account a
        where a.environment_id = p.environment_id and a.id in (p.from_account_id, p.to_account_id) and a.customer_id = $2))
    order by p.id limit 1`,
};

const selectOpenLink: Statement<{ readonly id: string }> = {
  name: 'erase-open-link',
  text: `select id from switchyard.link_session
    where environment_id = $1 and customer_id = $2 and status in ('requires_action', 'processing') order by id limit 1`,
};

const selectAccounts: Statement<{ readonly id: string }> = {
  name: 'erase-accounts',
  text: 'select id from switchyard.account where environment_id = $1 and customer_id = $2 order by id',
};

const blankAccounts: Statement<never> = {
  name: 'erase-blank-accounts',
  text: `update switchyard.account set status = 'closed', masked = '', country = null, institution_id = null,
      fingerprint = '', details = '', address = '', updated_at = $3
    where environment_id = $1 and customer_id = $2`,
};

const revokeGrants: Statement<never> = {
  name: 'erase-revoke-grants',
  text: `update switchyard.link_grant g set status = 'revoked', secret = '', updated_at = $3
    from switchyard.account a join switchyard.account_link l on l.environment_id = a.environment_id and l.account_id = a.id
    where a.environment_id = $1 and a.customer_id = $2 and g.environment_id = l.environment_id and g.id = l.grant_id`,
};

const blankCustomer: Statement<never> = {
  name: 'erase-blank-customer',
  text: `update switchyard.customer set external_id = null, country = null, profile = ''
    where environment_id = $1 and id = $2`,
};

const destroyKey: Statement<never> = {
  name: 'erase-destroy-key',
  text: `update switchyard.data_key set wrapped = null, destroyed_at = $3 where environment_id = $1 and subject_id = $2`,
};

/** Until the transaction ends nothing more is written for this customer. False when there is none, or it is erased already. */
export async function lockForErasure(tx: Transaction, customerId: string): Promise<boolean> {
  return (await tx.query(lockKey, [tx.environmentId, customerId])).length === 1;
}

export async function findOpenPayment(tx: Transaction, customerId: string): Promise<string | undefined> {
  return (await tx.query(selectOpenPayment, [tx.environmentId, customerId]))[0]?.id;
}

export async function findOpenLink(tx: Transaction, customerId: string): Promise<string | undefined> {
  return (await tx.query(selectOpenLink, [tx.environmentId, customerId]))[0]?.id;
}

export async function listAccountIds(tx: Transaction, customerId: string): Promise<readonly string[]> {
  return (await tx.query(selectAccounts, [tx.environmentId, customerId])).map(({ id }) => id);
}

export function destroyCustomer(tx: Transaction, customerId: string, at: Date): void {
  tx.send(blankAccounts, [tx.environmentId, customerId, at]);
  tx.send(revokeGrants, [tx.environmentId, customerId, at]);
  tx.send(blankCustomer, [tx.environmentId, customerId]);
  tx.send(destroyKey, [tx.environmentId, customerId, at]);
}
