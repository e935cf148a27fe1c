import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import { formatRoutingConfig } from '../../packages/server/src/routing-config/format-routing-config.ts';
import { readRoutingConfig } from '../../packages/server/src/routing-config/read-routing-config.ts';
import { connectionsOfSize } from './connections-of-size.ts';

const SEED = join(import.meta.dirname, '..', '..', 'packages', 'server', 'seed', 'development.yaml');

test('a configuration of any size is one that the service reads, and all its connections are called', () => {
  const seed = readRoutingConfig(readFileSync(SEED, 'utf8'), loadCatalogue());
  assert(seed.ok);
  for (const size of [10, 30, 100]) {
    const text = formatRoutingConfig(connectionsOfSize(seed.value, size));
    const read = readRoutingConfig(text, loadCatalogue());
    assert(read.ok, JSON.stringify(read));
    assert.equal(read.value.connections.length, size);
    assert(read.value.connections.every(({ mode }) => mode === 'route'));
  }
});
