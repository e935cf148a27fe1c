import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ASSET_PATTERN, parseAsset } from './asset.ts';

const pattern = new RegExp(ASSET_PATTERN);
const wellFormed = fc.stringMatching(pattern);
// One character changed is the likeliest way to a text that is nearly right.
const nearly = fc
  .tuple(wellFormed, fc.nat(), fc.constantFrom('', ':', '/', ' ', '_', 'é', 'Z', '::'))
  .map(([text, at, change]) => {
    const index = at % text.length;
    return text.slice(0, index) + change + text.slice(index + 1);
  });

test('the parser and the pattern agree, but for currencies that are not active and chains called iso4217', () => {
  fc.assert(
    fc.property(fc.oneof(wellFormed, nearly, fc.string()), (text) => {
      const parsed = parseAsset(text);
      if (parsed.ok) assert.ok(pattern.test(text));
      else if (!text.startsWith('iso4217:')) assert.equal(pattern.test(text), false);
    }),
    { numRuns: 1_000 },
  );
});

test('the parts of a token put together give the asset again', () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      const parsed = parseAsset(text);
      if (!parsed.ok || parsed.value.kind !== 'caip19') return;
      const { chainId, namespace, reference, tokenId } = parsed.value;
      assert.equal(`${chainId}/${namespace}:${reference}${tokenId === undefined ? '' : `/${tokenId}`}`, text);
    }),
  );
});
