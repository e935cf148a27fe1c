import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const README = join(import.meta.dirname, '..', '..', 'README.md');
const CALL = /```sh\n(curl[\s\S]*?)```\n```json\n([\s\S]*?)```/g;
const SETUP = /```sh\n(export BASE[\s\S]*?)```/;

test('the first five calls of the README give the answers it shows', async () => {
  const text = readFileSync(README, 'utf8');
  const setup = SETUP.exec(text)?.[1] ?? '';
  const calls = [...text.matchAll(CALL)];
  assert.equal(calls.length, 5);
  const running = await startSwitchyard();
  const folder = temporaryDir();
  symlinkSync(running.dataDir, join(folder, '.switchyard'));
  for (const [, command = '', shown = ''] of calls) {
    const answer = execFileSync('sh', ['-c', `${setup}\n${command}`], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual(withoutChance(answer), withoutChance(shown));
  }
  await running.stop();
});

/** Ids, fingerprints and times differ from run to run; everything else is compared. */
function withoutChance(json: string): unknown {
  return JSON.parse(
    json
      .replaceAll(/"((?:cus|acct|evt|req|fp)_)[0-9A-Za-z]+"/g, '"$1…"')
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"'),
  );
}
