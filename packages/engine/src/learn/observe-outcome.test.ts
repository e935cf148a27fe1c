import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReliabilityCell } from '../snapshot.ts';
import { estimatePpm } from './estimate.ts';
import { type CellChain, EVIDENCE_OUTCOMES_MAX, type Observation, observe } from './observe-outcome.ts';

const HOUR_MS = 3_600_000;
const POLICY = { priorPpm: 900_000, priorStrength: 10, halfLifeMs: 64 * HOUR_MS };
const WHERE = {
  rail: 'truelayer',
  operation: 'banking.pis.single',
  country: 'GB',
  institution: 'monzo',
} as const;

test('an outcome goes into all three cells', () => {
  const { cells, samples } = observe({}, success(0), POLICY);
  assert.deepEqual(cells, {
    operation: {
      ...only('rail', 'operation'),
      successMicro: 1_000_000,
      failureMicro: 0,
      samples: 1,
      asOfMs: 0,
    },
    country: {
      ...only('rail', 'operation', 'country'),
      successMicro: 1_000_000,
      failureMicro: 0,
      samples: 1,
      asOfMs: 0,
    },
    institution: { ...WHERE, successMicro: 1_000_000, failureMicro: 0, samples: 1, asOfMs: 0 },
  });
  assert.equal(samples, 1);
});

test('what is not said gets no cell', () => {
  const { cells } = observe({}, { ...success(0), institution: undefined }, POLICY);
  assert.deepEqual(Object.keys(cells), ['operation', 'country']);
  const wide = observe({}, { ...success(0), country: undefined }, POLICY);
  assert.deepEqual(
    Object.keys(wide.cells),
    ['operation'],
    'an institution without a country is not told apart',
  );
});

test('before and after are what a decision would have seen', () => {
  const first = observe({}, failure(0), POLICY);
  assert.equal(first.beforePpm, 900_000);
  assert.equal(first.afterPpm, estimatePpm(first.cells, 0, POLICY).successPpm);
  assert.ok(first.afterPpm < first.beforePpm);
  const second = observe(first.cells, success(1_000), POLICY);
  assert.equal(second.beforePpm, estimatePpm(first.cells, 1_000, POLICY).successPpm);
  assert.ok(second.afterPpm > second.beforePpm);
  assert.equal(second.samples, 2);
});

test('a neutral outcome changes nothing', () => {
  const { cells } = observe({}, failure(0), POLICY);
  const neutral = observe(cells, { ...success(HOUR_MS), attribution: 'neutral' }, POLICY);
  assert.equal(neutral.cells, cells);
  assert.equal(neutral.beforePpm, neutral.afterPpm);
  assert.equal(neutral.samples, 1);
});

test('old evidence fades by whole steps, and the cell says until when', () => {
  const { cells } = observe({}, failure(0), POLICY);
  const soon = observe(cells, success(HOUR_MS - 1), POLICY).cells.operation;
  assert.deepEqual([soon?.failureMicro, soon?.asOfMs], [1_000_000, 0]);
  const later = observe(cells, success(64 * HOUR_MS + 5), POLICY).cells.operation;
  assert.deepEqual(
    [later?.failureMicro, later?.successMicro, later?.asOfMs],
    [500_000, 1_000_000, 64 * HOUR_MS],
  );
});

test('an outcome that arrives out of order counts as much as its age leaves of it', () => {
  const { cells } = observe({}, success(64 * HOUR_MS), POLICY);
  const { operation } = observe(cells, failure(0), POLICY).cells;
  assert.deepEqual([operation?.failureMicro, operation?.asOfMs], [500_000, 64 * HOUR_MS]);
});

test('many outcomes in a row fade what was before them as much as time alone would', () => {
  // Fading at every outcome would lose a unit to rounding each time, or never a whole one.
  const policy = { ...POLICY, halfLifeMs: HOUR_MS };
  let chain: CellChain = observe({}, failure(0), policy).cells;
  for (let ms = 30_000; ms <= HOUR_MS; ms += 30_000) chain = observe(chain, success(ms), policy).cells;
  const { failureMicro = 0, asOfMs = 0 } = chain.operation ?? {};
  assert.equal(asOfMs, HOUR_MS);
  assert.ok(failureMicro <= 500_000 && failureMicro > 500_000 - 100, String(failureMicro));
});

test('a busy cell remembers so many outcomes at most, at the same rate', () => {
  const flood = cell(900_000_000_000, 100_000_000_000);
  const { operation } = observe({ operation: flood }, success(0), POLICY).cells;
  const total = (operation?.successMicro ?? 0) + (operation?.failureMicro ?? 0);
  assert.ok(total <= EVIDENCE_OUTCOMES_MAX * 1_000_000 && total >= EVIDENCE_OUTCOMES_MAX * 1_000_000 - 2);
  assert.ok(Math.abs((operation?.successMicro ?? 0) / total - 0.9) < 1e-5);
  assert.equal(operation?.samples, 2, 'the count of all outcomes is not thinned');
});

function success(atMs: number): Observation {
  return { ...WHERE, attribution: 'success', atMs };
}

function failure(atMs: number): Observation {
  return { ...WHERE, attribution: 'failure', atMs };
}

function cell(successMicro: number, failureMicro: number): ReliabilityCell {
  return { ...only('rail', 'operation'), successMicro, failureMicro, samples: 1, asOfMs: 0 };
}

function only<const K extends keyof typeof WHERE>(...keys: readonly K[]): Pick<typeof WHERE, K> {
  // Every key of the result is one of those given, by construction.
  return Object.fromEntries(keys.map((key) => [key, WHERE[key]])) as Pick<typeof WHERE, K>;
}
