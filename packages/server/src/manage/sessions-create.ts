import { randomBytes } from 'node:crypto';
import { invariant } from '@switchyard/engine';
import { fail } from '../domain/failure.ts';
import { formatSessionSecret, hashEmail, hashPlace } from '../domain/manage/management-secrets.ts';
import type { Operator } from '../domain/manage/operator.ts';
import { hashSecret, SECRET_CHARS } from '../domain/secret-text.ts';
import { appendAuditEntry } from '../store/audit-log.ts';
import { type Candidate, findByEmail, registerCredential } from '../store/callers.ts';
import { insertSession, isKnownPlace } from '../store/operator-sessions.ts';
import { lockOperator, noteOperatorSignedIn } from '../store/operators.ts';
import { SESSION_IDLE_MS_MAX, SESSION_MS_MAX } from './limits.ts';
import type { ManageHandler, OpenWork } from './operation.ts';
import { verifyPassword } from './password.ts';
import { presentSession } from './present-session.ts';

/** Nobody learns whether it was the e-mail or the password: one answer, after the same work. */
export const createSession: ManageHandler<'sessions.create'> = {
  kind: 'open',
  async run(work, { body }) {
    const { deps, address } = work;
    const emailHash = hashEmail(deps.pepper, body.email);
    const place = hashPlace(deps.pepper, body.email, address);
    const waitS = await deps.signInWaitS({
      address,
      operator: emailHash.toString('base64'),
      isKnown: () => isKnownPlace(deps.db, emailHash, place),
    });
    if (waitS !== undefined) {
      const vars = { seconds: String(waitS) };
      return fail('rate_limited', 'sign_in.too_many', { vars, retryAfterS: waitS });
    }
    const candidate = await findByEmail(deps.db, emailHash);
    const fits = await verifyPassword(deps.pepper, candidate?.passwordHash, body.password);
    const opened = fits && candidate !== undefined ? await open(work, candidate, place) : undefined;
    return opened === undefined ? fail('unauthorized', 'sign_in.refused') : { ok: true, value: opened };
  },
};

/** Undefined for whoever has been disabled, be it meanwhile. */
async function open(
  { deps, requestId, now }: OpenWork,
  { organisation, operatorId }: Candidate,
  place: Buffer,
) {
  const key = await deps.organisationKeys.of(organisation.id);
  const who = { organisationId: organisation.id, operatorId };
  const secret = formatSessionSecret(randomBytes(SECRET_CHARS));
  const session = {
    id: deps.newId('ses_'),
    operatorId,
    createdAt: now,
    idleExpiresAt: new Date(now.getTime() + SESSION_IDLE_MS_MAX),
    expiresAt: new Date(now.getTime() + SESSION_MS_MAX),
  };
  const operator = await deps.db.organisationTransaction<Operator | undefined>(
    organisation.id,
    async (tx) => {
      const held = await lockOperator(tx, key, who);
      invariant(held !== undefined, 'an operator whose e-mail is known is there');
      if (held.status === 'disabled') return { commit: false, value: undefined };
      noteOperatorSignedIn(tx, who, now);
      insertSession(tx, organisation.id, { ...session, place });
      registerCredential(tx, {
        hash: hashSecret(deps.pepper, secret),
        kind: 'session',
        organisationId: organisation.id,
        subjectId: session.id,
      });
      appendAuditEntry(tx, organisation.id, {
        id: deps.newId('aud_'),
        action: 'sessions.create',
        actor: { type: 'operator', id: operatorId, role: held.role },
        subject: session.id,
        summary: {},
        requestId,
        createdAt: now,
      });
      return { commit: true, value: { ...held, lastSignedInAt: now } };
    },
  );
  if (operator === undefined) return undefined;
  return {
    output: presentSession(session, operator),
    session: { secret, expiresAt: session.expiresAt },
  };
}
