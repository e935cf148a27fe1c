/**
 * Routing quality: `npm run bench -- routing [--seed n] [--seeds n] [--scenario id] [--short] [--json] [--docs]`.
 *
 * Everything follows from the seeds: the same ones give the same report on every machine. It is a measurement and not a
 * test; the exit code is 0 unless the arguments make no sense.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureScenario, type ScenarioResult } from './measure.ts';
import { ROUTING_USAGE, type RoutingBenchOptions, readRoutingOptions } from './options.ts';
import { writePage } from './page.ts';
import { plotRegret } from './plots.ts';
import { blocks, pricedBlocks } from './policies/blocks.ts';
import { oracle } from './policies/oracle.ts';
import { staticPriority } from './policies/static-priority.ts';
import { switchyard } from './policies/switchyard.ts';
import { pricedWindow, window } from './policies/window.ts';
import type { PolicyMaker } from './policy.ts';
import { measureSensitivity } from './sensitivity.ts';
import { summarise } from './summary.ts';
import { describeSummaries } from './table.ts';

/** In the order of the report, ours first. */
export const POLICIES: readonly PolicyMaker[] = [
  switchyard,
  window,
  blocks,
  pricedWindow,
  pricedBlocks,
  staticPriority,
  oracle,
];

/** The arguments after the word `routing`; answers the exit code. */
export function runRoutingBench(args: readonly string[]): number {
  const options = readRoutingOptions(args);
  if (!options.ok) {
    console.error(`${options.problem}\n\n${ROUTING_USAGE}`);
    return 1;
  }
  const { scenarios, seeds, size, json, docs } = options.value;
  const results = scenarios.map((scenario) => {
    console.error(`${scenario.id} …`);
    return measureScenario(scenario, POLICIES, seeds, size);
  });
  const summaries = results.map(summarise);
  console.log(json ? JSON.stringify({ seeds, size, summaries }, null, 2) : describeSummaries(summaries));
  if (docs) writeDocs(options.value, results);
  return 0;
}

const DOCS = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs', 'benchmarks');
/** Ten variants of ours are slow to run; three seeds tell enough. */
const SENSITIVITY_SEEDS = 3;

function writeDocs(
  { scenarios, seeds, size }: RoutingBenchOptions,
  results: readonly ScenarioResult[],
): void {
  const sensitivitySeeds = seeds.slice(0, SENSITIVITY_SEEDS);
  const sensitivity = measureSensitivity(scenarios, sensitivitySeeds, size, (change) =>
    console.error(`sensitivity: ${change} …`),
  );
  const pictures = join(DOCS, 'routing');
  mkdirSync(pictures, { recursive: true });
  for (const result of results) {
    writeFileSync(join(pictures, `${result.scenario.id}.svg`), plotRegret(result, size));
  }
  const summaries = results.map(summarise);
  const page = writePage({ summaries, seeds, size, sensitivity, sensitivitySeeds });
  writeFileSync(join(DOCS, 'routing.md'), page);
}
