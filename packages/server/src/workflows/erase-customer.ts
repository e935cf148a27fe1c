/**
 * Erases a customer: what is personal is gone for good, in this transaction; the log keeps its order, and the payments keep their
 * amounts. While something of theirs is under way it is refused, because it could not be finished without what is erased.
 */
import { API_VERSION, invariant, type Result } from '@switchyard/engine';
import type { EventCause } from '../domain/event.ts';
import { type Failure, fail } from '../domain/failure.ts';
import { presentAccountForEvent } from '../presenters/account.ts';
import { loadAccount } from '../store/accounts.ts';
import type { Transaction } from '../store/database.ts';
import {
  destroyCustomer,
  findOpenLink,
  findOpenPayment,
  listAccountIds,
  lockForErasure,
} from '../store/erasure.ts';
import { insertEvent } from '../store/events.ts';
import type { EnvironmentKeys } from '../store/keyring.ts';
import type { WorkflowDeps } from './deps.ts';

export interface Erasure {
  readonly customerId: string;
  readonly at: Date;
  readonly cause: EventCause;
}

/** Answers the accounts that were closed by it. On a refusal nothing has been written. */
export async function eraseCustomer(
  deps: Pick<WorkflowDeps, 'newId'>,
  tx: Transaction,
  keys: EnvironmentKeys,
  { customerId, at, cause }: Erasure,
): Promise<Result<{ readonly accounts: readonly string[] }, Failure>> {
  if (!(await lockForErasure(tx, customerId)))
    return fail('not_found', 'customer.not_found', { param: 'id' });
  const paymentIntent = await findOpenPayment(tx, customerId);
  if (paymentIntent !== undefined)
    return fail('state_conflict', 'customer.payment_open', { vars: { paymentIntent } });
  const linkSession = await findOpenLink(tx, customerId);
  if (linkSession !== undefined)
    return fail('state_conflict', 'customer.link_open', { vars: { linkSession } });
  const accounts = await listAccountIds(tx, customerId);
  for (const accountId of accounts) await tellOfClosing(deps, tx, keys, accountId, { at, cause });
  destroyCustomer(tx, customerId, at);
  return { ok: true, value: { accounts } };
}

/** As it was, but closed: whoever listens must not go on using it. */
async function tellOfClosing(
  deps: Pick<WorkflowDeps, 'newId'>,
  tx: Transaction,
  keys: EnvironmentKeys,
  accountId: string,
  { at, cause }: Omit<Erasure, 'customerId'>,
): Promise<void> {
  const account = await loadAccount(tx, keys, accountId);
  invariant(account !== undefined, 'an account of a customer who is not erased yet can be read');
  if (account.status === 'closed') return;
  insertEvent(tx, {
    id: deps.newId('evt_'),
    type: 'account.updated',
    objectId: accountId,
    object: presentAccountForEvent({ ...account, status: 'closed', rails: [], updatedAt: at }),
    previous: { status: account.status },
    cause,
    apiVersion: API_VERSION,
    createdAt: at,
  });
}
