/** A thread in which a bug has been planted: it lives through seeds until one of them shows it. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Edit } from './planted-bugs.ts';

export interface PlantedOrder {
  readonly edits: readonly Edit[];
  readonly firstSeed: number;
  readonly seeds: number;
}

export interface PlantedAnswer {
  /** Undefined when no seed showed it. */
  readonly shownBy?: { readonly seed: number; readonly violation: string };
}

// Only `hunt-planted-bug.ts` starts this thread, with an order.
const { edits, firstSeed, seeds } = workerData as PlantedOrder;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const here = url.startsWith('file:')
      ? edits.filter(({ file }) => fileURLToPath(url).endsWith(`/${file}`))
      : [];
    if (here.length === 0) return loaded;
    const source = here.reduce(edit, String(loaded.source));
    return { ...loaded, source };
  },
});

function edit(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

// After the hooks: what this loads is what they edit.
const { simulate } = await import('./simulate.ts');
let answer: PlantedAnswer = {};
for (let seed = firstSeed; seed < firstSeed + seeds && answer.shownBy === undefined; seed += 1) {
  const [violation] = (await simulate(seed)).violations;
  if (violation !== undefined) answer = { shownBy: { seed, violation } };
}
parentPort?.postMessage(answer);
