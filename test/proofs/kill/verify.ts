/** Holds the ledger of what was acknowledged against what the service now says. */
import type { Api } from '../../harness/api.ts';
import { inParallel } from '../../harness/in-parallel.ts';
import type { Findings } from '../findings.ts';
import { type Acknowledged, decidedBy, SUCCESS } from './ledger.ts';

const WIDTH = 8;
const PAGE = 100;

/**
 * Each write can be read by its id, and reads as it was acknowledged. A decision is there when it can be reported, and an
 * outcome when reporting it again, under no key, returns the first record.
 */
export async function verifyReadable(
  api: Api,
  writes: readonly Acknowledged[],
  findings: Findings,
): Promise<void> {
  await inParallel(writes, WIDTH, async (write) => {
    const { path, id, key, text } = write;
    if (path === '/v1/route_decisions') {
      const { status } = await api('/v1/outcomes', {
        body: { ...decidedBy(write), status: 'cancelled', latencyMs: 0 },
      });
      if (status !== 201) findings.add(`an acknowledged decision is gone (${status})`, `${key} ${id}`);
      return;
    }
    const isOutcome = path === '/v1/outcomes';
    const read = await (isOutcome ? api(path, { body: write.body }) : api(`${path}/${id}`));
    if (read.status !== (isOutcome ? 201 : 200))
      findings.add(`an acknowledged write is gone (${read.status})`, `${key} ${id}`);
    else if (read.text !== text)
      findings.add('a record reads otherwise than acknowledged', `${text} ${read.text}`);
  });
}

/** Each write, sent once more, is answered from what was kept: the same bytes, and no second effect. */
export async function verifyReplays(
  api: Api,
  writes: readonly Acknowledged[],
  findings: Findings,
): Promise<void> {
  await inParallel(writes, WIDTH, async ({ path, key, body, text }) => {
    const replay = await api(path, { body, headers: { 'Idempotency-Key': key } });
    if (replay.status !== SUCCESS[path])
      findings.add(`a repeat was answered with ${replay.status}`, `${key}: ${replay.text}`);
    else if (replay.text !== text) findings.add('a repeat has other bytes', `${text} ${replay.text}`);
    else if (replay.headers.get('Idempotent-Replayed') !== 'true')
      findings.add('a repeat was done anew', key);
  });
}

export interface Totals {
  readonly accounts: ReadonlySet<string>;
  readonly events: number;
}

/**
 * The lists as a whole. Nothing acknowledged is missing; no key made two accounts and no externalId two customers;
 * each account has exactly one event; the events' numbers have no gap. It may run while clients write.
 */
export async function verifyLists(
  api: Api,
  writes: readonly Acknowledged[],
  findings: Findings,
): Promise<Totals> {
  const customers = await readAll<{ id: string; externalId: string }>(api, '/v1/customers');
  once(customers, ({ externalId }) => externalId, 'one externalId has two customers', findings);
  once(customers, ({ id }) => id, 'a list shows a customer twice', findings);

  const accounts = await readAll<{ id: string; metadata: { key: string } }>(api, '/v1/accounts');
  once(accounts, ({ metadata }) => metadata.key, 'one Idempotency-Key made two accounts', findings);
  once(accounts, ({ id }) => id, 'a list shows an account twice', findings);

  // Read last: whoever was in the lists above has its event by now.
  const events = await readAll<{ sequence: number; data: { object: { id: string } } }>(api, '/v1/events');
  once(events, ({ data }) => data.object.id, 'one account has two events', findings);
  for (const [index, { sequence }] of events.entries()) {
    if (sequence !== index + 1) {
      findings.add('the numbers of the events have a gap', `${sequence} stands at place ${index + 1}`);
      break;
    }
  }

  const told = new Set(events.map(({ data }) => data.object.id));
  const listed = new Set([...customers, ...accounts].map(({ id }) => id));
  for (const { id, path, key } of writes) {
    if (LISTED.has(path) && !listed.has(id))
      findings.add('an acknowledged write is not in its list', `${key} ${id}`);
    if (path === '/v1/accounts' && !told.has(id))
      findings.add('an acknowledged account has no event', `${key} ${id}`);
  }
  for (const { id } of accounts) if (!told.has(id)) findings.add('an account has no event', id);
  return { accounts: new Set(accounts.map(({ id }) => id)), events: events.length };
}

/** What was learnt is what was reported: each outcome that anybody was told of counts once, however often it was sent. */
export async function verifyLearnt(
  api: Api,
  writes: readonly Acknowledged[],
  findings: Findings,
): Promise<void> {
  const { body } = await api('/v1/routing_snapshot');
  const cells: readonly { readonly country?: string; readonly samples: number }[] = body.reliability;
  const learnt = cells.reduce((sum, { country, samples }) => sum + (country === undefined ? samples : 0), 0);
  const told = new Set(writes.filter(({ path }) => path === '/v1/outcomes').map(({ id }) => id)).size;
  if (learnt !== told) findings.add('what was learnt is not what was reported', `${learnt}, ${told}`);
}

const LISTED: ReadonlySet<string> = new Set(['/v1/customers', '/v1/accounts']);

async function readAll<T>(api: Api, path: string): Promise<readonly T[]> {
  const all: T[] = [];
  for (let after = ''; ; ) {
    const { status, body, text } = await api(`${path}?limit=${PAGE}${after}`);
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${text}`);
    all.push(...body.data);
    if (!body.hasMore) return all;
    after = `&after=${body.next}`;
  }
}

function once<T>(items: readonly T[], nameOf: (item: T) => string, fault: string, findings: Findings): void {
  const seen = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.has(name)) findings.add(fault, name);
    seen.add(name);
  }
}
