import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mulDiv } from '../mul-div.ts';
import { type Conversion, type ConversionAsked, convertByMid, convertByQuote } from './conversion.ts';
import { parseRate } from './rate-text.ts';
import { answersTo } from './testing/arbitrary-routes.ts';

const asset = fc.constantFrom('iso4217:EUR', 'iso4217:JPY', 'iso4217:KWD', 'eip155:1/slip44:60');
const asked: fc.Arbitrary<ConversionAsked> = fc.record({
  from: asset,
  to: asset,
  fixed: fc.constantFrom('send' as const, 'receive' as const),
  value: fc.oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 1n, max: 10n ** 38n - 1n })),
  rail: fc.constant('alder'),
  mid: fc.constant(undefined),
});
const term = fc.bigInt({ min: 1n, max: 10n ** 12n });

test('at the mid-market rate less a spread the fixed side is exact and all is accounted for', () => {
  fc.assert(
    fc.property(
      asked,
      term,
      term,
      fc.bigInt({ min: 0n, max: 9_999n }),
      (one, numerator, denominator, bps) => {
        const made = convertByMid(one, { numerator, denominator }, bps);
        if (made === undefined) return;
        assertSums(one, made);
        // Never better than the rate, and by less than a minor unit of what is not fixed worse.
        const kept = 10_000n - bps;
        const exactSend = made.send * numerator * kept - made.receive * denominator * 10_000n;
        assert.ok(exactSend >= 0n);
        const unit = one.fixed === 'send' ? denominator * 10_000n : numerator * kept;
        assert.ok(exactSend < unit);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('whatever a provider writes as its rate, the rate that is shown leads from what is sent to what is received', () => {
  const provider = fc.record({
    numerator: term,
    denominator: term,
    decimals: fc.nat(10),
    fee: fc.bigInt({ min: 0n, max: 200n }),
    feeSide: fc.constantFrom('send' as const, 'receive' as const),
    lockMs: fc.constant(undefined),
    isSilent: fc.constant(false),
  });
  let [stated, obtained] = [0, 0];
  fc.assert(
    fc.property(asked, provider, (one, how) => {
      const [assetFixed, otherAsset] = one.fixed === 'send' ? [one.from, one.to] : [one.to, one.from];
      const amount = { value: one.value.toString(), asset: assetFixed };
      const wanted = { connection: 'con', rail: 'alder', key: 'key', fixed: one.fixed, amount, otherAsset };
      const [quote] = answersTo([wanted], { providers: [how], nowMs: 0 });
      if (one.from === one.to || quote === undefined || 'unavailable' in quote) return;
      const made = convertByQuote(one, quote);
      if (made === undefined) return;
      assertSums(one, made);
      if (made.fx.rate === quote.rate) stated += 1;
      else obtained += 1;
    }),
    { numRuns: 2_000 },
  );
  assert.ok(stated > 50 && obtained > 50, `${stated} stated, ${obtained} obtained`);
});

function assertSums({ from, to, fixed, value }: ConversionAsked, made: Conversion): void {
  assert.equal(made[fixed], value);
  const rate = parseRate(made.fx.rate, { from, to });
  assert.ok(rate !== undefined);
  const taken = (asset: string, names: readonly string[]) =>
    made.fees
      .filter(({ amount, name }) => amount.asset === asset && names.includes(name))
      .reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  // Between equal assets a fee could be meant on either side; routes convert between different ones only.
  if (from === to) return;
  const converted = made.send - taken(from, ['fx']);
  assert.equal(
    mulDiv(converted, rate.numerator, rate.denominator, 'down'),
    made.receive + taken(to, ['fx', 'rounding']),
  );
}
