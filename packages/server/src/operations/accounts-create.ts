import type { InputOf } from '@switchyard/contract';
import type { PaytoAddress } from '@switchyard/payto';
import { assetsOf } from '../domain/account-assets.ts';
import { readAddress } from '../domain/address.ts';
import { fail } from '../domain/failure.ts';
import { presentAccount, presentAccountForEvent } from '../presenters/account.ts';
import { insertAccount } from '../store/accounts.ts';
import { findDataKey, insertDataKey } from '../store/data-keys.ts';
import type { Transaction, Writer } from '../store/database.ts';
import { insertEvent } from '../store/events.ts';
import type { Handler, Subject, Work, Written } from './operation.ts';

type Body = InputOf<'accounts.create'>['body'];

/** Registers account details that a payee gave. Registering an address again makes another account. */
export const createAccount: Handler<'accounts.create'> = {
  kind: 'write',
  blind(work, writer, { body }) {
    const parsed = readAddress(body.payto, work.call.environment.mode);
    // A customer's key must be read before anything can be sealed under it.
    if (!parsed.ok || body.customer !== undefined) return undefined;
    const id = work.deps.newId('acct_');
    return register(work, writer, { id, body, address: parsed.value, subject: ownSubject(work, writer, id) });
  },
  async run(work, tx, { body }) {
    const parsed = readAddress(body.payto, work.call.environment.mode);
    if (!parsed.ok) return parsed;
    const id = work.deps.newId('acct_');
    const subject =
      body.customer === undefined ? ownSubject(work, tx, id) : await customerSubject(work, tx, body.customer);
    if (subject === undefined) return fail('not_found', 'customer.not_found', { param: 'customer' });
    return { ok: true, value: register(work, tx, { id, body, address: parsed.value, subject }) };
  },
};

/** An account without a customer has a key of its own. */
function ownSubject({ call, keys }: Work, writer: Writer, id: string): Subject {
  const { dataKey, row } = keys.newDataKey(id);
  insertDataKey(writer, row, call.now);
  return { id, dataKey };
}

/** A customer's account is sealed under the customer's key. */
async function customerSubject({ keys }: Work, tx: Transaction, id: string): Promise<Subject | undefined> {
  const dataKey = await findDataKey(tx, keys, id);
  return dataKey === undefined ? undefined : { id, dataKey };
}

interface Registration {
  readonly id: string;
  readonly body: Body;
  readonly address: PaytoAddress;
  readonly subject: Subject;
}

function register(
  { deps, call, keys }: Work,
  writer: Writer,
  { id, body, address, subject }: Registration,
): Written<'accounts.create'> {
  const account = insertAccount(writer, keys, subject.dataKey, {
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
  insertEvent(writer, {
    id: deps.newId('evt_'),
    type: 'account.updated',
    objectId: account.id,
    object: presentAccountForEvent(account),
    cause: { requestId: call.requestId, actor: 'api' },
    apiVersion: call.apiVersion,
    createdAt: call.now,
  });
  return { output: presentAccount(account), subject };
}
