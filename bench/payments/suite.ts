/** The suite of payments as a command. `--docs` writes its page; `--quick` is for trying it out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStopper } from '../../packages/server/src/stopper.ts';
import { paymentsPage } from './page.ts';
import { runPaymentsBench } from './payments-bench.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'payments.md');
const FULL = { seconds: 10, rounds: 3, payers: 32, waitSeconds: 5 };
const QUICK = { seconds: 3, rounds: 1, payers: 24, waitSeconds: 0 };

export async function runPaymentsSuite(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--docs' && arg !== '--quick');
  if (unknown !== undefined) {
    console.error(`There is no option ${unknown}.\n\nnpm run bench -- payments [--docs] [--quick]`);
    return 1;
  }
  const stopper = createStopper();
  try {
    const report = await runPaymentsBench(args.includes('--quick') ? QUICK : FULL, {
      onProgress: (line) => console.error(line),
      onStop: (stop) => stopper.add('a part of the bench', async () => void (await stop())),
    });
    const page = paymentsPage(report);
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
