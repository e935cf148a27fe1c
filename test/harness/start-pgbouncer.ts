/** A real PgBouncer in transaction mode in front of a database, where one is installed. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { temporaryDir } from './start-switchyard.ts';
import { until } from './until.ts';

export const NO_PGBOUNCER = 'pgbouncer is not installed (Debian: apt-get install pgbouncer)';

export interface PgBouncer {
  readonly url: string;
  /** Prepared statements are carried from one transaction to the next from 1.21 on. */
  readonly carriesStatements: boolean;
  stop(): Promise<void>;
}

export interface Behind {
  /** The directory of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Fewer than the connections of any node, so that transactions of many clients really take turns on them. */
const SERVER_CONNECTIONS = 6;
/** As root it refuses to run, so it runs as nobody then. */
const NOBODY = 65_534;

/** Undefined where there is none. */
export async function startPgBouncer(database: Behind): Promise<PgBouncer | undefined> {
  const version = versionOf();
  if (version === undefined) return undefined;
  const isRoot = process.getuid?.() === 0;
  const dir = temporaryDir();
  const port = await freePort();
  const [file, users] = [join(dir, 'pgbouncer.ini'), join(dir, 'users.txt')];
  writeFileSync(users, `"${database.user}" ""\n`);
  writeFileSync(file, configuration(database, users, port, carries(version)));
  if (isRoot) {
    for (const path of [dir, file, users]) chownSync(path, NOBODY, NOBODY);
    // On its way to the socket it passes the data directory, which is root's.
    chmodSync(dirname(database.host), 0o711);
  }
  const child = spawn('pgbouncer', [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer did not start:\n${output}`);
    return isOpen(port);
  });
  return {
    url: `postgres://${database.user}@127.0.0.1:${port}/${database.database}`,
    carriesStatements: carries(version),
    async stop() {
      child.kill('SIGTERM');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function configuration(
  { host, port, user, database }: Behind,
  users: string,
  listen: number,
  named: boolean,
) {
  return `
[databases]
${database} = host=${host} port=${port} user=${user} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 200
${named ? 'max_prepared_statements = 200' : ''}
`;
}

function versionOf(): readonly [number, number] | undefined {
  try {
    const said = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
    return [Number(major), Number(minor)];
  } catch {
    return undefined;
  }
}

function carries([major, minor]: readonly [number, number]): boolean {
  return major > 1 || minor >= 21;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
