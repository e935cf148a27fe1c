import { EMPTY_TALLY } from '../domain/dry-run.ts';
import { fail } from '../domain/failure.ts';
import { countPastDecisions, insertDryRun } from '../store/dry-runs.ts';
import { scheduleJob } from '../store/jobs.ts';
import { readPolicy } from '../store/policies.ts';
import type { ManageHandler } from './operation.ts';
import { presentDryRun } from './present-dry-run.ts';

export const createDryRun: ManageHandler<'dryRuns.create'> = {
  kind: 'write',
  async run({ deps, now }, tx, { params, body }) {
    const policy = await readPolicy(tx, Number(params.version));
    if (policy === undefined) return fail('not_found', 'policy.not_found', { param: 'version' });
    const total = await countPastDecisions(tx, body.decisions);
    const { version } = policy;
    const run = { id: deps.newId('dry_'), version, total, tally: EMPTY_TALLY, createdAt: now };
    insertDryRun(tx, run);
    scheduleJob(tx, 'policy.try', run.id, now);
    const output = presentDryRun({ ...run, status: 'running' });
    return {
      ok: true,
      value: { output, audit: { subject: run.id, summary: { version, decisions: total } } },
    };
  },
};
