import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clampTimeMs, createTimeWriter, formatTime, parseTime, TIME_MS_MAX } from './iso-time.ts';

test('a time that is written is read back', () => {
  const write = createTimeWriter();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: TIME_MS_MAX }), fc.nat(2_000), (ms, later) => {
      assert.equal(parseTime(formatTime(ms)), ms);
      assert.equal(write(ms), formatTime(ms));
      assert.equal(write(ms + later), formatTime(ms + later));
    }),
  );
});

test('offsets and fractions are read', () => {
  const utc = Date.UTC(2026, 9, 8, 9, 30);
  assert.equal(parseTime('2026-10-08T09:30:00Z'), utc);
  assert.equal(parseTime('2026-10-08T11:30:00+02:00'), utc);
  assert.equal(parseTime('2026-10-08T04:00:00-05:30'), utc);
  assert.equal(parseTime('2026-10-08T09:30:00.1Z'), utc + 100);
  assert.equal(parseTime('2026-10-08T09:30:00.123456Z'), utc + 123);
});

test('what is no date-time with an offset is not read', () => {
  for (const text of [
    '',
    'soon',
    '2026-10-08',
    '2026-10-08T09:30:00',
    '2026-10-08 09:30:00Z',
    '8 Oct 2026',
  ]) {
    assert.equal(parseTime(text), undefined, text);
  }
});

test('whatever number comes, a time that can be written goes', () => {
  for (const ms of [Number.NaN, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, 0.5]) {
    assert.match(formatTime(ms), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Number.isSafeInteger(clampTimeMs(ms)));
  }
});
