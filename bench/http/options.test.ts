import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from './options.ts';

test('without options a run is full, and --short makes it brief', () => {
  const full = readOptions([]);
  const short = readOptions(['--short']);
  assert.ok(full.ok && short.ok);
  assert.ok(!full.value.short && short.value.short);
  assert.ok(short.value.seconds * short.value.rounds < full.value.seconds * full.value.rounds);
});

test('what is given wins over what --short would choose', () => {
  const options = readOptions(['--short', '--seconds', '0.25', '--rounds', '9', '--clients', '4', '--json']);
  assert.deepEqual(options, {
    ok: true,
    value: { seconds: 0.25, rounds: 9, clients: 4, waitSeconds: 0, short: true, json: true },
  });
});

for (const args of [
  ['--rounds', '0'],
  ['--rounds', '1.5'],
  ['--seconds', 'x'],
  ['--clients', '81'],
  ['--fast'],
  ['http'],
]) {
  test(`refuses ${args.join(' ')}`, () => {
    assert.equal(readOptions(args).ok, false);
  });
}
