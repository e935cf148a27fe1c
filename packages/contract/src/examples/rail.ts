import type { Rail } from '../schemas/rail.ts';

export const rail: Rail = {
  id: 'truelayer',
  name: 'TrueLayer',
  kind: 'pisp-aggregator',
  status: 'integrated',
  summary: 'Open-banking payments and account data in the United Kingdom and the European Union.',
  website: 'https://truelayer.com',
  roles: ['bank-link', 'institution-directory', 'payment', 'payout', 'webhook'],
  countries: ['DE', 'ES', 'FR', 'GB', 'IE'],
  schemes: ['iban', 'gb-scan'],
  custody: ['none', 'provider-for-user'],
  regulated: 'TrueLayer, as a payment institution, initiates the payment; you need no licence of your own.',
  onboarding: {
    sandbox: 'self-serve',
    production: 'contract',
    notes: 'Live access after a compliance review.',
  },
  credentials: [
    { key: 'clientId', secret: false, description: 'Client id from the TrueLayer console.' },
    { key: 'clientSecret', secret: true, description: 'Client secret from the TrueLayer console.' },
    { key: 'signingKey', secret: true, description: 'Private key that signs payment requests.' },
  ],
  capabilities: [
    {
      id: 'banking.pis.single',
      countries: ['DE', 'FR', 'GB'],
      status: 'integrated',
      source: 'https://docs.truelayer.com',
      checkedAt: '2026-09-30',
    },
  ],
};
