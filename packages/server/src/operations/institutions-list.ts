import type { Institution } from '../domain/institutions/institution.ts';
import { presentInstitution } from '../presenters/institution.ts';
import { rankReach } from '../workflows/link/rank-link-rails.ts';
import type { Handler } from './operation.ts';

/** Banks reachable through this environment's connections, from memory. */
export const listInstitutions: Handler<'institutions.list'> = {
  kind: 'read',
  async run({ deps, call }, { query }) {
    const { country, q, limit } = query;
    const found: readonly Institution[] = await deps.workflows.directory.search(call.environment.id, {
      country,
      limit,
      ...(q === undefined ? {} : { text: q }),
    });
    const ranked = await rankReach(deps.workflows, call.environment, found);
    return { ok: true, value: { data: ranked.map(presentInstitution) } };
  },
};
