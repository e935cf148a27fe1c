import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jsonText } from './json-text.ts';

it('keeps on one line what fits, and opens what does not', () => {
  const long = {
    text: 'x'.repeat(60),
    amount: { value: '1', asset: 'iso4217:EUR' },
    none: [],
    empty: {},
    nothing: null,
  };
  const written = jsonText(long);
  assert.deepEqual(JSON.parse(written), long);
  assert.match(written, /\n {2}"amount": \{ "value": "1", "asset": "iso4217:EUR" \},\n/);
  assert.equal(jsonText({ a: [1, 2] }), '{ "a": [1, 2] }');
});
