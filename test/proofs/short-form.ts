import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Proof } from './proof.ts';

/** The seed of every ordinary test run: the same choices each time, so that a failure is not gone the next time. */
const SEED = 20_261_008;

const TIMEOUT_MS = 180_000;

/** Registers a proof's short form as a test. What it did is printed beside its result. */
export function testShortForm(proof: Proof, timeoutMs = TIMEOUT_MS): void {
  test(proof.claim, { timeout: timeoutMs }, async (context) => {
    const { failures, facts } = await proof.run({
      seed: SEED,
      scale: proof.scaleShort,
      onProgress: () => {},
    });
    context.diagnostic(`seed ${SEED}, ${JSON.stringify(facts)}`);
    assert.equal(failures.join('\n'), '', `\n${failures.join('\n')}\n`);
  });
}
