import type { PolicyMaker } from '../policy.ts';

/** A fixed order, as a configuration file would have it: the first rail that is connected, whatever happens. */
export const staticPriority: PolicyMaker = {
  id: 'static',
  create: () => ({
    choose: (_payment, candidates) => candidates[0] ?? 0,
    learn: () => {},
  }),
};
