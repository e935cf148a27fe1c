/** A suite that puts the service under load, as a command: reads its options, stops whatever it started, prints what it found. */
import { createStopper } from '../../packages/server/src/stopper.ts';
import { describeReport, type Report } from '../report.ts';
import type { HttpBenchContext } from './http-bench.ts';
import { type BenchOptions, readOptions, usageOf } from './options.ts';

type Measure = (options: BenchOptions, context: HttpBenchContext) => Promise<Report>;

export function loadSuite(
  name: Parameters<typeof usageOf>[0],
  measure: Measure,
): (args: readonly string[]) => Promise<number> {
  return async (args) => {
    const options = readOptions(args);
    if (!options.ok) {
      console.error(`${options.problem}\n\n${usageOf(name)}`);
      return 1;
    }
    const stopper = createStopper();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stopper.stop().finally(() => process.exit(1)));
    }
    try {
      const report = await measure(options.value, {
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
  };
}
