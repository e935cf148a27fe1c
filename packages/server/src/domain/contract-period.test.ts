import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodAt } from './contract-period.ts';

const at = (text: string) => new Date(text);

test('a month, a quarter and a year begin at their first moment and end where the next begins', () => {
  const when = at('2026-11-15T10:00:00Z');
  assert.deepEqual(periodAt('month', when), {
    start: at('2026-11-01T00:00:00Z'),
    end: at('2026-12-01T00:00:00Z'),
  });
  assert.deepEqual(periodAt('quarter', when), {
    start: at('2026-10-01T00:00:00Z'),
    end: at('2027-01-01T00:00:00Z'),
  });
  assert.deepEqual(periodAt('year', when), {
    start: at('2026-01-01T00:00:00Z'),
    end: at('2027-01-01T00:00:00Z'),
  });
});

test('the last moment of a period is in it and the next is not', () => {
  const end = at('2027-01-01T00:00:00Z');
  const before = at('2026-12-31T23:59:59.999Z');
  for (const period of ['month', 'quarter', 'year'] as const) {
    assert.deepEqual(periodAt(period, before).end, end);
    assert.deepEqual(periodAt(period, end).start, end);
  }
});
