/** What the service says of accounts and in its log, held against what the sessions went through. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@switchyard/contract';
import type { Api } from '../../harness/api.ts';
import { inParallel } from '../../harness/in-parallel.ts';
import type { Findings } from '../findings.ts';
import type { Lived } from './live.ts';
import { BANKS_OF_ENDINGS } from './plan.ts';

type Account = OutputOf<'accounts.get'>;

const WIDTH = 8;
const REAUTH_MS_MAX = 100_000;

/** Each account is the customer's, of the bank and the number that was ticked, and linked over the session's connection. */
export async function auditAccounts(api: Api, lived: readonly Lived[], findings: Findings): Promise<number> {
  const seen = new Map<string, string>();
  await inParallel(completed(lived), WIDTH, async ({ session, ticked }) => {
    const accounts: Account[] = [];
    for (const id of session.accounts) accounts.push((await api(`/v1/accounts/${id}`)).body);
    const ends = accounts.map(({ address }) => address.masked.slice(-4)).sort();
    if (JSON.stringify(ends) !== JSON.stringify([...ticked].sort()))
      findings.add('other accounts were linked than were shared', `${session.id}: ${ends}, not ${ticked}`);
    for (const { id, customer, source, rails, institution, status } of accounts) {
      if (customer !== session.customer || source !== 'linked')
        findings.add('an account is not what was linked', id);
      // Without a consent there is no rail to use.
      const isConsented = status === 'active';
      if (
        isConsented &&
        !rails.some(({ rail, connection }) => rail === session.rail && connection === session.connection)
      )
        findings.add('an account does not know the rail it was linked over', id);
      if (session.institution !== undefined && institution !== session.institution)
        findings.add('an account is of another bank', id);
    }
    for (const [index, { id, fingerprint, customer }] of accounts.entries()) {
      const name = `${customer} ${fingerprint}`;
      if ((seen.get(name) ?? id) !== id)
        findings.add('one account of a customer has two ids', `${index} ${id} ${seen.get(name)}`);
      seen.set(name, id);
    }
  });
  return seen.size;
}

/** Consents that end by their own date are noticed without anybody's word. */
export async function untilReauth(api: Api, lived: readonly Lived[], findings: Findings): Promise<void> {
  const ending = completed(lived).filter(({ plan }) => plan.bank === BANKS_OF_ENDINGS.expires);
  const deadline = Date.now() + REAUTH_MS_MAX;
  for (const id of ending.flatMap(({ session }) => session.accounts)) {
    for (;;) {
      if ((await api(`/v1/accounts/${id}`)).body.status === 'reauth_required') break;
      if (Date.now() > deadline) {
        findings.add('a consent has ended and its account does not know it', id);
        break;
      }
      await sleep(1_000);
    }
  }
}

/** Every session has exactly one event, of its end; every account one for each session that brought it. */
export async function auditEvents(api: Api, lived: readonly Lived[], findings: Findings): Promise<number> {
  const events = await allEvents(api);
  const typesOf = Map.groupBy(events, ({ data }) => data.object.id);
  const count = (id: string, type: string) =>
    (typesOf.get(id) ?? []).filter((one) => one.type === type).length;
  for (const { session } of lived) {
    const types = (typesOf.get(session.id) ?? []).map(({ type }) => type);
    if (types.length !== 1 || types[0] !== `link_session.${session.status}`)
      findings.add('a session has not exactly one event, of its end', `${session.id}: ${types}`);
  }
  const completions = new Map<string, number>();
  for (const { session } of completed(lived))
    for (const id of session.accounts) completions.set(id, (completions.get(id) ?? 0) + 1);
  for (const [id, times] of completions) {
    if (count(id, 'account.updated') !== times)
      findings.add(
        'an account has not one event for each linking',
        `${id}: ${count(id, 'account.updated')}, not ${times}`,
      );
    if (count(id, 'account.reauth_required') > times)
      findings.add('an account asks for consent more often than it lost it', id);
  }
  for (const id of ending(lived))
    if (count(id, 'account.reauth_required') === 0) findings.add('a consent ended without an event', id);
  for (const [id, about] of typesOf)
    if (id.startsWith('acct_') && !completions.has(id))
      findings.add('an account has events that no session brought', `${id} ${about.length}`);
  return events.length;
}

function ending(lived: readonly Lived[]): readonly string[] {
  return completed(lived)
    .filter(({ plan }) => plan.bank === BANKS_OF_ENDINGS.expires)
    .flatMap(({ session }) => session.accounts);
}

function completed(lived: readonly Lived[]): readonly Lived[] {
  return lived.filter(({ session }) => session.status === 'completed');
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: { readonly id: string } };
}

async function allEvents(api: Api): Promise<readonly Event[]> {
  const all: Event[] = [];
  for (let after = ''; ; ) {
    const { body } = await api(`/v1/events?limit=100${after}`);
    all.push(...body.data);
    if (!body.hasMore) return all;
    after = `&after=${body.next}`;
  }
}
