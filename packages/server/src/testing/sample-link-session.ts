import type { LinkSession } from '../domain/link-session/link-session.ts';

export const SAMPLE_EXPIRES_MS = 1_800_000;

/** A session that waits for its user, with whatever a test wants to be otherwise. Nothing but tests imports this. */
export function sampleLinkSession(
  fields: Partial<Omit<LinkSession, 'details'>> & { readonly details?: Partial<LinkSession['details']> } = {},
): LinkSession {
  const { details, ...rest } = fields;
  return {
    id: 'lnk_1',
    customerId: 'cus_1',
    country: 'GB',
    rail: 'truelayer',
    connectionId: 'con_1',
    channel: 'web',
    status: 'requires_action',
    explanation: { key: 'link_session.forced', vars: {}, message: 'It was asked for.' },
    candidates: [],
    accountIds: [],
    revision: 1,
    expiresAt: new Date(SAMPLE_EXPIRES_MS),
    createdAt: new Date(0),
    updatedAt: new Date(0),
    ...rest,
    details: {
      phase: 'waiting',
      key: '00000000-0000-4000-8000-000000000000',
      user: 'cus_1',
      state: 'the-state-of-the-session',
      returnUri: 'https://shop.example/return',
      memo: { at: 'start' },
      action: { type: 'redirect', url: 'https://bank.example' },
      ...details,
    },
  };
}
