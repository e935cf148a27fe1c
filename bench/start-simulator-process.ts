/** The simulator in a process of its own, so that what it costs is not taken for the service's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface SimulatorProcess {
  readonly baseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '..', 'packages', 'simulator', 'src', 'main.ts');

export async function startSimulatorProcess(): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [MAIN, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /http:\S+/.exec(line)?.[0];
    const { pid } = child;
    if (baseUrl === undefined || pid === undefined) continue;
    return {
      baseUrl,
      pid,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('The simulator did not start');
}
