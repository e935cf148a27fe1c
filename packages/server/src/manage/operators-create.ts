import { randomBytes } from 'node:crypto';
import { fail } from '../domain/failure.ts';
import { FIRST_PASSWORD_CHARS, formatFirstPassword } from '../domain/manage/first-password.ts';
import { addOperator } from './add-operator.ts';
import type { ManageHandler } from './operation.ts';
import { hashPassword } from './password.ts';
import { presentOperator } from './present-operator.ts';

export const createOperator: ManageHandler<'operators.create'> = {
  kind: 'planned',
  async plan({ deps, caller, now }, { body }) {
    const { email, name, role } = body;
    const organisationId = caller.organisation.id;
    const password = formatFirstPassword(randomBytes(FIRST_PASSWORD_CHARS));
    const [key, passwordHash] = await Promise.all([
      deps.organisationKeys.of(organisationId),
      hashPassword(deps.pepper, password),
    ]);
    const operator = {
      id: deps.newId('opr_'),
      role,
      status: 'active',
      profile: name === undefined ? { email } : { email, name },
      createdAt: now,
      updatedAt: now,
    } as const;
    return {
      ok: true,
      value: {
        async write(tx) {
          const added = await addOperator(deps, tx, key, organisationId, { ...operator, passwordHash });
          if (!added) return fail('state_conflict', 'operator.email_taken', { param: 'email' });
          return {
            ok: true,
            value: {
              output: { ...presentOperator(operator), password },
              audit: { subject: operator.id, summary: { role } },
            },
          };
        },
      },
    };
  },
};
