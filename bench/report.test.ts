import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeReport, verdictOf } from './report.ts';
import { summarise } from './rounds.ts';

const spread = (min: number, median: number, max: number) => ({ min, median, max });

test('a target is met or missed only when every round says so', () => {
  assert.equal(verdictOf({ ratio: spread(0.6, 0.7, 0.8), target: 0.6 }), 'met');
  assert.equal(verdictOf({ ratio: spread(0.4, 0.5, 0.59), target: 0.6 }), 'missed');
  assert.equal(verdictOf({ ratio: spread(0.5, 0.7, 0.8), target: 0.6 }), 'unclear');
  assert.equal(verdictOf({ ratio: spread(0.1, 0.1, 0.1) }), 'for information');
});

test('the table lines its columns up and says how busy the machine was', () => {
  const text = describeReport({
    machine: { node: 'v26.0.0', platform: 'linux-x64', cores: 2, busyBefore: 0.25, load1: 1.5 },
    clients: 32,
    seconds: 2,
    rounds: 2,
    comparisons: [
      summarise({ what: 'read', against: 'pgbench', target: 0.5 }, [4000, 4000], [8000, 6000]),
      summarise({ what: 'write', against: 'pgbench, pipelined' }, [900, 900], [1800, 1800]),
    ],
    notes: ['Nothing was skipped.'],
  });
  const lines = text.split('\n');
  assert.match(lines[0] ?? '', /25 % of them busy .* load 1\.5/);
  assert.equal(lines[3], '       against             ours/s  theirs/s  ratio    min..max  target  verdict');
  assert.equal(lines[4], 'read   pgbench              4,000     7,000   0.58  0.50..0.67    0.50  met');
  assert.equal(
    lines[5],
    'write  pgbench, pipelined     900     1,800   0.50  0.50..0.50          for information',
  );
  assert.equal(lines.at(-1), 'Nothing was skipped.');
});
