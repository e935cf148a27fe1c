import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, TIME_ZONES, toLocal, toUtcMs, weekdayOf } from './local-time.ts';

const HOUR_MS = 3_600_000;

for (const zone of TIME_ZONES) {
  test(`${zone} has the clock that the platform gives it, every hour from 2026 to 2031`, () => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    for (let utcMs = Date.UTC(2026, 0); utcMs < Date.UTC(2032, 0); utcMs += HOUR_MS) {
      const { day, ms } = toLocal(utcMs, zone);
      const shown = new Date(day * DAY_MS + ms).toISOString();
      const [date, time] = [shown.slice(0, 10).split('-').reverse().join('/'), shown.slice(11, 16)];
      if (clock.format(utcMs) !== `${date}, ${time}`) assert.equal(clock.format(utcMs), `${date}, ${time}`);
    }
  });

  test(`${zone} at noon and back is the same moment`, () => {
    for (let utcMs = Date.UTC(2026, 0, 1, 12); utcMs < Date.UTC(2032, 0); utcMs += DAY_MS)
      assert.equal(toUtcMs(toLocal(utcMs, zone), zone), utcMs);
  });
}

test('weekdays count from Sunday', () => {
  assert.equal(weekdayOf(0), 4);
  assert.equal(weekdayOf(Date.UTC(2026, 10, 15) / DAY_MS), 0);
});
