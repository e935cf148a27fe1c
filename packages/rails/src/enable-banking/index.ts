import type { RailModule } from '@switchyard/rail-kit';
import { createApi } from './api.ts';
import { createBankLink } from './bank-link.ts';
import {
  CONSENT_DAYS_DEFAULT,
  type EnableBankingCredentials,
  enableBankingCredentials,
} from './credentials.ts';
import { createInstitutions } from './institutions.ts';
import { createPayment } from './payment.ts';

/**
 * Enable Banking: linking and SEPA payments at European banks, by redirect.
 *
 * There is no webhook role: the provider signs its webhooks in a way that is published, but what a webhook's body
 * holds is not, and a guess would be worse than polling.
 */
export const enableBankingRail: RailModule<EnableBankingCredentials> = {
  rails: ['enable-banking'],
  credentials: enableBankingCredentials,
  secretKeys: ['private_key'],
  open({ credentials, ports }) {
    const api = createApi(credentials, ports);
    return {
      bankLink: createBankLink(api, {
        now: ports.now,
        consentDays: credentials.consent_days ?? CONSENT_DAYS_DEFAULT,
      }),
      institutions: createInstitutions(api),
      payment: createPayment(api),
    };
  },
};
