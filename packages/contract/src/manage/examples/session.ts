import type { Caller, Session } from '../schemas/session.ts';
import { manageIds } from './ids.ts';
import { owner } from './operator.ts';

export const session: Session = {
  id: manageIds.session,
  object: 'session',
  operator: owner,
  createdAt: '2026-10-09T14:28:41.770Z',
  idleExpiresAt: '2026-10-09T15:28:41.770Z',
  expiresAt: '2026-10-10T02:28:41.770Z',
};

export const caller: Caller = {
  object: 'caller',
  id: manageIds.session,
  role: 'owner',
  organisation: { id: manageIds.organisation, name: 'Analytical Payments' },
  operator: owner,
  expiresAt: session.expiresAt,
};
