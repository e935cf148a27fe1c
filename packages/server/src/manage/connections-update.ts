import { fail } from '../domain/failure.ts';
import { changesBetween } from '../domain/manage/audit.ts';
import { lockConnection } from '../store/connections.ts';
import { lockRouting } from '../store/import-routing.ts';
import { changeConfigured } from './change-configured.ts';
import type { ManageHandler } from './operation.ts';
import { auditedConnection, presentConnection } from './present-connection.ts';

export const updateConnection: ManageHandler<'connections.update'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { params: { id }, body }) {
    await lockRouting(tx);
    const before = await lockConnection(tx, id);
    if (before === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    const { declaredLatency, ...terms } = body;
    const changed = await changeConfigured({ deps, environment, now }, tx, before.configKey, (current) => {
      if (current === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
      const { declaredLatency: stated, ...rest } = current;
      const latency = declaredLatency === undefined ? stated : (declaredLatency ?? undefined);
      return {
        ok: true,
        value: { ...rest, ...terms, ...(latency === undefined ? {} : { declaredLatency: latency }) },
      };
    });
    if (!changed.ok) return changed;
    const after = (await lockConnection(tx, id)) ?? before;
    const summary = changesBetween(auditedConnection(before), auditedConnection(after));
    const output = await presentConnection(deps, tx, after, now);
    return { ok: true, value: { output, audit: { subject: id, summary } } };
  },
};
