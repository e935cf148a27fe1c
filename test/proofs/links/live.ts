/** One session from its beginning to its end, as a client and its user see it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@switchyard/contract';
import type { Api } from '../../harness/api.ts';
import { type Walked, walkPages } from '../../harness/walk-pages.ts';
import type { Findings } from '../findings.ts';
import type { LinkPlan } from './plan.ts';

export type Session = OutputOf<'linkSessions.get'>;

export interface Lived {
  readonly plan: LinkPlan;
  readonly session: Session;
  /** A provider had answered, and the user was sent to it. */
  readonly wasOpen: boolean;
  /** The last four characters of the accounts that were shared. */
  readonly ticked: readonly string[];
}

export interface Town {
  readonly api: Api;
  readonly simulatorUrl: string;
  customerOf(plan: LinkPlan): Promise<string>;
  institutionOf(plan: LinkPlan): string | undefined;
  readonly findings: Findings;
}

export const RETURN_URI = 'https://shop.example/return?basket=7';
/** Far beyond what polling, the longest timeouts and an open circuit take together. */
const END_MS_MAX = 240_000;
const LOOK_EVERY_MS = 500;
const WANDER_MS = 2_000;
/** What came back travels in the browser or the app alone: until it is brought, nobody can know. */
const BROWSER_ONLY: ReadonlySet<string> = new Set(['truelayer', 'enable-banking']);

export async function live(town: Town, plan: LinkPlan): Promise<Lived | undefined> {
  const created = await create(town, plan);
  if (created === undefined) return undefined;
  const open = await until(town, created, ({ status }) => status !== 'processing');
  if (open.status !== 'requires_action') return { plan, session: open, wasOpen: false, ticked: [] };
  const walked = await walk(town, plan, open);
  await comeBack(town, plan, open, walked);
  const session = await until(town, open, ({ status }) => status === 'completed' || status === 'failed');
  return { plan, session, wasOpen: true, ticked: walked.ticked };
}

async function create(town: Town, plan: LinkPlan): Promise<Session | undefined> {
  const institution = town.institutionOf(plan);
  const { status, body, text } = await town.api('/v1/link_sessions', {
    headers: { 'Idempotency-Key': `link-${plan.number}` },
    body: {
      customer: await town.customerOf(plan),
      country: plan.country,
      channel: plan.channel,
      returnUri: RETURN_URI,
      ...(plan.rail === undefined ? {} : { rail: plan.rail }),
      ...(institution === undefined ? {} : { institution }),
    },
  });
  if (status === 201) return body;
  town.findings.add(`a creation was answered with ${status}`, text);
  return undefined;
}

function walk(town: Town, plan: LinkPlan, { action }: Session): Promise<Walked> {
  const decision = plan.person.startsWith('declines') ? 'decline' : 'approve';
  if (action?.type === 'redirect') return walkPages(action.url, decision, plan.chosen);
  if (action?.type !== 'sdk') throw new Error(`a session that requires ${action?.type}`);
  return walkPages(`${town.simulatorUrl}/plaid/link-sdk?token=${action.token}`, decision, plan.chosen);
}

async function comeBack(town: Town, plan: LinkPlan, session: Session, { params }: Walked): Promise<void> {
  const isSdk = session.action?.type === 'sdk';
  if (plan.person === 'wanders_off' || plan.person === 'declines_and_leaves') {
    if (!isSdk && !BROWSER_ONLY.has(session.rail)) return;
    await sleep(WANDER_MS);
  }
  const body = isSdk ? { sdkResult: params } : { returnParams: params };
  const tabs = plan.person === 'approves_twice' ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: tabs }, () => town.api(`/v1/link_sessions/${session.id}/advance`, { body })),
  );
  for (const { status, text } of answers)
    if (status !== 200) town.findings.add(`advance was answered with ${status}`, text);
}

async function until(town: Town, session: Session, isThere: (session: Session) => boolean): Promise<Session> {
  const deadline = Date.now() + END_MS_MAX;
  let now = session;
  while (!isThere(now) && Date.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
    const { status, body, text } = await town.api(`/v1/link_sessions/${session.id}`);
    if (status === 200) now = body;
    else town.findings.add(`a session was answered with ${status}`, text);
  }
  return now;
}
