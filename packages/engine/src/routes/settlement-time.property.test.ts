import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toLocal } from './local-time.ts';
import { SETTLEMENT_CALENDARS } from './settlement-calendars.ts';
import { SETTLEMENT_PROFILES } from './settlement-profiles.ts';
import { isRestDay, type RestDays, readDay, slowArrivalMs, typicalArrivalMs } from './settlement-time.ts';

const REST: RestDays = new Map(
  SETTLEMENT_CALENDARS.map(({ id, closedDays }) => [
    id,
    new Set(closedDays.flatMap((day) => readDay(day) ?? [])),
  ]),
);
const EUR = 'iso4217:EUR';
const profile = fc.constantFrom(...Object.values(SETTLEMENT_PROFILES));
const timeMs = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2031, 11) });

test('nothing arrives before it was sent, and the slow time is not before the typical one', () => {
  fc.assert(
    fc.property(profile, timeMs, (one, startMs) => {
      const typicalMs = typicalArrivalMs(one, EUR, startMs, REST);
      assert.ok(typicalMs >= startMs);
      assert.ok(slowArrivalMs(one, EUR, startMs, REST) >= typicalMs);
    }),
    { numRuns: 2_000 },
  );
});

test('what is sent later does not arrive earlier', () => {
  fc.assert(
    fc.property(profile, timeMs, fc.nat(7 * 86_400_000), (one, startMs, laterMs) => {
      for (const arrival of [typicalArrivalMs, slowArrivalMs])
        assert.ok(arrival(one, EUR, startMs + laterMs, REST) >= arrival(one, EUR, startMs, REST));
    }),
    { numRuns: 2_000 },
  );
});

test('a scheme that rests credits nothing on a day of rest', () => {
  fc.assert(
    fc.property(profile, timeMs, ({ hours, ...rest }, startMs) => {
      if (hours.kind === 'always') return;
      const days = REST.get(hours.calendar === 'of-asset' ? 'TARGET' : hours.calendar);
      for (const arrival of [typicalArrivalMs, slowArrivalMs]) {
        const { day } = toLocal(arrival({ hours, ...rest }, EUR, startMs, REST), hours.zone);
        assert.ok(!isRestDay(day, days));
      }
    }),
    { numRuns: 2_000 },
  );
});
