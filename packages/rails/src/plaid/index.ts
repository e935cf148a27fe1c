/**
 * Plaid: linking in Europe and the US, payment initiation in Europe, transfers through the client's Plaid Ledger in the US.
 * What rides on Transfer is offered only where Plaid has enabled that product for the client.
 */
import type { Rail, RailModule } from '@switchyard/rail-kit';
import { createPlaidApi } from './api/client.ts';
import { createBankLink } from './bank-link.ts';
import { credentialsSchema, type PlaidCredentials } from './credentials.ts';
import { createInstitutionDirectory } from './institutions.ts';
import { createPayments } from './payment.ts';
import { createPayouts } from './payout.ts';
import { createTransit } from './transit.ts';
import { createWebhook } from './webhook.ts';

export const plaidRail: RailModule<PlaidCredentials> = {
  rails: ['plaid'],
  credentials: credentialsSchema,
  secretKeys: ['secret'],
  open({ credentials, ports }): Rail {
    const api = createPlaidApi(credentials, ports.http);
    const deps = { api, credentials, ports };
    return {
      bankLink: createBankLink(deps),
      institutions: createInstitutionDirectory(deps),
      payment: createPayments(deps),
      webhook: createWebhook({ api, now: ports.now }),
      ...(credentials.transfer === 'enabled'
        ? { payout: createPayouts(deps), transit: createTransit(deps) }
        : {}),
    };
  },
};
