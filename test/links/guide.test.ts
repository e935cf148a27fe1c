/** The guide's commands link an account, and its tables hold what the code knows. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { REFUSALS } from '@switchyard/rail-kit';
import { takeStep } from '../../packages/server/src/domain/link-session/take-step.ts';
import { sampleLinkSession } from '../../packages/server/src/testing/sample-link-session.ts';
import { startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const GUIDE = readFileSync(new URL('../../docs/guides/linking.md', import.meta.url), 'utf8');

test('the six calls link an account', async () => {
  const commands = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  assert.equal(commands.length, 7);
  const running = await startSwitchyard();
  const folder = temporaryDir();
  try {
    symlinkSync(running.dataDir, join(folder, '.switchyard'));
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands.join('\n')], { cwd: folder });
    const [status, account = ''] = stdout.trim().split('\n');
    assert.equal(status, 'completed');
    const { source, address, rails } = JSON.parse(account);
    assert.equal(source, 'linked');
    assert.equal(address.country, 'GB');
    assert.equal(rails.length, 1);
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the table of failures has every code there is', () => {
  const codes = new Set(['provider_unavailable']);
  for (const code of REFUSALS) {
    const change = takeStep(sampleLinkSession(), { kind: 'refused', code }, 0);
    if (change.kind === 'failed') codes.add(change.failure.code);
  }
  const listed = [...GUIDE.matchAll(/^\| `([a-z_]+)` \| [A-Z]/gm)].map(([, code]) => code);
  assert.deepEqual(new Set(listed), codes);
});
