/** Begins a link session: everything that must be there before a provider hears of it. */
import { randomBytes } from 'node:crypto';
import type { InputOf } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';
import type { Environment } from '../../domain/environment.ts';
import { type Failure, fail } from '../../domain/failure.ts';
import type { Institution } from '../../domain/institutions/institution.ts';
import type { LinkCandidate, LinkSession } from '../../domain/link-session/link-session.ts';
import { findCustomer } from '../../store/customers.ts';
import type { Transaction } from '../../store/database.ts';
import { scheduleJob } from '../../store/jobs.ts';
import type { DataKey } from '../../store/keyring.ts';
import { insertLinkSession } from '../../store/link-sessions.ts';
import { admitReturnUri } from '../admit-return-uri.ts';
import type { WorkflowDeps } from '../deps.ts';
import { rankLinkRails } from './rank-link-rails.ts';

type Body = InputOf<'linkSessions.create'>['body'];

export interface LinkPlan {
  readonly id: string;
  readonly institution: Institution | undefined;
  readonly candidates: readonly [LinkCandidate, ...LinkCandidate[]];
}

const SESSION_MS = 30 * 60 * 1000;
const STATE_BYTES = 24;
/** Whoever begins a session drives it at once; should that process die, a worker takes it over after this. */
const TAKE_OVER_MS = 5_000;

/** Before any transaction: which rails could do it. */
export async function planLink(
  deps: WorkflowDeps,
  environment: Environment,
  body: Body,
): Promise<Result<LinkPlan, Failure>> {
  const returnable = await admitReturnUri(deps, environment, body.returnUri, body.channel);
  if (!returnable.ok) return returnable;
  const keys = await deps.keyring.of(environment.id);
  if ((await findCustomer(deps.db, keys, body.customer)) === undefined) {
    return fail('not_found', 'customer.not_found', { param: 'customer' });
  }
  const institution = await institutionOf(deps, environment, body);
  if (!institution.ok) return institution;
  const id = deps.newId('lnk_');
  const ranked = await rankLinkRails(deps, environment, id, {
    country: body.country,
    institution: institution.value,
    rail: body.rail,
    channel: body.channel,
  });
  if (!ranked.ok) return ranked;
  const [first, ...others] = ranked.value;
  if (first === undefined) return fail('route_infeasible', 'link_session.no_rail', { param: 'country' });
  // Who forces a rail wants no other.
  const candidates = body.rail === undefined ? others : [];
  return { ok: true, value: { id, institution: institution.value, candidates: [first, ...candidates] } };
}

export function insertPlannedLink(
  deps: WorkflowDeps,
  tx: Transaction,
  dataKey: DataKey,
  plan: LinkPlan,
  body: Body,
): void {
  const [first, ...candidates] = plan.candidates;
  const at = new Date(deps.now());
  const session: LinkSession = {
    id: plan.id,
    customerId: body.customer,
    country: body.country,
    ...(plan.institution === undefined ? {} : { institutionId: plan.institution.id }),
    rail: first.rail,
    connectionId: first.connectionId,
    channel: body.channel,
    status: 'processing',
    explanation: first.explanation,
    candidates,
    accountIds: [],
    details: {
      phase: 'starting',
      key: deps.newUuid(),
      user: body.customer,
      state: randomBytes(STATE_BYTES).toString('base64url'),
      returnUri: body.returnUri,
      ...(body.psu === undefined ? {} : { psu: body.psu }),
      ...(first.institutionRef === undefined ? {} : { institutionRef: first.institutionRef }),
    },
    revision: 1,
    expiresAt: new Date(at.getTime() + SESSION_MS),
    createdAt: at,
    updatedAt: at,
  };
  insertLinkSession(tx, dataKey, session);
  scheduleJob(tx, 'link.drive', plan.id, new Date(at.getTime() + TAKE_OVER_MS));
}

async function institutionOf(
  deps: WorkflowDeps,
  environment: Environment,
  body: Body,
): Promise<Result<Institution | undefined, Failure>> {
  if (body.institution === undefined) return { ok: true, value: undefined };
  const institution = await deps.directory.find(environment.id, body.institution);
  if (institution === undefined) return fail('not_found', 'institution.not_found', { param: 'institution' });
  if (institution.country !== body.country) {
    const vars = { country: institution.country };
    return fail('invalid_request', 'institution.other_country', { param: 'country', vars });
  }
  return { ok: true, value: institution };
}
