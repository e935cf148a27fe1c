import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FxQuote } from '@switchyard/rail-kit';
import { SAMPLE_FACTS, SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { compensate } from './compensate.ts';
import { moveLeg } from './move.ts';
import { nextDeed } from './next-deed.ts';
import type { LegWork, PaymentLeg } from './payment.ts';
import { OUTAGES_MS } from './probes.ts';
import { rateWish, takeRate } from './take-rate.ts';

const MINUTE_MS = 60_000;
const POUNDS = 'iso4217:GBP';
const EUROS = 'iso4217:EUR';

const payout = (work: Partial<LegWork> = {}) =>
  sampleLeg({
    id: 'leg_2',
    sequence: 2,
    kind: 'payout',
    requiresAction: false,
    send: { value: '4400', asset: POUNDS },
    receive: { value: '5000', asset: EUROS },
    work: { fx: 'old', lockedUntilMs: SAMPLE_MS, ...work },
  });

const rate = (told: Partial<FxQuote> = {}): FxQuote => ({
  memo: 'new',
  send: { value: 4400n, asset: POUNDS },
  receive: { value: 5000n, asset: EUROS },
  fee: { value: 30n, asset: POUNDS },
  rate: '1.144',
  lockedUntilMs: SAMPLE_MS + 30 * MINUTE_MS,
  ...told,
});

const take = (leg: PaymentLeg, told: Partial<FxQuote> = {}) =>
  takeRate(leg, { kind: 'done', result: rate(told) }, 'other key', SAMPLE_MS);

const deed = (leg: PaymentLeg, nowMs = SAMPLE_MS) => {
  const payIn = sampleLeg({ status: 'settled', kind: 'pay-in' });
  return nextDeed(samplePayment([payIn, leg]), () => SAMPLE_FACTS, nowMs).kind;
};

test('a leg whose rate has lapsed, or is about to, locks again before it is begun', () => {
  const held = { lockedUntilMs: SAMPLE_MS + MINUTE_MS };
  assert.equal(deed(payout(held)), 'start');
  assert.equal(deed(payout(held), SAMPLE_MS + MINUTE_MS - 1_000), 'lock_again');
  assert.equal(deed(payout()), 'lock_again');
  assert.equal(deed(sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout' })), 'start', 'no rate, no lapse');
});

test('a leg that a provider may have under the lapsed rate is neither locked again nor sent again', () => {
  const open = { call: 'open', begunMs: SAMPLE_MS - MINUTE_MS } as const;
  assert.equal(deed({ ...payout(open), status: 'submitting' }), 'lose_sight');
  assert.equal(deed({ ...payout(open), status: 'unknown' }), 'query');
  const held = { ...open, lockedUntilMs: SAMPLE_MS + MINUTE_MS };
  assert.equal(deed({ ...payout(held), status: 'submitting' }), 'start');
});

test('the new rate is asked for by what the payee is to get', () => {
  assert.deepEqual(rateWish(payout(), 'key'), {
    key: 'key',
    fixed: 'receive',
    receive: { value: 5000n, asset: EUROS },
    sendAsset: POUNDS,
  });
});

test('a rate that takes as much or less is used instead of the old one', () => {
  const lockedUntilMs = SAMPLE_MS + 30 * MINUTE_MS;
  assert.deepEqual(take(payout()), { work: { fx: 'new', lockedUntilMs } });
  assert.deepEqual(take(payout(), { send: { value: 4399n, asset: POUNDS } }), {
    work: { fx: 'new', lockedUntilMs },
  });
});

test('a leg that was begun under the old rate and came to nothing is begun under another key', () => {
  const { work } = take(payout({ begunMs: SAMPLE_MS - MINUTE_MS, sentMs: SAMPLE_MS - MINUTE_MS }));
  assert.deepEqual([work?.key, work?.begunMs, work?.sentMs], ['other key', undefined, undefined]);
});

test('a rate that takes a minor unit more, brings anything else or is not held ends the leg', () => {
  const worse: readonly (Partial<FxQuote> & { lockedUntilMs?: number })[] = [
    { send: { value: 4401n, asset: POUNDS } },
    { send: { value: 4400n, asset: EUROS } },
    { receive: { value: 4999n, asset: EUROS } },
    { receive: { value: 5001n, asset: EUROS } },
    { lockedUntilMs: SAMPLE_MS + 1_000 },
  ];
  for (const told of worse) assert.equal(take(payout(), told).to, 'failed', String(told.send?.value));
  const { lockedUntilMs: _held, ...unheld } = rate();
  assert.equal(takeRate(payout(), { kind: 'done', result: unheld }, 'key', SAMPLE_MS).to, 'failed');
  assert.equal(takeRate(payout(), { kind: 'rejected' }, 'key', SAMPLE_MS).to, 'failed');
});

test('a leg that ends for its rate sends the money back and says why', () => {
  const payIn = sampleLeg({ status: 'settled', kind: 'pay-in' });
  const at = new Date(SAMPLE_MS);
  const lapsed = takeRate(payout(), { kind: 'rejected' }, 'key', SAMPLE_MS);
  const made = () => ({ id: 'leg_3', key: 'key', state: 'state' });
  const ended = compensate(moveLeg(samplePayment([payIn, payout()]), 'leg_2', lapsed, at), made, at).payment;
  assert.deepEqual(
    ended.legs.map(({ status }) => status),
    ['returning', 'failed', 'pending'],
  );
  const settled = moveLeg(ended, 'leg_3', { to: 'submitting' }, at).payment;
  const back = compensate(moveLeg(settled, 'leg_3', { to: 'settled' }, at), made, at).payment;
  assert.deepEqual(
    [back.status, back.failure?.code, back.failure?.explanation.key],
    ['failed', 'expired', 'payment.failed.rate_lapsed'],
  );
});

test('while no rate can be asked for nothing ends, for as long as any other outage is waited for', () => {
  const away = (outages: number) => takeRate(payout({ outages }), { kind: 'unavailable' }, 'key', SAMPLE_MS);
  assert.deepEqual(away(0), { work: { call: 'none', outages: 1, lookAtMs: SAMPLE_MS + 1_000 } });
  assert.equal(away(OUTAGES_MS.length).to, 'failed');
});
