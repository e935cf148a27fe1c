import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterFailure, afterSuccess, type Circuit, CLOSED, enter } from './circuit.ts';
import { FAILURES_TO_OPEN, OPEN_MS_FIRST, OPEN_MS_MAX } from './limits.ts';

function afterFailures(count: number, nowMs: number): Circuit {
  let circuit = CLOSED;
  for (let failure = 0; failure < count; failure += 1) circuit = afterFailure(circuit, nowMs);
  return circuit;
}

test('it opens after so many failures in a row, and not before', () => {
  assert.equal(afterFailures(FAILURES_TO_OPEN - 1, 0).state, 'closed');
  assert.deepEqual(afterFailures(FAILURES_TO_OPEN, 7), {
    state: 'open',
    untilMs: 7 + OPEN_MS_FIRST,
    openMs: OPEN_MS_FIRST,
  });
});

test('a success between failures begins the count anew', () => {
  assert.deepEqual(afterSuccess(), CLOSED);
  assert.equal(afterFailure(afterSuccess(), 0).state, 'closed');
});

test('when its time has come exactly one call is let through', () => {
  const open = afterFailures(FAILURES_TO_OPEN, 0);
  assert.equal(enter(open, OPEN_MS_FIRST - 1).admitted, false);
  const { admitted, circuit } = enter(open, OPEN_MS_FIRST);
  assert.equal(admitted, true);
  assert.equal(circuit.state, 'half_open');
  assert.equal(enter(circuit, OPEN_MS_FIRST).admitted, false);
});

test('a call that fails then opens it for twice as long, up to the longest', () => {
  let circuit = afterFailures(FAILURES_TO_OPEN, 0);
  let nowMs = 0;
  for (
    let wantedMs = OPEN_MS_FIRST;
    nowMs < OPEN_MS_MAX * 5;
    wantedMs = Math.min(wantedMs * 2, OPEN_MS_MAX)
  ) {
    assert.ok(circuit.state === 'open' && circuit.openMs === wantedMs);
    nowMs = circuit.untilMs;
    circuit = afterFailure(enter(circuit, nowMs).circuit, nowMs);
  }
});

test('calls that were under way when it opened do not keep it open for longer', () => {
  const open = afterFailures(FAILURES_TO_OPEN, 0);
  assert.deepEqual(afterFailure(open, 1_000), open);
});

test('whatever happens, it lets calls through again within the longest time', () => {
  const happening = fc.constantFrom('success', 'failure', 'nothing');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(happening, fc.integer({ min: 0, max: 20_000 })), { maxLength: 60 }),
      (past) => {
        let circuit = CLOSED;
        let nowMs = 0;
        for (const [what, waitMs] of past) {
          nowMs += waitMs;
          const entered = enter(circuit, nowMs);
          circuit = entered.circuit;
          // Whoever is let through brings back an answer: that is the caller's promise.
          if (!entered.admitted) continue;
          circuit = what === 'failure' ? afterFailure(circuit, nowMs) : afterSuccess();
        }
        assert.notEqual(circuit.state, 'half_open');
        assert.equal(enter(circuit, nowMs + OPEN_MS_MAX).admitted, true);
      },
    ),
  );
});
