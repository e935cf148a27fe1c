/** For tests: the simulator in a process of its own, which can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface RunningSimulator {
  readonly baseUrl: string;
  /** Without warning, as `kill -9` does it. */
  kill(): Promise<void>;
  /** As a signal at a terminal does it; answers the exit code. */
  stop(): Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export async function runSimulator(stateFile: string, port: string): Promise<RunningSimulator> {
  const child = spawn(process.execPath, [MAIN, '--port', port, '--state', stateFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const baseUrl = /http:\S+/.exec(String(line))?.[0];
  if (baseUrl === undefined) throw new Error(`the simulator did not start: ${line}`);
  return {
    baseUrl,
    async kill() {
      await endWith(child, 'SIGKILL');
    },
    stop: () => endWith(child, 'SIGTERM'),
  };
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}
