import { assetsOf } from '../domain/account-assets.ts';
import { readAddress } from '../domain/address.ts';
import { fail } from '../domain/failure.ts';
import { presentAccount, presentAccountForEvent } from '../presenters/account.ts';
import { insertAccount } from '../store/accounts.ts';
import { findDataKey, insertDataKey } from '../store/data-keys.ts';
import type { Transaction } from '../store/database.ts';
import { insertEvent } from '../store/events.ts';
import type { Handler, Subject, Work } from './operation.ts';

/** Registers account details that a payee gave. Registering an address again makes another account. */
export const createAccount: Handler<'accounts.create'> = {
  kind: 'write',
  async run(work, tx, { body }) {
    const { deps, call, keys } = work;
    const parsed = readAddress(body.payto, call.environment.mode);
    if (!parsed.ok) return parsed;
    const address = parsed.value;
    const id = deps.newId('acct_');
    const subject = await subjectOf(work, tx, { id, customerId: body.customer });
    if (subject === undefined) return fail('not_found', 'customer.not_found', { param: 'customer' });
    const account = insertAccount(tx, keys, subject.dataKey, {
      id,
      ...(body.customer === undefined ? {} : { customerId: body.customer }),
      source: 'registered',
      status: 'active',
      scheme: address.scheme,
      masked: address.masked,
      ...(address.country === undefined ? {} : { country: address.country }),
      assets: assetsOf(address),
    
      details: { holderName: body.holderName, metadata: body.metadata ?? {} },
      payto: body.payto,
      normalized: address.normalized,
      createdAt: call.now,
      updatedAt: call.now,
    });
    insertEvent(tx, {
      id: deps.newId('evt_'),
      type: 'account.updated',
      objectId: account.id,
      object: presentAccountForEvent(account),
      cause: { requestId: call.requestId, actor: 'api' },
      apiVersion: call.apiVersion,
      createdAt: call.now,
    });
    return { ok: true, value: { output: presentAccount(account), subject } };
  },
};

/** A customer's account is sealed under the customer's key; one without a customer has a key of its own. */
async function subjectOf(
  { call, keys }: Work,
  tx: Transaction,
  account: { readonly id: string; readonly customerId: string | undefined },
): Promise<Subject | undefined> {
  if (account.customerId !== undefined) {
    const dataKey = await findDataKey(tx, keys, account.customerId);
    return dataKey === undefined ? undefined : { id: account.customerId, dataKey };
  }
  const { dataKey, row } = keys.newDataKey(account.id);
  insertDataKey(tx, row, call.now);
  return { id: account.id, dataKey };
}
