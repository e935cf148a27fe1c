import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoutingOptions } from './options.ts';
import { SCENARIOS } from './scenarios.ts';

test('without arguments it is the whole bench with the seeds of the report', () => {
  const options = readRoutingOptions([]);
  assert.ok(options.ok);
  assert.deepEqual(options.value.seeds, [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112]);
  assert.equal(options.value.scenarios.length, SCENARIOS.length);
  assert.deepEqual([options.value.json, options.value.docs], [false, false]);
});

test('seeds and scenario can be chosen', () => {
  const options = readRoutingOptions(['--short', '--seed', '7', '--scenario', 'outage', '--json']);
  assert.ok(options.ok);
  assert.deepEqual(options.value.seeds, [7, 8]);
  assert.deepEqual(
    options.value.scenarios.map(({ id }) => id),
    ['outage'],
  );
});

test('what makes no sense is refused with a sentence', () => {
  for (const args of [
    ['--seed', 'x'],
    ['--seed', '-1'],
    ['--seeds', '0'],
    ['--scenario', 'none'],
    ['--docs', '--short'],
    ['--what'],
    ['outage'],
  ]) {
    const options = readRoutingOptions(args);
    assert.ok(!options.ok && options.problem.length > 10, args.join(' '));
  }
});
