/** The guide's receiver hears of what its commands make happen, and believes nobody else. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { RETRY_WAITS_MS, TRIES_MAX } from '../../packages/server/src/domain/webhooks/retry-schedule.ts';
import { startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const ROOT = new URL('../../', import.meta.url);
const CLIENT = new URL('packages/client/src/index.ts', ROOT).href;
const GUIDE = readFileSync(new URL('docs/guides/webhooks.md', ROOT), 'utf8');
const RUN_MS_MAX = 60_000;

interface Guide {
  readonly receiver: Server;
  readonly seen: ReadonlyMap<string, { readonly type: string; readonly sequence: number }>;
}

test('its receiver gets the event that its commands lead to', async () => {
  const [register = '', cause = ''] = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
  const running = await startSwitchyard();
  const folder = temporaryDir();
  const code = /```ts\n(.*?)```/s.exec(GUIDE)?.[1] ?? assert.fail('no code');
  writeFileSync(
    join(folder, 'receiver.mts'),
    code.replaceAll("'@switchyard/client'", JSON.stringify(CLIENT)),
  );
  const { receiver, seen }: Guide = await import(join(folder, 'receiver.mts'));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  // A server that listens on a port has an address of this kind.
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  try {
    symlinkSync(running.dataDir, join(folder, '.switchyard'));
    const run = (script: string) =>
      promisify(execFile)('sh', ['-ec', script], {
        cwd: folder,
        timeout: RUN_MS_MAX,
        env: { ...process.env, RECEIVER_URL: url },
      });
    const made = JSON.parse((await run(register)).stdout);
    process.env.WEBHOOK_SECRET = made.secret;
    // The commands of a guide follow each other in one shell: the first ones are said again, without making an endpoint.
    const settings = register.slice(0, register.indexOf('ENVIRONMENT='));
    await run(`${settings}\n${cause}`);
    const deadline = Date.now() + RUN_MS_MAX;
    while (seen.size === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(
      Array.from(seen.values(), ({ type }) => type),
      ['account.updated'],
    );
    const forged = await fetch(url, { method: 'POST', body: '{"id":"evt_1"}' });
    assert.equal(forged.status, 400);
    assert.equal(seen.size, 1);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the schedule it tells of is the one that is kept', () => {
  const [, told = ''] = /in all: at once, then after (.*?), each a fifth/s.exec(GUIDE) ?? [];
  const units: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000 };
  // A number without a unit has that of the last one.
  const waits = Array.from(
    told.matchAll(/(\d+)(?:\s+(second|minute|hour)s)?/g),
    ([, count, unit = 'hour']) => Number(count) * (units[unit] ?? 0),
  );
  assert.deepEqual(waits, RETRY_WAITS_MS);
  assert.equal(TRIES_MAX, 10);
});
