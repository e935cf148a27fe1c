/** A thread of the crew. It plants the bugs it is given into what it loads, then does one task after another. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Edit } from './planted-bugs.ts';
import type { Task } from './task.ts';

// Only `crew.ts` starts this thread.
const edits = workerData as readonly Edit[];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const here = url.startsWith('file:')
      ? edits.filter(({ file }) => fileURLToPath(url).endsWith(`/${file}`))
      : [];
    return here.length === 0 ? loaded : { ...loaded, source: here.reduce(edit, String(loaded.source)) };
  },
});

function edit(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

// After the hooks: what this loads is what they edit.
const { performTask } = await import('./perform-task.ts');
parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await performTask(task));
});
