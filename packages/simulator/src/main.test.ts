import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('the simulator on its own', () => {
  it('says where it listens, answers there, and ends at a signal', async () => {
    const child = spawn(process.execPath, [MAIN, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    const url = /http:\S+/.exec(String(line))?.[0];
    assert(url !== undefined, String(line));
    assert.equal((await fetch(url)).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('refuses a port that is no number', async () => {
    const child = spawn(process.execPath, [MAIN, '--port', 'many'], { stdio: 'ignore' });
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });
});
