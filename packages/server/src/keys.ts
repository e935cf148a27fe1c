/**
 * `npm run keys`: the rotation of environment keys, from a terminal.
 *
 * The master key is rotated by configuration: set the new one, give the old one as SWITCHYARD_MASTER_KEY_PREVIOUS,
 * restart; the first start moves every environment's keys under the new one, and the old one can then be dropped.
 */
import { readConfig } from './config/config.ts';
import { CannotStart, openStore } from './open-store.ts';
import { createStopper } from './stopper.ts';
import { addSealingKey, rewrapDataKeys } from './store/environment-keys.ts';
import { listEnvironments } from './store/organisations.ts';

const USAGE = `npm run keys -- list               the environments of this service
npm run keys -- rotate <env_…>     give an environment a new sealing key and move its data keys under it`;

async function main(args: readonly string[]): Promise<number> {
  const configured = readConfig(process.env);
  if (!configured.ok) {
    for (const problem of configured.problems) console.error(problem);
    return 1;
  }
  const [command, environmentId] = args;
  const stopper = createStopper();
  try {
    const { db, masterKeys } = await openStore(configured.config, { onProgress: console.error }, stopper);
    const environments = await listEnvironments(db);
    if (command === 'list') {
      for (const { id, mode, organisationName } of environments)
        console.log(`${id}  ${mode}  ${organisationName}`);
      return 0;
    }
    if (
      command === 'rotate' &&
      environments.some(({ id }) => id === environmentId) &&
      environmentId !== undefined
    ) {
      const version = await addSealingKey(db, masterKeys, environmentId, new Date());
      const moved = await rewrapDataKeys(db, masterKeys, environmentId);
      console.log(`${environmentId} now seals under version ${version}; ${moved} data keys moved under it.`);
      return 0;
    }
    console.error(
      command === 'rotate' ? `There is no environment ${environmentId ?? ''}\n\n${USAGE}` : USAGE,
    );
    return 1;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await stopper.stop();
  }
}

process.exitCode = await main(process.argv.slice(2));
