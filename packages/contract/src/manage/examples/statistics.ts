import type { Statistics } from '../schemas/statistics.ts';

export const statistics: Statistics = {
  object: 'statistics',
  of: 'legs',
  from: '2026-10-08T00:00:00.000Z',
  to: '2026-10-09T00:00:00.000Z',
  bucket: 'day',
  by: 'rail',
  data: [
    {
      start: '2026-10-08T00:00:00.000Z',
      group: 'truelayer',
      total: 412,
      succeeded: 388,
      failed: 17,
      cancelled: 5,
      open: 2,
      successPpm: 958_024,
      latency: { p50Ms: 4_210, p95Ms: 19_870 },
      volume: [{ asset: 'iso4217:GBP', value: '9700000', amounts: 388 }],
      cost: [{ asset: 'iso4217:GBP', value: '7760', amounts: 388 }],
    },
  ],
};
