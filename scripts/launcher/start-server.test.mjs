import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

const root = mkdtempSync(join(tmpdir(), 'switchyard-start-'));
after(() => rmSync(root, { recursive: true, force: true }));

// A server of four lines: it says each thing that happens to it, and ends with 7.
mkdirSync(join(root, 'packages', 'server', 'src'), { recursive: true });
writeFileSync(
  join(root, 'packages', 'server', 'src', 'main.ts'),
  `import { Socket } from 'node:net';
   const end = (why: string): void => { console.log(why); setTimeout(() => process.exit(7), 800); };
   for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(signal));
   new Socket({ fd: Number(process.env.SWITCHYARD_LAUNCHER_FD) }).on('close', () => end('launcher gone')).resume();
   console.log('ready ' + process.argv.slice(2).join(' '));`,
);

const LAUNCH = `
  import { startServer } from ${JSON.stringify(new URL('./start-server.mjs', import.meta.url).href)};
  import { rememberNpm } from ${JSON.stringify(new URL('./npm-parent.mjs', import.meta.url).href)};
  console.log('launcher ' + process.pid);
  const context = { isNpmGone: rememberNpm(), root: ${JSON.stringify(root)}, node: process.execPath, args: ['--flag'] };
  process.exitCode = await startServer(context, 'packages/server/src/main.ts');`;

/** @param {NodeJS.ProcessEnv} [env] */
function launch(env = {}) {
  return follow(
    spawn(process.execPath, ['--input-type=module', '-e', LAUNCH], { env: { ...process.env, ...env } }),
  );
}

/** @param {import('node:child_process').ChildProcessWithoutNullStreams} child */
function follow(child) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const closed = once(child, 'close');
  const line = async () => (await lines.next()).value;
  const rest = async () => {
    const said = [];
    for (let next = await lines.next(); !next.done; next = await lines.next()) said.push(next.value);
    return said;
  };
  return { child, line, rest, closed };
}

test('passes arguments on, a repeated signal once, and the exit code back', async () => {
  const { child, line, rest, closed } = launch();
  await line();
  assert.equal(await line(), 'ready --flag');
  child.kill('SIGINT');
  setTimeout(() => child.kill('SIGINT'), 100);
  assert.deepEqual(await rest(), ['SIGINT']);
  assert.deepEqual(await closed, [7, null]);
});

test('asks for an orderly stop when the terminal closes', async () => {
  const { child, line, rest } = launch();
  await line();
  await line();
  child.kill('SIGHUP');
  assert.deepEqual(await rest(), ['SIGTERM']);
});

test('lets the server know when the launcher is killed', async () => {
  const { child, line, rest } = launch();
  await line();
  await line();
  child.kill('SIGKILL');
  assert.deepEqual(await rest(), ['launcher gone']);
});

for (const [between, shell] of [
  ['', 'false'],
  [', also with a shell in between', 'true'],
]) {
  test(`stops the server when npm is killed${between}`, async () => {
    // A parent in npm's place, which starts the launcher as npm does and is then killed.
    const script = `
      import { spawn } from 'node:child_process';
      const launch = [process.execPath, '--input-type=module', '-e', ${JSON.stringify(LAUNCH)}];
      const [command, ...args] = ${shell} ? ['sh', '-c', '"$@"; exit $?', 'sh', ...launch] : launch;
      spawn(command, args, { stdio: 'inherit' });`;
    const env = { ...process.env, npm_lifecycle_event: 'start' };
    const { child, line, rest } = follow(
      spawn(process.execPath, ['--input-type=module', '-e', script], { env }),
    );
    await line();
    await line();
    child.kill('SIGKILL');
    assert.deepEqual(await rest(), ['SIGTERM']);
  });
}
