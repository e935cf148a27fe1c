/**
 * TrueLayer: linking through its Data API, its directory of banks, Payments v3 to external accounts, and its webhooks. The
 * provider's words stay in `api/`; `translate.ts` turns them into ours.
 */
import type { RailModule } from '@switchyard/rail-kit';
import { createAuthApi } from './api/auth.ts';
import { createDataApi } from './api/data.ts';
import { createPaymentsApi } from './api/payments.ts';
import { createBankLink } from './bank-link.ts';
import { type TruelayerCredentials, truelayerCredentials } from './credentials.ts';
import { createInstitutions } from './institutions.ts';
import { createPayment } from './payment.ts';
import { createWebhook } from './webhook.ts';

export const truelayerRail: RailModule<TruelayerCredentials> = {
  rails: ['truelayer'],
  credentials: truelayerCredentials,
  secretKeys: ['client_secret', 'signing_private_key'],
  open({ credentials, ports }) {
    const auth = createAuthApi(credentials, ports);
    const data = createDataApi(credentials, ports);
    const payments = createPaymentsApi(credentials, { ...ports, auth });
    return {
      bankLink: createBankLink({ auth, data, now: ports.now }),
      institutions: createInstitutions({ auth, payments }),
      payment: createPayment({ payments, now: ports.now, contactEmail: credentials.user_contact_email }),
      webhook: createWebhook(credentials, ports),
    };
  },
};
