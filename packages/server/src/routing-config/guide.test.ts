import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import { describeProblem } from './config-problem.ts';
import { readRoutingConfig } from './read-routing-config.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'routing-configuration.md'), 'utf8');
const [EXAMPLE = ''] = [...GUIDE.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);
const CATALOGUE = loadCatalogue();

test('the example of the guide is a configuration', () => {
  const read = readRoutingConfig(EXAMPLE, CATALOGUE);
  assert(read.ok, read.ok ? '' : read.error.map(describeProblem).join('\n'));
  assert.equal(read.value.connections.length, 2);
});

test('the mistake that the guide shows is told in these words', () => {
  const read = readRoutingConfig(EXAMPLE.replace('bps: 10', 'bps: 1.5'), CATALOGUE);
  assert(!read.ok);
  const [told = '', ...more] = read.error.map(describeProblem);
  assert.deepEqual(more, []);
  assert(GUIDE.replaceAll(/line \d+/g, 'line N').includes(told.replace(/line \d+/, 'line N')), told);
});

test('the guide names every field of the format', () => {
  const fields = [
    ...['preference', 'valuation', 'custodyAdmitted', 'railOrder', 'rules', 'reliability', 'exploration'],
    ...[
      'key',
      'rail',
      'label',
      'mode',
      'status',
      'countries',
      'operations',
      'limits',
      'declaredLatency',
      'prices',
      'contracts',
    ],
    ...[
      'fixed',
      'bps',
      'min',
      'max',
      'basis: count',
      'mode: retroactive',
      'period',
      'commitment',
      'tolerancePpm',
    ],
    ...['institutions', 'amountMin', 'amountMax', 'schemes', 'assets', 'restrictions'],
    ...['credentials', 'webhooks', 'url', 'description', 'types'],
  ];
  for (const field of fields) assert(GUIDE.includes(`\`${field}\``), field);
});
