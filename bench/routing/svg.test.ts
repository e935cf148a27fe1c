import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawLineChart } from './svg.ts';

const CHART = {
  title: 'a < b & "c"',
  xLabel: 'hours',
  yLabel: 'EUR',
  xMax: 8,
  yMax: 100,
  lines: [
    { label: 'flat', colour: '#111111', isDashed: false, values: [0, 0, 0] },
    { label: 'steep', colour: '#222222', isDashed: true, values: [0, 50, 1_000_000] },
  ],
};

test('lines begin at the axes and stay near the picture', () => {
  const svg = drawLineChart(CHART);
  assert.match(svg, /points="64,308 312,308 560,308"/);
  assert.match(svg, /stroke-dasharray="5 4" points="64,308 312,174 560,13\.2"/);
});

test('words are escaped and every line has a name', () => {
  const svg = drawLineChart(CHART);
  assert.ok(svg.includes('<title>a &lt; b &amp; &quot;c&quot;</title>'));
  assert.ok(svg.includes('>flat</text>') && svg.includes('>steep</text>'));
});

test('it is well formed: every element that is opened is closed', () => {
  const svg = drawLineChart(CHART);
  const open: string[] = [];
  for (const [, closing, name, selfClosing] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
    if (closing === '/') assert.equal(open.pop(), name);
    else if (selfClosing !== '/') open.push(name ?? '');
  }
  assert.deepEqual(open, []);
});
