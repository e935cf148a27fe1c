/** The suite of decisions over HTTP as a command. Its options are those of the HTTP suite. */
import { createStopper } from '../../packages/server/src/stopper.ts';
import { readOptions, usageOf } from '../http/options.ts';
import { describeReport } from '../report.ts';
import { runDecideBench } from './decide-bench.ts';

export async function runDecideSuite(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (!options.ok) {
    console.error(`${options.problem}\n\n${usageOf('decide')}`);
    return 1;
  }
  const stopper = createStopper();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopper.stop().finally(() => process.exit(1)));
  }
  try {
    const report = await runDecideBench(options.value, {
      stopper,
      onProgress: (message) => console.error(message),
    });
    console.log(options.value.json ? JSON.stringify(report, null, 2) : describeReport(report));
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await stopper.stop();
  }
}
