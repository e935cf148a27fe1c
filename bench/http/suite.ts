/** The HTTP suite as a command: reads its options, stops whatever it started, prints what it found. */
import { createStopper } from '../../packages/server/src/stopper.ts';
import { describeReport } from '../report.ts';
import { runHttpBench } from './http-bench.ts';
import { readOptions, usageOf } from './options.ts';

export async function runHttpSuite(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (!options.ok) {
    console.error(`${options.problem}\n\n${usageOf('http')}`);
    return 1;
  }
  const stopper = createStopper();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopper.stop().finally(() => process.exit(1)));
  }
  try {
    const report = await runHttpBench(options.value, {
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
