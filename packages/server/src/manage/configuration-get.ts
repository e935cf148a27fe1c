import { configOfRouting } from '../routing-config/config-of-routing.ts';
import { formatRoutingConfig } from '../routing-config/format-routing-config.ts';
import { loadRouting } from '../store/routing.ts';
import { listAllEndpoints } from '../store/webhook-endpoints.ts';
import type { ManageHandler } from './operation.ts';

export const getConfiguration: ManageHandler<'configuration.get'> = {
  kind: 'read',
  async run({ deps, environment }) {
    const routing = await loadRouting(deps.db, environment.id);
    const endpoints = await listAllEndpoints(deps.db, environment.id);
    const text = routing === undefined ? null : formatRoutingConfig(configOfRouting(routing, endpoints));
    return { ok: true, value: { object: 'configuration', text } };
  },
};
