import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettlementScheme } from '../vocabulary.ts';
import { SETTLEMENT_CALENDARS } from './settlement-calendars.ts';
import { SETTLEMENT_PROFILES } from './settlement-profiles.ts';
import { type RestDays, readDay, slowArrivalMs, typicalArrivalMs } from './settlement-time.ts';

const REST: RestDays = new Map(
  SETTLEMENT_CALENDARS.map(({ id, closedDays }) => [
    id,
    new Set(closedDays.flatMap((day) => readDay(day) ?? [])),
  ]),
);

interface Case {
  readonly about: string;
  readonly scheme: SettlementScheme;
  readonly asset?: string;
  readonly sent: string;
  readonly typical: string;
  readonly slow: string;
}

const CASES: readonly Case[] = [
  {
    about: 'an instant transfer knows no night',
    scheme: 'sepa-sct-inst',
    sent: '2026-12-25T23:00:00Z',
    typical: '2026-12-25T23:00:05Z',
    slow: '2026-12-25T23:00:10Z',
  },
  {
    about: 'a credit transfer before the cut-off is there the same day, in winter time',
    scheme: 'sepa-sct',
    sent: '2026-11-16T09:00:00Z',
    typical: '2026-11-16T13:00:00Z',
    slow: '2026-11-17T17:00:00Z',
  },
  {
    about: 'one after the cut-off begins the next morning, in summer time',
    scheme: 'sepa-sct',
    sent: '2026-06-16T13:01:00Z',
    typical: '2026-06-17T09:00:00Z',
    slow: '2026-06-18T16:00:00Z',
  },
  {
    about: 'one shortly before the cut-off is finished the next morning',
    scheme: 'sepa-sct',
    sent: '2026-06-16T13:00:00Z',
    typical: '2026-06-17T06:00:00Z',
    slow: '2026-06-17T16:00:00Z',
  },
  {
    about: 'TARGET rests on 25 and 26 December, and the weekend follows',
    scheme: 'sepa-sct',
    sent: '2026-12-24T16:00:00Z',
    typical: '2026-12-28T10:00:00Z',
    slow: '2026-12-29T17:00:00Z',
  },
  {
    about: 'CHAPS rests on the late Boxing Day of 2026, on which TARGET works',
    scheme: 'gb-chaps',
    sent: '2026-12-24T15:00:00Z',
    typical: '2026-12-29T09:00:00Z',
    slow: '2026-12-29T18:00:00Z',
  },
  {
    about: 'Bacs takes three days, the first of which is today',
    scheme: 'gb-bacs',
    sent: '2026-11-13T12:00:00Z',
    typical: '2026-11-17T07:00:00Z',
    slow: '2026-11-17T22:30:00Z',
  },
  {
    about: 'ACH rests on Thanksgiving',
    scheme: 'us-ach',
    sent: '2026-11-25T15:00:00Z',
    typical: '2026-11-27T13:30:00Z',
    slow: '2026-11-30T23:00:00Z',
  },
  {
    about: 'same-day ACH is there when the Fed closes, at the latest',
    scheme: 'us-ach-same-day',
    sent: '2026-11-25T21:00:00Z',
    typical: '2026-11-25T23:00:00Z',
    slow: '2026-11-25T23:00:00Z',
  },
  {
    about: 'SWIFT rests when the currency does: dollars on Thanksgiving',
    scheme: 'swift',
    asset: 'iso4217:USD',
    sent: '2026-11-25T10:00:00Z',
    typical: '2026-11-27T09:00:00Z',
    slow: '2026-12-03T17:00:00Z',
  },
  {
    about: 'and euros do not',
    scheme: 'swift',
    sent: '2026-11-25T10:00:00Z',
    typical: '2026-11-26T09:00:00Z',
    slow: '2026-12-02T17:00:00Z',
  },
];

for (const { about, scheme, asset = 'iso4217:EUR', sent, typical, slow } of CASES) {
  test(`${scheme}: ${about}`, () => {
    const profile = SETTLEMENT_PROFILES[scheme];
    const write = (ms: number) => new Date(ms).toISOString().replace('.000', '');
    assert.equal(write(typicalArrivalMs(profile, asset, Date.parse(sent), REST)), typical);
    assert.equal(write(slowArrivalMs(profile, asset, Date.parse(sent), REST)), slow);
  });
}

test('a calendar that never opens does not stop the clock', () => {
  const always = new Set(Array.from({ length: 4_000 }, (_, at) => 20_000 + at));
  const arrivalMs = slowArrivalMs(
    SETTLEMENT_PROFILES['sepa-sct'],
    'iso4217:EUR',
    Date.UTC(2026, 0),
    new Map([['TARGET', always]]),
  );
  assert.ok(Number.isFinite(arrivalMs));
});

test('every day of rest that is listed is a day', () => {
  for (const { closedDays } of SETTLEMENT_CALENDARS)
    for (const day of closedDays) assert.equal(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10), day);
});

test('calendars rest as often as their rules say: TARGET on 6 days a year, the Fed on 11, the UK on 8', () => {
  const perYear = SETTLEMENT_CALENDARS.map(({ id, closedDays }) => [id, closedDays.length / 6]);
  assert.deepEqual(perYear, [
    ['TARGET', 6],
    ['UK', 8],
    ['US', 11],
  ]);
});
