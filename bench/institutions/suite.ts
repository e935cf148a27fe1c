/** The suite of banks as a command. `--docs` writes its page; `--quick` is for trying it out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStopper } from '../../packages/server/src/stopper.ts';
import { runInstitutionsBench } from './institutions-bench.ts';
import { institutionsPage } from './page.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'institutions.md');
const FULL = { seconds: 2, rounds: 5 };
const QUICK = { seconds: 0.5, rounds: 1 };

export async function runInstitutionsSuite(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--docs' && arg !== '--quick');
  if (unknown !== undefined) {
    console.error(`There is no option ${unknown}.\n\nnpm run bench -- institutions [--docs] [--quick]`);
    return 1;
  }
  const stopper = createStopper();
  try {
    const report = await runInstitutionsBench(args.includes('--quick') ? QUICK : FULL, {
      onProgress: (line) => console.error(line),
      onStop: (stop) => stopper.add('a part of the bench', async () => void (await stop())),
    });
    const page = institutionsPage(report);
    console.log(page);
    if (args.includes('--docs')) writeFileSync(PAGE, page);
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await stopper.stop();
  }
}
