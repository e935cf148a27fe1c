/**
 * Tells the engine which banks the connections that we call reach: what a provider's directory says of its rail stands in place
 * of whatever was said of it before. Rails that we only decide about keep what was configured.
 */
import type { Coverage } from '@switchyard/engine';
import { coverFrom } from '../domain/institutions/cover-from.ts';
import type { Institution } from '../domain/institutions/institution.ts';
import { mergeDirectories } from '../domain/institutions/merge-directories.ts';
import { readCoverage, replaceCoverage } from '../store/coverage.ts';
import { loadDirectories } from '../store/provider-directories.ts';
import type { WorkflowDeps } from './deps.ts';

export async function coverInstitutions(deps: WorkflowDeps, environmentId: string): Promise<void> {
  const directories = await loadDirectories(deps.db, environmentId);
  const institutions: readonly Institution[] = mergeDirectories(directories);
  const rails = new Set(directories.map(({ rail }) => rail));
  await deps.db.transaction(environmentId, async (tx) => {
    const before = await readCoverage(tx);
    const after: readonly Coverage[] = coverFrom(before, institutions, rails);
    await replaceCoverage(tx, after);
    return { commit: true, value: undefined };
  });
  deps.engines.touch(environmentId);
}
