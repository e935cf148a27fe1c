import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Proof } from './proof.ts';

/** The seed of every ordinary test run: the same choices each time, so that a failure is not gone the next time. */
const SEED = 20_261_008;

/** Registers a proof's short form as a test. What it did is printed beside its result. */
export function testShortForm(proof: Proof): void {
  test(proof.claim, { timeout: 180_000 }, async (context) => {
    const { failures, facts } = await proof.run({
      seed: SEED,
      scale: proof.scaleShort,
      onProgress: () => {},
    });
    context.diagnostic(`seed ${SEED}, ${JSON.stringify(facts)}`);
    assert.equal(failures.join('\n'), '', `\n${failures.join('\n')}\n`);
  });
}
