/** The guide's commands pay, and its tables hold what the contract knows. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PaymentIntent } from '@switchyard/contract';
import { startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const GUIDE = readFileSync(new URL('../../docs/guides/paying.md', import.meta.url), 'utf8');
const RUN_MS_MAX = 60_000;

test('the seven calls bring euros from pounds', async () => {
  const commands = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  assert.equal(commands.length, 8);
  const running = await startSwitchyard();
  const folder = temporaryDir();
  try {
    symlinkSync(running.dataDir, join(folder, '.switchyard'));
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands.join('\n')], {
      cwd: folder,
      timeout: RUN_MS_MAX,
    });
    assert.match(stdout, /pay-in over [a-z-]+: settled/);
    assert.match(stdout, /payout over wise: settled/);
    assert.match(stdout, /holder: 'payee'/);
    assert.match(stdout, /value: '5000'/);
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the tables of states and failures have every one there is', () => {
  const listed = (heading: string) => {
    const [, rows = ''] =
      new RegExp(`\\| ${heading} \\|[^\\n]*\\n\\|[-|]+\\n((?:\\|[^\\n]*\\n)+)`).exec(GUIDE) ?? [];
    return [...rows.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name).toSorted();
  };
  const { status, failure } = PaymentIntent.shape;
  assert.deepEqual(listed('Status'), [...status.options].toSorted());
  assert.deepEqual(listed('`failure.code`'), [...failure.unwrap().shape.code.options].toSorted());
});
