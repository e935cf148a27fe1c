import { fail } from '../domain/failure.ts';
import { findDryRun } from '../store/dry-runs.ts';
import type { ManageHandler } from './operation.ts';
import { presentDryRun } from './present-dry-run.ts';

export const getDryRun: ManageHandler<'dryRuns.get'> = {
  kind: 'read',
  async run({ deps, environment }, { params }) {
    const run = await findDryRun(deps.db, environment.id, params.id);
    if (run === undefined) return fail('not_found', 'dry_run.not_found', { param: 'id' });
    return { ok: true, value: presentDryRun(run) };
  },
};
