import { findClockAheadMs } from '../store/test-clocks.ts';
import type { ManageHandler } from './operation.ts';
import { presentTestClock } from './present-test-clock.ts';
import { refuseLive } from './refuse-live.ts';

export const getTestClock: ManageHandler<'testClock.get'> = {
  kind: 'read',
  async run({ deps, environment, now }) {
    const refused = refuseLive(environment);
    if (refused !== undefined) return refused;
    const aheadMs = await findClockAheadMs(deps.db, environment.id);
    return { ok: true, value: presentTestClock(environment.id, aheadMs, now) };
  },
};
