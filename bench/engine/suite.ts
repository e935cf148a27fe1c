/** The engine's suite as a command: `npm run bench -- engine [--seconds n] [--rounds n] [--short] [--json]`. */
import { parseArgs } from 'node:util';
import { describeReport } from '../report.ts';
import { runEngineBench } from './engine-bench.ts';

const USAGE = `Usage: npm run bench -- engine [options]
  --seconds n   how long each subject is measured in each round (1)
  --rounds n    how often (7)
  --short       a first impression: two rounds of a quarter second
  --json        the report as JSON on standard output`;

export async function runEngineSuite(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined) {
    console.error(USAGE);
    return 1;
  }
  const report = await runEngineBench({
    ...options,
    onRound: (round) => console.error(`Round ${round + 1} of ${options.rounds}`),
  });
  console.log(options.json ? JSON.stringify(report, null, 2) : describeReport(report));
  return 0;
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        short: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    const seconds = Number(values.seconds ?? (values.short ? 0.25 : 1));
    const rounds = Number(values.rounds ?? (values.short ? 2 : 7));
    const sound =
      seconds >= 0.05 && seconds <= 600 && Number.isInteger(rounds) && rounds >= 1 && rounds <= 100;
    return sound ? { seconds, rounds, json: values.json } : undefined;
  } catch {
    // Thrown by parseArgs, for options it does not know.
    return undefined;
  }
}
