import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { CAPABILITY_IDS, RAIL_KINDS } from '@switchyard/engine';
import { loadCatalogue } from './catalogue.ts';
import { checkCatalogue } from './check-listing.ts';

const entries = new URL('./entries/', import.meta.url);
const catalogue = loadCatalogue();
const capabilities = catalogue.flatMap((rail) => rail.capabilities ?? []);

test('every listing keeps every rule', () => {
  assert.deepEqual(checkCatalogue(catalogue), []);
});

test('there is a file for every kind, and a rail stands in the file of its kind, in order', async () => {
  assert.deepEqual((await readdir(entries)).sort(), RAIL_KINDS.map((kind) => `${kind}.json`).sort());
  for (const kind of RAIL_KINDS) {
    const inFile: readonly { readonly id: string }[] = JSON.parse(
      await readFile(new URL(`${kind}.json`, entries), 'utf8'),
    );
    const inCatalogue = catalogue.filter((rail) => rail.kind === kind);
    assert.deepEqual(
      inFile.map(({ id }) => id),
      inCatalogue.map(({ id }) => id),
      kind,
    );
  }
});

test('the catalogue is in the order of its ids', () => {
  const ids = catalogue.map((rail) => rail.id);
  assert.equal(ids.length, 81);
  assert.deepEqual(ids, ids.toSorted());
});

test('nothing claims to be certified, for nothing was proven in a provider’s own sandbox', () => {
  const statuses = new Set(catalogue.map((rail) => rail.status));
  assert.deepEqual(
    [...statuses].filter((status) => !['listed', 'integrated'].includes(status)),
    [],
  );
});

test('every capability of the enumeration is offered by some rail, and says where that was read and when', () => {
  assert.deepEqual([...new Set(capabilities.map(({ id }) => id))].sort(), [...CAPABILITY_IDS].sort());
  for (const { id, source, checkedAt } of capabilities)
    assert.ok(source !== undefined && checkedAt !== undefined, id);
});
