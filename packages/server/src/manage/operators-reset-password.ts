import { randomBytes } from 'node:crypto';
import { fail } from '../domain/failure.ts';
import { FIRST_PASSWORD_CHARS, formatFirstPassword } from '../domain/manage/first-password.ts';
import { endSessionsOf } from '../store/operator-sessions.ts';
import { changePasswordHash, lockOperator } from '../store/operators.ts';
import type { ManageHandler } from './operation.ts';
import { hashPassword } from './password.ts';
import { presentOperator } from './present-operator.ts';

export const resetPassword: ManageHandler<'operators.resetPassword'> = {
  kind: 'planned',
  async plan({ deps, caller, now }, { params }) {
    const organisationId = caller.organisation.id;
    const place = { organisationId, operatorId: params.id };
    const password = formatFirstPassword(randomBytes(FIRST_PASSWORD_CHARS));
    const [key, passwordHash] = await Promise.all([
      deps.organisationKeys.of(organisationId),
      hashPassword(deps.pepper, password),
    ]);
    return {
      ok: true,
      value: {
        async write(tx) {
          const operator = await lockOperator(tx, key, place);
          if (operator === undefined) return fail('not_found', 'operator.not_found', { param: 'id' });
          changePasswordHash(tx, place, { passwordHash, at: now });
          endSessionsOf(tx, organisationId, operator.id, { at: now });
          return {
            ok: true,
            value: {
              output: { ...presentOperator({ ...operator, updatedAt: now }), password },
              audit: { subject: operator.id, summary: {} },
            },
          };
        },
      },
    };
  },
};
