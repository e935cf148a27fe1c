import { fail } from '../domain/failure.ts';
import { listRequests } from '../store/request-log.ts';
import type { ManageHandler } from './operation.ts';
import { presentRequest } from './present-request.ts';

export const listRequestLog: ManageHandler<'requestLog.list'> = {
  kind: 'read',
  async run({ deps, environment }, { query: { from, to, ...query } }) {
    const found = await listRequests(deps.db, environment.id, {
      ...query,
      ...(from === undefined ? {} : { from: new Date(from) }),
      ...(to === undefined ? {} : { to: new Date(to) }),
    });
    if (!found.ok) return fail('invalid_request', 'cursor.unknown', { param: 'after' });
    const data = found.rows.map(presentRequest);
    return {
      ok: true,
      value: found.next === undefined ? { data, hasMore: false } : { data, hasMore: true, next: found.next },
    };
  },
};
