import { loadRouting } from '../store/routing.ts';
import { considerConfiguration } from './consider-configuration.ts';
import type { ManageHandler } from './operation.ts';

export const planConfiguration: ManageHandler<'configuration.plan'> = {
  kind: 'read',
  async run({ deps, environment, now }, { body }) {
    const routing = await loadRouting(deps.db, environment.id);
    const considered = await considerConfiguration(deps, environment, routing, body, now);
    const { problems, digest, changes } = considered.ok
      ? { problems: [], digest: considered.value.digest, changes: considered.value.changes }
      : { problems: considered.error, digest: null, changes: [] };
    return { ok: true, value: { object: 'configuration_plan', problems, digest, changes } };
  },
};
