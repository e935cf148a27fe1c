/**
 * Starts Switchyard the way a user does, as a process of its own on a free port, with a data directory that is
 * thrown away afterwards. Tests then know what a client knows: a base URL and two keys.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningSwitchyard {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly testKey: string;
  readonly liveKey: string;
  readonly manageToken: string;
  readonly simulatorUrl: string;
  readonly dataDir: string;
  /** The server's own process, which under npm is not the one that was spawned. */
  readonly pid: number;
  readonly output: () => string;
  /** SIGTERM, then waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the server process, then waits for its end. The data directory stays. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** `npm`: by `npm start`, as the README says. `node`: the server alone, which starts faster. */
  readonly via?: 'npm' | 'node';
  /** Kept by its owner when given; otherwise a new one that `stop` removes. */
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '..', '..');
const START_MS_MAX = 150_000;

export async function startSwitchyard(options: StartOptions = {}): Promise<RunningSwitchyard> {
  const dataDir = options.dataDir ?? temporaryDir();
  const [command, args] =
    options.via === 'npm'
      ? ['npm', ['start']]
      : [process.execPath, [join(ROOT, 'packages/server/src/main.ts')]];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...surroundings(), PORT: '0', SWITCHYARD_DATA_DIR: dataDir, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await untilReady(child, output);
  const dev = JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8'));
  return {
    ...dev,
    dataDir,
    output,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      process.kill(dev.pid, 'SIGKILL');
      await ended;
    },
  };
}

/** As root the database runs as another user, who must be able to reach the directory. */
export function temporaryDir(): string {
  return mkdtempSync(join(tmpdir(), 'switchyard-'));
}

/** Settings of the tests are none of the service, which refuses to start on names it does not know. */
export function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('SWITCHYARD_TEST_')),
  );
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_MS_MAX;
  while (!/\bready\b.*http:\/\//.test(output())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Switchyard did not start:\n${output()}`);
    }
    await sleep(20);
  }
}
