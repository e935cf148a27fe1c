import type { Account } from '../schemas/account.ts';
import { ids } from './ids.ts';

export const registeredAccount: Account = {
  id: ids.payeeAccount,
  object: 'account',
  source: 'registered',
  holderName: 'Grace Hopper',
  address: { scheme: 'iban', masked: 'DE****3000', country: 'DE' },
  assets: ['iso4217:EUR'],
  rails: [{ rail: 'truelayer', connection: ids.connection, roles: ['payout'] }],
  status: 'active',
  verification: { method: 'verification.vop', result: 'match', checkedAt: '2026-10-08T09:20:12.004Z' },
  fingerprint: 'fp_9b1f0c7ad35e48628c14e07f2b9d6a53',
  metadata: { supplier: '4711' },
  createdAt: '2026-10-08T09:20:10.552Z',
  updatedAt: '2026-10-08T09:20:12.019Z',
};

export const linkedAccount: Account = {
  id: ids.payerAccount,
  object: 'account',
  customer: ids.customer,
  source: 'linked',
  holderName: 'Ada Lovelace',
  address: { scheme: 'iban', masked: 'DE****1815', country: 'DE' },
  institution: ids.institution,
  assets: ['iso4217:EUR'],
  rails: [
    {
      rail: 'truelayer',
      connection: ids.connection,
      roles: ['bank-link', 'payment'],
      consentExpiresAt: '2027-01-06T09:15:31.940Z',
    },
  ],
  status: 'active',
  fingerprint: 'fp_27c4d90be1864fa3b05d7e9c1a8263f4',
  metadata: {},
  createdAt: '2026-10-08T09:15:31.940Z',
  updatedAt: '2026-10-08T09:15:31.940Z',
};
