import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AMOUNT_VALUE_PATTERN, formatAmount, parseAmount } from './amount.ts';

// Objects with a prototype, as ours are; deepEqual minds the difference.
const plain = { noNullPrototype: true };
const asset = fc.constantFrom('iso4217:EUR', 'iso4217:JPY', 'eip155:1/slip44:60');

test('what is written is read back as the same amount', () => {
  const amount = fc.record({ value: fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), asset }, plain);
  fc.assert(
    fc.property(amount, (given) => {
      assert.deepEqual(parseAmount(formatAmount(given)), { ok: true, value: given });
    }),
  );
});

test('what is read is written back as the same text', () => {
  const onWire = fc.record({ value: fc.stringMatching(new RegExp(AMOUNT_VALUE_PATTERN)), asset }, plain);
  fc.assert(
    fc.property(onWire, (given) => {
      const parsed = parseAmount(given);
      assert.ok(parsed.ok);
      assert.deepEqual(formatAmount(parsed.value), given);
    }),
  );
});
