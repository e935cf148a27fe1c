import { CLOCK_AHEAD_SECONDS_MAX } from '@switchyard/contract';
import { fail } from '../domain/failure.ts';
import { advanceClock } from '../store/test-clocks.ts';
import type { ManageHandler } from './operation.ts';
import { presentTestClock } from './present-test-clock.ts';
import { refuseLive } from './refuse-live.ts';

export const advanceTestClock: ManageHandler<'testClock.advance'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { body: { seconds } }) {
    const refused = refuseLive(environment);
    if (refused !== undefined) return refused;
    const { clocks } = deps.workflows;
    const aheadMs = await advanceClock(tx, seconds * 1_000, CLOCK_AHEAD_SECONDS_MAX * 1_000);
    if (aheadMs === undefined) {
      const ahead = String(clocks.aheadMs(environment.id) / 1_000);
      const vars = { ahead, max: String(CLOCK_AHEAD_SECONDS_MAX) };
      return fail('state_conflict', 'test_clock.too_far', { param: 'seconds', vars });
    }
    const output = presentTestClock(environment.id, aheadMs, now);
    const summary = { seconds, aheadSeconds: output.aheadSeconds };
    // Whoever moved it finds it moved, wherever their next call is about it. Other nodes look by themselves.
    return {
      ok: true,
      value: { output, audit: { subject: environment.id, summary }, committed: clocks.refresh },
    };
  },
};
