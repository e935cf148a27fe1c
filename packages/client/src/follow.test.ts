import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SwitchyardError } from './errors.ts';
import { follow, jittered } from './follow.ts';

test('pulls at once when there is nothing, then again and again until stopped', async () => {
  let pulls = 0;
  const stop = follow({ pull: async () => (pulls += 1), isLoaded: () => false }, { everyMs: 5 });
  assert.equal(pulls, 1);
  while (pulls < 4) await sleep(2);
  stop();
  const before = pulls;
  await sleep(40);
  assert.equal(pulls, before);
});

test('waits first when there is a snapshot', async () => {
  let pulls = 0;
  const stop = follow({ pull: async () => (pulls += 1), isLoaded: () => true }, { everyMs: 5 });
  assert.equal(pulls, 0);
  while (pulls < 1) await sleep(2);
  stop();
});

test('tells what went wrong, and goes on', async () => {
  const errors: unknown[] = [];
  const failure = new Error('no network');
  const pull = () => Promise.reject(failure);
  const stop = follow(
    { pull, isLoaded: () => false },
    { everyMs: 2, onError: (error) => errors.push(error) },
  );
  while (errors.length < 3) await sleep(2);
  stop();
  assert.deepEqual(new Set(errors), new Set([failure]));
});

test('goes on in silence when nobody wants to hear', async () => {
  let pulls = 0;
  const pull = () => {
    pulls += 1;
    return Promise.reject(new Error('no network'));
  };
  const stop = follow({ pull, isLoaded: () => false }, { everyMs: 2 });
  while (pulls < 3) await sleep(2);
  stop();
});

test('stopped in the middle of a pull, it tells nothing and does not go on', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const errors: unknown[] = [];
  let pulls = 0;
  const pull = () => {
    pulls += 1;
    return promise;
  };
  const stop = follow(
    { pull, isLoaded: () => false },
    { everyMs: 1, onError: (error) => errors.push(error) },
  );
  stop();
  reject(new Error('late'));
  await sleep(30);
  assert.deepEqual(errors, []);
  assert.equal(pulls, 1);
});

test('keeps away as long as the service asks', async () => {
  let pulls = 0;
  const pull = () => {
    pulls += 1;
    return Promise.reject(new SwitchyardError({ code: 'X', message: 'x', retryAfterMs: 60_000 }));
  };
  const stop = follow({ pull, isLoaded: () => false }, { everyMs: 1 });
  await sleep(40);
  stop();
  assert.equal(pulls, 1);
});

test('never calls twice at once', async () => {
  let running = 0;
  let most = 0;
  let pulls = 0;
  const pull = async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(10);
    running -= 1;
    pulls += 1;
  };
  const stop = follow({ pull, isLoaded: () => false }, { everyMs: 1 });
  while (pulls < 3) await sleep(2);
  stop();
  assert.equal(most, 1);
});

test('does not keep a process alive', () => {
  const module = new URL('./follow.ts', import.meta.url);
  const code = `import { follow } from '${module}';
    follow({ pull: async () => {}, isLoaded: () => false }, { everyMs: 600_000 });`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { timeout: 20_000 });
});

test('waits differ by a fifth at the most', () => {
  assert.equal(jittered(1_000, 0), 800);
  assert.equal(jittered(1_000, 0.5), 1_000);
  assert.equal(jittered(1_000, 1), 1_200);
});

for (const everyMs of [0, -1, Number.NaN, 2 ** 31]) {
  test(`refuses to follow every ${everyMs} ms`, () => {
    assert.throws(() => follow({ pull: async () => {}, isLoaded: () => true }, { everyMs }), TypeError);
  });
}
