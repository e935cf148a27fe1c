/** Runs pgbench, which comes with Postgres, against the database the service uses. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE, OWNER, PORT } from '../../packages/server/src/embedded-postgres/names.ts';
import type { PgbenchScript } from './pgbench-script.ts';

export interface Pgbench {
  readonly version: string;
  /** Runs a script for that long and answers transactions per second. */
  measure(script: PgbenchScript, seconds: number): Promise<number>;
  /** Runs a script a given number of times for each client. Throws when it fails. */
  repeat(script: PgbenchScript, times: number, clients: number): Promise<void>;
}

/** Where Debian keeps what it does not put on the path. */
const DEBIAN_HOME = '/usr/lib/postgresql';

/** Undefined when this machine has none. */
export function findPgbench(socketDirectory: string, clients: number): Pgbench | undefined {
  for (const program of candidates()) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    return {
      version: stdout.trim(),
      async measure(script, seconds) {
        // Connections are new and their caches cold in the first second, which is therefore left out.
        const duration = Math.max(1, Math.ceil(seconds)) + 1;
        const args = ['-c', String(clients), '-T', String(duration), '-P', '1'];
        return rateAfterFirstSecond(await run(program, socketDirectory, script, args));
      },
      async repeat(script, times, clientCount) {
        await run(program, socketDirectory, script, ['-c', String(clientCount), '-t', String(times)]);
      },
    };
  }
  return undefined;
}

function candidates(): readonly string[] {
  return ['pgbench', ...debianVersions().map((version) => join(DEBIAN_HOME, version, 'bin', 'pgbench'))];
}

function debianVersions(): readonly string[] {
  try {
    return readdirSync(DEBIAN_HOME).toSorted((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

async function run(
  program: string,
  socketDirectory: string,
  script: PgbenchScript,
  args: readonly string[],
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-pgbench-'));
  const file = join(directory, 'script.sql');
  writeFileSync(file, script.text);
  const variables = Object.entries(script.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const common = ['-h', socketDirectory, '-p', String(PORT), '-U', OWNER, '-n', '-M', 'prepared'];
  const threads = ['-j', String(availableParallelism())];
  try {
    return await output(program, [...common, ...threads, ...args, ...variables, '-f', file, DATABASE]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function output(program: string, args: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve(text);
    else reject(new Error(`pgbench ended with ${code}:\n${text}`));
  });
  return promise;
}

const FIRST_SECOND = /^progress: ([\d.]+) s, ([\d.]+) tps/m;
const PROCESSED = /^number of transactions actually processed: (\d+)/m;
const RATE = /^tps = ([\d.]+) \(without initial connection time\)/m;

/** What was done in all, less what the first line of progress tells of, over the time that remains. */
export function rateAfterFirstSecond(text: string): number {
  const [, firstSeconds, firstRate] = FIRST_SECOND.exec(text) ?? [];
  const processed = PROCESSED.exec(text)?.[1];
  const rate = RATE.exec(text)?.[1];
  if (firstSeconds === undefined || processed === undefined || rate === undefined) {
    throw new Error(`pgbench reported otherwise than expected:\n${text}`);
  }
  const seconds = Number(processed) / Number(rate);
  const later = Number(processed) - Number(firstRate) * Number(firstSeconds);
  return later / (seconds - Number(firstSeconds));
}
