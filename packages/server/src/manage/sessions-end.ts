import { fail } from '../domain/failure.ts';
import { endSession as endStoredSession } from '../store/operator-sessions.ts';
import type { ManageHandler } from './operation.ts';

export const endSession: ManageHandler<'sessions.end'> = {
  kind: 'write',
  async run({ caller, now }, tx) {
    if (caller.kind === 'token') return fail('state_conflict', 'session.none');
    endStoredSession(tx, caller.organisation.id, caller.id, now);
    return {
      ok: true,
      value: {
        output: { object: 'signed_out' },
        audit: { subject: caller.id, summary: {} },
        session: 'ended',
      },
    };
  },
};
