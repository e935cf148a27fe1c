import { eraseCustomer as erase } from '../workflows/erase-customer.ts';
import type { ManageHandler } from './operation.ts';

/** The entry in the audit log names the customer by an id that leads nowhere any more. */
export const eraseCustomer: ManageHandler<'customers.erase'> = {
  kind: 'write',
  async run({ deps, environment, requestId, now }, tx, { params }) {
    const keys = await deps.keyring.of(environment.id);
    const cause = { requestId, actor: 'operator' } as const;
    const erased = await erase(deps, tx, keys, { customerId: params.id, at: now, cause });
    if (!erased.ok) return erased;
    const closedAccounts = erased.value.accounts.length;
    return {
      ok: true,
      value: {
        output: {
          object: 'erasure',
          customer: params.id,
          closedAccounts,
          erasedAt: now.toISOString(),
        },
        audit: { subject: params.id, summary: { closedAccounts } },
      },
    };
  },
};
