/**
 * Benchmarks: `npm run bench -- <suite> [options]`. Each suite is a folder beside this file and is loaded only when it
 * is asked for. Numbers are not a test: the exit code is 0 unless something broke.
 */
import { loadSuite } from './http/load-suite.ts';

/** A suite is given its own arguments and answers with the exit code. */
type Suite = (args: readonly string[]) => Promise<number>;

const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  decide: async () => loadSuite('decide', (await import('./decide/decide-bench.ts')).runDecideBench),
  'dry-run': async () => (await import('./dry-run/suite.ts')).runDryRunSuite,
  engine: async () => (await import('./engine/suite.ts')).runEngineSuite,
  http: async () => loadSuite('http', (await import('./http/http-bench.ts')).runHttpBench),
  institutions: async () => (await import('./institutions/suite.ts')).runInstitutionsSuite,
  payments: async () => (await import('./payments/suite.ts')).runPaymentsSuite,
  quotes: async () => (await import('./quotes/suite.ts')).runQuotesSuite,
  routing: async () => {
    const { runRoutingBench } = await import('./routing/main.ts');
    return async (args) => runRoutingBench(args);
  },
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
if (load === undefined) {
  console.error(`Say what to measure: npm run bench -- ${Object.keys(SUITES).join(' | ')}`);
  process.exitCode = 1;
} else {
  const run = await load();
  process.exitCode = await run(args);
}
