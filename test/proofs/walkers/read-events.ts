import type { Api } from '../../harness/api.ts';
import type { Findings } from '../findings.ts';
import type { LogEntry, ReadPage } from './walk-log.ts';

interface EventBody {
  readonly id: string;
  readonly sequence: number;
  readonly data: { readonly object: { readonly id: string } };
}

/** Pages of `GET /v1/events`, each checked for what a page promises of itself. */
export function readEvents(api: Api, type: string | undefined, findings: Findings): ReadPage {
  return async (after, limit) => {
    const query = new URLSearchParams({ limit: String(limit) });
    if (after !== undefined) query.set('after', after);
    if (type !== undefined) query.set('type', type);
    const { status, body, text } = await api(`/v1/events?${query}`);
    if (status !== 200) throw new Error(`GET /v1/events was answered with ${status}: ${text}`);
    const events: readonly EventBody[] = body.data;
    if (events.length > limit) findings.add('a page is longer than its limit');
    if (body.hasMore !== 'next' in body) findings.add('next is not there exactly when there is more', text);
    if (body.hasMore && body.next !== events.at(-1)?.id) findings.add('next is not the last id of its page');
    return events.map(({ id, sequence, data }): LogEntry => ({ id, sequence, subject: data.object.id }));
  };
}
