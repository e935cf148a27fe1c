import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import fc from 'fast-check';
import { parse } from 'yaml';
import { formatRoutingConfig } from './format-routing-config.ts';
import { readRoutingConfig } from './read-routing-config.ts';
import { arbitraryConfig } from './testing/arbitrary-config.ts';

const CATALOGUE = loadCatalogue();

test('what is written reads back to what it was', () => {
  fc.assert(
    fc.property(arbitraryConfig(CATALOGUE), (config) => {
      const read = readRoutingConfig(formatRoutingConfig(config), CATALOGUE);
      assert.deepEqual(read, { ok: true, value: plain(config) });
    }),
    { numRuns: 150 },
  );
});

test('what is written twice is written alike', () => {
  fc.assert(
    fc.property(arbitraryConfig(CATALOGUE), (config) => {
      const text = formatRoutingConfig(config);
      const read = readRoutingConfig(text, CATALOGUE);
      assert(read.ok);
      assert.equal(formatRoutingConfig(read.value), text);
    }),
    { numRuns: 50 },
  );
});

test('other readers of YAML, old and new, see the same words', () => {
  fc.assert(
    fc.property(arbitraryConfig(CATALOGUE), (config) => {
      const text = formatRoutingConfig(config);
      for (const version of ['1.1', '1.2'] as const) {
        const seen = parse(text, { version, intAsBigInt: true });
        for (const [index, { label, countries }] of config.connections.entries()) {
          assert.equal(seen.connections[index].label, label);
          assert.deepEqual(seen.connections[index].countries ?? [], countries);
        }
      }
    }),
    { numRuns: 50 },
  );
});

/** Arbitrary records have no prototype, which deepEqual in its strict form minds. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
