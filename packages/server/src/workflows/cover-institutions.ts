/**
 * Tells the engine which banks the connections that we call reach: what a provider's directory says of its rail stands in place
 * of whatever was said of it before. Rails that we only decide about keep what was configured.
 */
import { coverFrom } from '../domain/institutions/cover-from.ts';
import { mergeDirectories } from '../domain/institutions/merge-directories.ts';
import { lockCoverage, readCoverage, replaceCoverage } from '../store/coverage.ts';
import { loadDirectories } from '../store/provider-directories.ts';
import type { WorkflowDeps } from './deps.ts';

export async function coverInstitutions(deps: WorkflowDeps, environmentId: string): Promise<void> {
  await deps.db.transaction(environmentId, async (tx) => {
    await lockCoverage(tx);
    const directories = await loadDirectories(deps.db, environmentId);
    const rails = new Set(directories.map(({ rail }) => rail));
    const coverage = coverFrom(await readCoverage(tx), mergeDirectories(directories), rails);
    await replaceCoverage(tx, coverage);
    return { commit: true, value: undefined };
  });
  deps.engines.touch(environmentId);
}
