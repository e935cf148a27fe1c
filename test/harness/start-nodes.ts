/**
 * Several nodes of Switchyard as an operator runs them: production processes with a role each, on one Postgres, beside a
 * simulator that all of their adapters speak to. The one who starts them holds the database and the simulator, so a node can
 * be killed or stopped without anything else going with it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadCatalogue, RAIL_MODULES } from '@switchyard/rails';
import { ALL_PROVIDERS, type CreateProvider, type Simulator, startSimulator } from '@switchyard/simulator';
import pg from 'pg';
import type { Role } from '../../packages/server/src/config/config.ts';
import { connectEnvironment } from '../../packages/server/src/connect-environment.ts';
import { moveIn } from '../../packages/server/src/development/move-in.ts';
import { seedRouting } from '../../packages/server/src/development/seed-routing.ts';
import type { Environment } from '../../packages/server/src/domain/environment.ts';
import { type IdPrefix, idFromUuid } from '../../packages/server/src/domain/ids.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { createEngines } from '../../packages/server/src/routing/engines.ts';
import { type Database, openDatabase } from '../../packages/server/src/store/database.ts';
import { openKeyring } from '../../packages/server/src/store/keyring.ts';
import { masterKey } from '../../packages/server/src/store/master-keys.ts';
import { migrate } from '../../packages/server/src/store/migrate.ts';
import { createWorkflows, webhookSecretOf } from '../../packages/server/src/workflows.ts';
import { type Balancer, startBalancer } from './start-balancer.ts';
import { surroundings, temporaryDir } from './start-switchyard.ts';

export interface Node {
  readonly role: Role;
  readonly baseUrl: string;
  readonly pid: number;
  readonly output: () => string;
  readonly isGone: () => boolean;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, then waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, then waits for the end. */
  kill(): Promise<void>;
}

export interface Cluster {
  /** In front of the nodes that serve the API; this is also where providers send their webhooks. */
  readonly balancer: Balancer;
  readonly simulator: Simulator;
  readonly keys: Readonly<Record<'test' | 'live', string>>;
  readonly manageToken: string;
  readonly environments: Readonly<Record<'test' | 'live', Environment>>;
  readonly databaseUrl: string;
  readonly postgres: EmbeddedPostgres;
  readonly db: Database;
  /** As the owner of everything, for looking behind the nodes' backs. */
  lookAt<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<readonly Row[]>;
  readonly pepper: Buffer;
  /** Whatever a node needs in its surroundings to be one of these. */
  readonly environment: Readonly<Record<string, string>>;
  startNode(role: Role, settings?: Readonly<Record<string, string>>): Promise<Node>;
  /** Stops whatever of it still runs. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Beside the simulator's own. */
  readonly providers?: readonly CreateProvider[];
  readonly seed?: number;
}

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'packages/server/src/main.ts');
const START_MS_MAX = 180_000;

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const dataDir = temporaryDir();
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.connection);
  const { host, port, user, database } = postgres.connection;
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const simulator = await startSimulator({
    providers: [...ALL_PROVIDERS, ...(options.providers ?? [])],
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  const balancer = await startBalancer();
  const secrets = { masterKey: randomBytes(32), pepper: randomBytes(32) };
  const db = openDatabase({
    connection: postgres.connection,
    poolMax: 4,
    preparedStatements: true,
    onIdleError: () => undefined,
  });
  const moved = await furnish({ db, simulator, publicUrl: balancer.url, ...secrets });
  const environment = {
    PORT: '0',
    // Nodes start again and again; most of a start is the reading of sources.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compile-cache'),
    SWITCHYARD_PROFILE: 'production',
    SWITCHYARD_HOST: '127.0.0.1',
    SWITCHYARD_METRICS_PORT: '0',
    SWITCHYARD_DATABASE_URL: databaseUrl,
    SWITCHYARD_DATABASE_POOL: '8',
    SWITCHYARD_MASTER_KEY: secrets.masterKey.toString('hex'),
    SWITCHYARD_KEY_PEPPER: secrets.pepper.toString('hex'),
    SWITCHYARD_RATE_LIMITS: 'off',
    SWITCHYARD_LOG_LEVEL: 'error',
    SWITCHYARD_PUBLIC_URL: balancer.url,
  };
  warmCompileCache(environment);
  const nodes = new Set<Node>();
  const owner = new pg.Pool({ ...postgres.connection, max: 1 });
  return {
    balancer,
    simulator,
    ...moved,
    databaseUrl,
    postgres,
    db,
    lookAt: async (text, values = []) => (await owner.query(text, values)).rows,
    pepper: secrets.pepper,
    environment,
    async startNode(role, settings = {}) {
      const node = await startNode(role, { ...environment, SWITCHYARD_ROLE: role, ...settings });
      nodes.add(node);
      if (role !== 'worker') balancer.add(node.baseUrl);
      return node;
    },
    async stop() {
      const left = [...nodes].filter((node) => !node.isGone());
      // One that was stopped by a signal would never hear of its end.
      for (const node of left) node.signal('SIGCONT');
      await Promise.all(left.map((node) => node.stop()));
      await Promise.all([db.close(), owner.end()]);
      await Promise.all([simulator.stop(), balancer.stop()]);
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A process that ends by itself leaves what it compiled behind; one that is killed does not. So one is started for that, without a port. */
function warmCompileCache(environment: Readonly<Record<string, string>>): void {
  spawnSync(process.execPath, [MAIN], {
    env: { ...surroundings(), ...environment, PORT: 'none' },
    stdio: 'ignore',
  });
}

interface Furniture {
  readonly db: Database;
  readonly simulator: Simulator;
  readonly masterKey: Buffer;
  readonly pepper: Buffer;
  readonly publicUrl: string;
}

/** An organisation with its two environments and keys, and every simulated rail connected in test. */
async function furnish({ db, simulator, pepper, publicUrl, masterKey: key }: Furniture) {
  const masterKeys = { current: masterKey(key), previous: [] };
  const newId = <P extends IdPrefix>(prefix: P) => idFromUuid(prefix, randomUUIDv7());
  const now = () => Date.now();
  const catalogue = loadCatalogue();
  const moved = await moveIn({ db, masterKeys, pepper, newId, now }, {});
  await seedRouting({ db, catalogue, newId, now }, moved.environments.test.id);
  const logger = { info: () => undefined, warn: console.error, error: console.error };
  const webhookSecret = webhookSecretOf(pepper);
  const workflows = createWorkflows({
    db,
    keyring: openKeyring(db, masterKeys),
    engines: createEngines({ db, catalogue, now, logger }),
    modules: RAIL_MODULES,
    newId,
    now,
    logger,
    publicUrl: () => publicUrl,
    webhookSecret,
  });
  const { id } = moved.environments.test;
  await connectEnvironment(workflows, id, { simulatorUrl: simulator.baseUrl, webhookSecret });
  await workflows.close();
  return moved;
}

async function startNode(role: Role, environment: Readonly<Record<string, string>>): Promise<Node> {
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { ...surroundings(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const baseUrl = await untilReady(child, output);
  const { pid } = child;
  if (pid === undefined) throw new Error('A process that is ready has a number');
  return {
    role,
    baseUrl,
    pid,
    output,
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    signal: (name) => void child.kill(name),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
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

async function untilReady(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = Date.now() + START_MS_MAX;
  for (;;) {
    const url = /\bready at (http:\/\/\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`A node did not start:\n${output()}`);
    }
    await sleep(20);
  }
}
