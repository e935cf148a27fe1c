import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SAMPLE_MS, sampleLeg } from '../../testing/sample-payment.ts';
import { hasLapsed } from './rate-lapsed.ts';
import { takeRate } from './take-rate.ts';

const ASSETS = ['iso4217:GBP', 'iso4217:EUR'] as const;
const amount = fc.record({ value: fc.bigInt({ min: 1n, max: 20n }), asset: fc.constantFrom(...ASSETS) });
const heldMs = fc.option(fc.integer({ min: -60_000, max: 60_000 }), { nil: undefined });

test('a leg goes on under a new rate if and only if payee and balance fare no worse and somebody holds it', () => {
  fc.assert(
    fc.property(amount, amount, amount, amount, heldMs, (send, receive, newSend, newReceive, held) => {
      const leg = sampleLeg({
        kind: 'payout',
        send: { value: String(send.value), asset: send.asset },
        receive: { value: String(receive.value), asset: receive.asset },
        work: { fx: 'old', lockedUntilMs: SAMPLE_MS },
      });
      const result = {
        memo: 'new',
        send: newSend,
        receive: newReceive,
        fee: { value: 0n, asset: newSend.asset },
        rate: '1',
        ...(held === undefined ? {} : { lockedUntilMs: SAMPLE_MS + held }),
      };
      const { to, work } = takeRate(leg, { kind: 'done', result }, 'key', SAMPLE_MS);
      const isNoWorse =
        newSend.asset === send.asset &&
        newSend.value <= send.value &&
        newReceive.asset === receive.asset &&
        newReceive.value === receive.value;
      const goesOn = isNoWorse && held !== undefined && held > 5_000;
      assert.equal(to, goesOn ? undefined : 'failed');
      if (!goesOn) return;
      assert.equal(work?.fx, 'new');
      assert.equal(hasLapsed({ ...leg, work: { ...leg.work, ...work } }, SAMPLE_MS), false);
    }),
    { numRuns: 2_000 },
  );
});
