import type { Presented } from './operation.ts';

/** `at` is the real time. */
export function presentTestClock(environment: string, aheadMs: number, at: Date): Presented<'testClock.get'> {
  return {
    object: 'test_clock',
    environment,
    aheadSeconds: aheadMs / 1_000,
    now: new Date(at.getTime() + aheadMs).toISOString(),
  };
}
