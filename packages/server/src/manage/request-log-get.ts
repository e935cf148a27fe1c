import { fail } from '../domain/failure.ts';
import { findRequest } from '../store/request-log.ts';
import type { ManageHandler } from './operation.ts';
import { presentRequest } from './present-request.ts';

export const getRequestLogEntry: ManageHandler<'requestLog.get'> = {
  kind: 'read',
  async run({ deps, environment }, { params }) {
    const found = await findRequest(deps.db, environment.id, params.id);
    if (found === undefined) return fail('not_found', 'request_log.not_found', { param: 'id' });
    return { ok: true, value: presentRequest(found) };
  },
};
