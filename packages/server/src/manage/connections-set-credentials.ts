import { fail } from '../domain/failure.ts';
import { lockConnection } from '../store/connections.ts';
import { lockRouting } from '../store/import-routing.ts';
import type { ManageHandler } from './operation.ts';
import { presentConnection } from './present-connection.ts';
import { sealCredentials } from './seal-credentials.ts';

export const setConnectionCredentials: ManageHandler<'connections.setCredentials'> = {
  kind: 'write',
  async run({ deps, now }, tx, { params: { id }, body: { credentials } }) {
    await lockRouting(tx);
    const connection = await lockConnection(tx, id);
    if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    const { rail, mode } = connection;
    if (mode === 'decide') return fail('state_conflict', 'connection.decide_only', { param: 'id' });
    const problems = deps.workflows.caller.problemsOf(rail, credentials);
    if (problems === undefined)
      return fail('state_conflict', 'connection.no_adapter', { param: 'id', vars: { rail } });
    const [first] = problems;
    if (first !== undefined) {
      const param = first.field === '' ? 'credentials' : `credentials.${first.field}`;
      const vars = { rail, problem: first.problem };
      return fail('invalid_request', 'connection.credentials_invalid', { param, vars });
    }
    await sealCredentials(deps, tx, id, credentials, now);
    const output = await presentConnection(deps, tx, connection, now);
    const summary = { credentials: [...output.credentials] };
    return { ok: true, value: { output, audit: { subject: id, summary } } };
  },
};
