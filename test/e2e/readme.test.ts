import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const README = join(import.meta.dirname, '..', '..', 'README.md');
const CALL = /```sh\n((?:(?!```)[\s\S])*)```\n```json\n([\s\S]*?)```/g;
const SETUP = /```sh\n(export BASE[\s\S]*?)```/;

const PAY = /\n## Pay\n([\s\S]*?)\n## /;

test('the first six calls of the README give the answers it shows', async () => {
  const text = readFileSync(README, 'utf8');
  const setup = SETUP.exec(text)?.[1] ?? '';
  const calls = [...text.matchAll(CALL)];
  assert.equal(calls.length, 6);
  const running = await startSwitchyard();
  const folder = temporaryDir();
  symlinkSync(running.dataDir, join(folder, '.switchyard'));
  for (const [, command = '', shown = ''] of calls) {
    const answer = execFileSync('sh', ['-c', `${setup}\n${command}`], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual(withoutChance(answer), withoutChance(shown));
  }
  await running.stop();
});

test('with curl alone two accounts are linked, pounds become euros on one of several routes, and the log tells it', async () => {
  const text = readFileSync(README, 'utf8');
  const setup = SETUP.exec(text)?.[1] ?? '';
  const blocks = [...(PAY.exec(text)?.[1] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, block = '']) => block,
  );
  assert.equal(blocks.length, 4);
  const running = await startSwitchyard();
  const folder = temporaryDir();
  try {
    symlinkSync(running.dataDir, join(folder, '.switchyard'));
    const said = execFileSync('sh', ['-ec', [setup, ...blocks].join('\n')], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const routes = said.match(/\d+ over [a-z-]+,wise: /g) ?? [];
    assert.ok(routes.length >= 3, said);
    assert.match(said, /pay-in over [a-z-]+: settled/);
    assert.match(said, /payout over wise: settled/);
    assert.match(said, /leg\.updated settled[\s\S]*payment_intent\.succeeded succeeded/);
  } finally {
    await running.stop();
  }
});

/** Ids, fingerprints, times, ports and what depends on how long a call took differ from run to run; the rest is compared. */
function withoutChance(json: string): unknown {
  return JSON.parse(
    json
      .replaceAll(/"((?:cus|acct|evt|req|fp|lnk|con)_)[0-9A-Za-z]+"/g, '"$1…"')
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
      .replaceAll(/127\.0\.0\.1:\d+/g, '<simulator>')
      .replaceAll(/state=[\w-]+/g, 'state=…')
      .replaceAll(/EUR 0\.\d\d/g, 'EUR …'),
  );
}
