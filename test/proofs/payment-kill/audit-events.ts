/** The log against the payments: no gap, one event for each change of state, and the last one is where each stands. */
import type { Api } from '../../harness/api.ts';
import type { Findings } from '../findings.ts';
import type { Judged } from './reconcile.ts';

interface Event {
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly object: { readonly id: string; readonly status?: string } };
}

const PAGE = 100;

export async function auditEvents(api: Api, judged: readonly Judged[], findings: Findings): Promise<number> {
  const events = await readLog(api);
  for (const [at, { sequence }] of events.entries()) {
    if (sequence === at + 1) continue;
    findings.add('the numbers of the events have a gap', `${sequence} stands at place ${at + 1}`);
    break;
  }
  const byObject = Map.groupBy(events, ({ data }) => data.object.id);
  for (const { payment } of judged) {
    const told = (byObject.get(payment.id) ?? []).map(({ type }) => type.slice('payment_intent.'.length));
    judgeStory(payment.id, told, 'processing', payment.status, findings);
    for (const leg of payment.legs) {
      const legTold = (byObject.get(leg.id) ?? []).map(({ data }) => data.object.status ?? '');
      if (legTold.length === 0 && leg.status === 'pending') continue;
      judgeStory(leg.id, legTold, undefined, leg.status, findings);
    }
  }
  return events.length;
}

function judgeStory(
  id: string,
  told: readonly string[],
  first: string | undefined,
  last: string,
  findings: Findings,
): void {
  const story = `${id}: ${told.join(', ')}; now ${last}`;
  if (first !== undefined && told[0] !== first)
    findings.add('a story does not begin at its beginning', story);
  if (told.at(-1) !== last) findings.add('the last event is not how it stands', story);
  if (told.some((status, at) => status === told[at - 1]))
    findings.add('a change of state was told twice', story);
}

async function readLog(api: Api): Promise<readonly Event[]> {
  const all: Event[] = [];
  for (let after = ''; ; ) {
    const { body } = await api(`/v1/events?limit=${PAGE}${after}`);
    all.push(...body.data);
    if (!body.hasMore) return all;
    after = `&after=${body.next}`;
  }
}
