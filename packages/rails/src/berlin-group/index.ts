import type { RailModule } from '@switchyard/rail-kit';
import { createApi } from './api.ts';
import { createBankLink } from './bank-link.ts';
import { type BerlinGroupCredentials, berlinGroupCredentials, CONSENT_DAYS_DEFAULT } from './credentials.ts';
import { createInstitutions } from './institutions.ts';
import { createPayment } from './payment.ts';

/**
 * The Berlin Group's NextGenPSD2 XS2A interface, as one bank offers it: consents and SEPA payments in the redirect approach.
 * Signing with a QSEAL certificate is not here, so banks that demand it cannot be connected; mutual TLS with a QWAC is
 * for the HTTP port, which takes no client certificate yet. The optional push of statuses is not used: banks are asked.
 */
export const berlinGroupRail: RailModule<BerlinGroupCredentials> = {
  rails: ['berlin-group-xs2a'],
  credentials: berlinGroupCredentials,
  secretKeys: [],
  open({ credentials, ports }) {
    const api = createApi(credentials, ports);
    const { base_url: baseUrl, bank_bic: ref, bank_name: name } = credentials;
    return {
      bankLink: createBankLink(
        api,
        {
          baseUrl,
          ref,
          name,
          asksOwnerName: credentials.asks_owner_name ?? true,
          consentDays: credentials.consent_days ?? CONSENT_DAYS_DEFAULT,
        },
        ports.now,
      ),
      institutions: createInstitutions(credentials),
      payment: createPayment(api, { baseUrl, ref, acspIsFinal: credentials.acsp_is_final ?? false }),
    };
  },
};
