import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Evidence, estimatePpm } from './estimate.ts';

const HOUR_MS = 3_600_000;
const POLICY = { priorPpm: 900_000, priorStrength: 10, halfLifeMs: HOUR_MS };

test('a rail nobody has tried is believed as the prior says', () => {
  assert.deepEqual(estimatePpm({}, 0, POLICY), { successPpm: 900_000, samples: 0, basis: 'prior' });
});

test('the prior weighs as many outcomes as its strength', () => {
  // 10 successes of 10, and 10 more at 90 %.
  assert.equal(estimatePpm({ operation: cell(10, 0) }, 0, POLICY).successPpm, 950_000);
  // 0 of 10, and 10 more at 90 %.
  assert.equal(estimatePpm({ operation: cell(0, 10) }, 0, POLICY).successPpm, 450_000);
});

test('a narrower cell leans on the estimate of the wider one', () => {
  const { successPpm, samples, basis } = estimatePpm(
    { operation: cell(10, 0), country: cell(0, 10), institution: cell(10, 0, 3) },
    0,
    POLICY,
  );
  // 95 %; (0 + 9.5) of 20 = 47.5 %; (10 + 4.75) of 20 = 73.75 %.
  assert.deepEqual({ successPpm, samples, basis }, { successPpm: 737_500, samples: 3, basis: 'institution' });
});

test('the basis is the narrowest cell that saw anything', () => {
  const empty = cell(0, 0);
  assert.equal(
    estimatePpm({ operation: cell(1, 0), country: cell(1, 0), institution: empty }, 0, POLICY).basis,
    'country',
  );
  assert.equal(estimatePpm({ operation: cell(1, 0), country: empty }, 0, POLICY).basis, 'operation');
  assert.equal(estimatePpm({ operation: empty }, 0, POLICY).basis, 'prior');
});

test('evidence fades and belief returns to the prior', () => {
  const chain = { operation: cell(0, 10) };
  assert.equal(estimatePpm(chain, HOUR_MS, POLICY).successPpm, 600_000, '5 failures and 10 at 90 %');
  assert.equal(estimatePpm(chain, 60 * HOUR_MS, POLICY).successPpm, 900_000);
});

test('a clock that runs behind the cell does not make evidence stronger', () => {
  assert.equal(estimatePpm({ operation: cell(0, 10) }, -HOUR_MS, POLICY).successPpm, 450_000);
});

test('without a prior the cell alone decides, and an empty one leaves it to the wider', () => {
  const policy = { ...POLICY, priorStrength: 0 };
  assert.equal(estimatePpm({ operation: cell(3, 1), country: cell(0, 0) }, 0, policy).successPpm, 750_000);
  assert.equal(estimatePpm({ operation: cell(0, 0) }, 0, policy).successPpm, 900_000);
});

test('very large cells are divided without loss', () => {
  const third = 3_000_000_000_000_000;
  const big = { successMicro: third, failureMicro: 2 * third, samples: 1, asOfMs: 0 };
  assert.equal(estimatePpm({ operation: big }, 0, POLICY).successPpm, 333_333);
});

function cell(successes: number, failures: number, samples = successes + failures): Evidence {
  return { successMicro: successes * 1_000_000, failureMicro: failures * 1_000_000, samples, asOfMs: 0 };
}
