import type { LinkSession } from '../schemas/link-session.ts';
import { institutionPolicy } from './explanations.ts';
import { ids } from './ids.ts';

export const linkSession: LinkSession = {
  id: ids.linkSession,
  object: 'link_session',
  customer: ids.customer,
  country: 'DE',
  institution: ids.institution,
  rail: 'truelayer',
  connection: ids.connection,
  channel: 'web',
  status: 'requires_action',
  action: { type: 'redirect', url: 'https://auth.truelayer.com/session/6f2c41d8' },
  accounts: [],
  explanation: institutionPolicy,
  returnUri: 'https://shop.example/banks/return',
  expiresAt: '2026-10-08T09:44:02.771Z',
  createdAt: '2026-10-08T09:14:02.771Z',
  updatedAt: '2026-10-08T09:14:03.105Z',
};

const { action: _, ...withoutAction } = linkSession;

export const completedLinkSession: LinkSession = {
  ...withoutAction,
  status: 'completed',
  accounts: [ids.payerAccount],
  updatedAt: '2026-10-08T09:15:31.940Z',
};
