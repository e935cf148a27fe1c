/**
 * The client runs on Node 20 too, and in browsers of its age. There is one Node to test with, so what came to the
 * language after that is taken away from it first.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { smallSnapshot } from '../../packages/client/src/testing/small-snapshot.ts';
import { decideBatch } from '../browser-engine/decide-batch.ts';
import { sampleGroups } from '../browser-engine/sample-groups.ts';

const NEWER = {
  Array: ['fromAsync'],
  Error: ['isError'],
  Map: ['groupBy'],
  Math: ['sumPrecise', 'f16round'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Set.prototype': [
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ],
  'Iterator.prototype': [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ],
  'Uint8Array.prototype': ['toHex', 'toBase64', 'setFromHex', 'setFromBase64'],
  Uint8Array: ['fromHex', 'fromBase64'],
  globalThis: ['Float16Array', 'Temporal', 'Iterator'],
} satisfies Readonly<Record<string, readonly string[]>>;

const FORGET = Object.entries(NEWER)
  .map(([owner, names]) => names.map((name) => `delete ${owner}.${name};`).join(' '))
  .join('\n');

const DECIDE = `
const [{ decideBatch }, { createSwitchyard }] = await Promise.all([
  import('${new URL('../browser-engine/decide-batch.ts', import.meta.url)}'),
  import('${new URL('../../packages/client/src/index.ts', import.meta.url)}'),
]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { groups, snapshot } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
const switchyard = createSwitchyard({ baseUrl: 'http://127.0.0.1:1', key: 'sy_test_sk_x' });
switchyard.snapshot.load(snapshot);
switchyard.decide({ operation: 'banking.pis.single', payer: { country: 'DE' } });
console.log((await decideBatch(groups, 'forwards')).hash);`;

test('what the client and the engine use of the language was there in Node 20', async () => {
  const groups = sampleGroups(20_261_008, 0, 100);
  const hash = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', FORGET + DECIDE],
    { input: JSON.stringify({ groups, snapshot: smallSnapshot() }), encoding: 'utf8' },
  );
  assert.equal(hash.trim(), (await decideBatch(groups, 'forwards')).hash);
});
