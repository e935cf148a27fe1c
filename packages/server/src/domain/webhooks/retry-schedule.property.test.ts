import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RETRY_AFTER_MS_MAX, RETRY_WAITS_MS, TRIES_MAX, waitAfter } from './retry-schedule.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });

test('there are ten tries, over a little more than three days', () => {
  assert.equal(TRIES_MAX, 10);
  const days = RETRY_WAITS_MS.reduce((sum, ms) => sum + ms, 0) / 86_400_000;
  assert.ok(days > 3 && days < 3.2, `${days}`);
});

test('each wait is that of the schedule, a fifth more or less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: TRIES_MAX - 1 }), chance, (tries, luck) => {
      const planned = RETRY_WAITS_MS[tries - 1] ?? 0;
      const waitMs = waitAfter(tries, luck, undefined) ?? 0;
      assert.ok(waitMs >= planned * 0.8 - 1 && waitMs <= planned * 1.2 + 1);
    }),
  );
});

test('after the last try there is none, whatever the receiver asks for', () => {
  fc.assert(
    fc.property(chance, fc.option(fc.nat(), { nil: undefined }), (luck, pause) => {
      assert.equal(waitAfter(TRIES_MAX, luck, pause), undefined);
    }),
  );
});

test('a pause that was asked for is kept, up to a day, and never shortens the wait', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: TRIES_MAX - 1 }), chance, fc.nat(), (tries, luck, pause) => {
      const waitMs = waitAfter(tries, luck, pause) ?? 0;
      assert.ok(waitMs >= Math.min(pause, RETRY_AFTER_MS_MAX));
      assert.ok(waitMs >= (waitAfter(tries, luck, undefined) ?? 0));
      assert.ok(waitMs <= RETRY_AFTER_MS_MAX * 1.2);
    }),
  );
});
