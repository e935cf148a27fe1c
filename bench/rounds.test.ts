import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Comparison, measureInTurns, summarise } from './rounds.ts';

test('every second round runs the subjects in the opposite order, after one warm-up of those that need it', async () => {
  const ran: string[] = [];
  const subject = (name: string, warmsUpItself: boolean) => ({
    warmsUpItself,
    measure: async () => {
      ran.push(name);
      return 1;
    },
  });
  const [a, b, c] = [subject('a', false), subject('b', false), subject('c', true)] as const;
  const comparisons: readonly Comparison[] = [
    { what: 'x', against: 'b', ours: a, theirs: b },
    { what: 'x', against: 'c', ours: a, theirs: c },
  ];
  await measureInTurns(comparisons, {
    seconds: 1,
    rounds: 2,
    onRound: () => undefined,
    beforeEach: async () => undefined,
  });
  assert.deepEqual(ran, ['a', 'b', 'a', 'b', 'c', 'c', 'b', 'a']);
});

test('a ratio is taken within each round before it is summarised', () => {
  // The machine was ten times slower in the last round, for both: the ratio does not know.
  const measured = summarise({ what: 'x', against: 'y' }, [100, 110, 10], [200, 200, 20]);
  assert.deepEqual(measured.ratios, [0.5, 0.55, 0.5]);
  assert.deepEqual(measured.ratio, { median: 0.5, min: 0.5, max: 0.55 });
});
