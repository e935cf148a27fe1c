/** The suite of quotes as a command. `--docs` writes its page; `--quick` is for trying it out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStopper } from '../../packages/server/src/stopper.ts';
import { quotesPage } from './page.ts';
import { runQuotesBench } from './quotes-bench.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'quotes.md');
const FULL = { seconds: 3, rounds: 3 };
const QUICK = { seconds: 1, rounds: 1 };

export async function runQuotesSuite(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--docs' && arg !== '--quick');
  if (unknown !== undefined) {
    console.error(`There is no option ${unknown}.\n\nnpm run bench -- quotes [--docs] [--quick]`);
    return 1;
  }
  const stopper = createStopper();
  try {
    const report = await runQuotesBench(args.includes('--quick') ? QUICK : FULL, {
      onProgress: (line) => console.error(line),
      onStop: (stop) => stopper.add('a part of the bench', async () => void (await stop())),
    });
    const page = quotesPage(report);
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
