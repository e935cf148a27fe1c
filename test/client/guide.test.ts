import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Unreachable } from '../../packages/client/src/index.ts';
import { type RunningSwitchyard, startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const ROOT = new URL('../../', import.meta.url);
const CLIENT = new URL('packages/client/src/index.ts', ROOT).href;
const GUIDE = readFileSync(new URL('docs/guides/local-mode.md', ROOT), 'utf8');
const README = readFileSync(new URL('packages/client/README.md', ROOT), 'utf8');

interface Guide {
  readonly pay: (value: string, callRail: (rail: string) => Promise<boolean>) => Promise<Paid>;
}
interface Paid {
  readonly decision: { readonly id: string; readonly rail: string };
  readonly status: string;
}

function codeIn(page: string): string {
  const code = /```ts\n(.*?)```/s.exec(page)?.[1] ?? assert.fail('no code');
  return code.replaceAll("'@switchyard/client'", JSON.stringify(CLIENT));
}

describe('the guide to local mode', () => {
  const folder = temporaryDir();
  let running: RunningSwitchyard;
  before(async () => {
    running = await startSwitchyard();
  });
  after(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Each copy is a module of its own, as it would be after a restart. */
  function start(name: string, baseUrl: string): Promise<Guide> {
    process.env.SWITCHYARD_URL = baseUrl;
    process.env.SWITCHYARD_KEY = running.testKey;
    process.env.SNAPSHOT_FILE = join(folder, 'snapshot.json');
    writeFileSync(join(folder, name), codeIn(GUIDE));
    return import(join(folder, name));
  }

  test('has code that decides, calls and reports', async (t) => {
    const reports: Promise<Response>[] = [];
    const original = globalThis.fetch;
    t.mock.method(globalThis, 'fetch', (...args: Parameters<typeof fetch>) => {
      const answer = original(...args);
      if (String(args[0]).endsWith('/v1/outcomes')) reports.push(answer.then((response) => response.clone()));
      return answer;
    });
    const { pay } = await start('online.mts', running.baseUrl);
    const called: string[] = [];
    const { decision, status } = await pay('2500', async (rail) => called.push(rail) === 1);
    assert.deepEqual(called, [decision.rail]);
    assert.equal(status, 'succeeded');
    const [response = assert.fail('nothing was reported')] = await Promise.all(reports);
    assert.equal(response.status, 201);
    assert.equal((await response.json()).decision, decision.id);
  });

  test('has code that goes on without the service, and says that a report was not taken', async (t) => {
    const warned = Promise.withResolvers<unknown>();
    t.mock.method(console, 'warn', warned.resolve);
    const { pay } = await start('offline.mts', 'http://127.0.0.1:1');
    const { decision } = await pay('2500', async () => true);
    assert.equal(typeof decision.rail, 'string');
    assert((await warned.promise) instanceof Unreachable);
  });

  test('the README of the client has code that runs', async () => {
    const code = codeIn(README).replace(
      '{ baseUrl, key }',
      JSON.stringify({ baseUrl: running.baseUrl, key: running.testKey }),
    );
    writeFileSync(join(folder, 'readme.mts'), code);
    await import(join(folder, 'readme.mts'));
  });
});
