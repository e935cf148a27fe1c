import { fail } from '../domain/failure.ts';
import { endSessionsOf } from '../store/operator-sessions.ts';
import { changePasswordHash, findPasswordHash } from '../store/operators.ts';
import type { ManageHandler } from './operation.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { presentOperator } from './present-operator.ts';

/** Whoever has got hold of a session does not have the password with it: the current one is asked for. */
export const changePassword: ManageHandler<'me.changePassword'> = {
  kind: 'planned',
  async plan({ deps, caller, now }, { body }) {
    if (caller.kind === 'token') return fail('state_conflict', 'session.none');
    const { id: session, organisation, operator } = caller;
    const waitS = await deps.signInWaitS({
      address: session,
      operator: operator.id,
      isKnown: async () => false,
    });
    if (waitS !== undefined) {
      const vars = { seconds: String(waitS) };
      return fail('rate_limited', 'sign_in.too_many', { vars, retryAfterS: waitS });
    }
    const place = { organisationId: organisation.id, operatorId: operator.id };
    const known = await findPasswordHash(deps.db, place);
    if (!(await verifyPassword(deps.pepper, known, body.currentPassword)))
      return fail('invalid_request', 'password.wrong', { param: 'currentPassword' });
    const passwordHash = await hashPassword(deps.pepper, body.newPassword);
    return {
      ok: true,
      value: {
        async write(tx) {
          changePasswordHash(tx, place, { passwordHash, at: now });
          endSessionsOf(tx, organisation.id, operator.id, { at: now, kept: session });
          return {
            ok: true,
            value: {
              output: presentOperator({ ...operator, updatedAt: now }),
              audit: { subject: operator.id, summary: {} },
            },
          };
        },
      },
    };
  },
};
