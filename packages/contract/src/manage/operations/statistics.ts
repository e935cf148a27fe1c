import { manageIds } from '../examples/ids.ts';
import { statistics } from '../examples/statistics.ts';
import { STATISTICS_BUCKETS_MAX, STATISTICS_ITEMS_MAX, STATISTICS_SPAN_DAYS_MAX } from '../limits.ts';
import { defineManageOperation } from '../operation.ts';
import { Statistics, StatisticsParams, StatisticsQuery } from '../schemas/statistics.ts';

const { of, from, to } = statistics;

export const getStatistics = defineManageOperation({
  name: 'statistics.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/statistics',
  successStatus: 200,
  role: 'viewer',
  tag: 'Statistics',
  summary: 'Get statistics',
  description:
    'Success, latency, volume and cost of what happened in some time, counted anew from what is stored: over all of it, or by ' +
    `hour or day, and by rail, country or institution. At most ${STATISTICS_SPAN_DAYS_MAX} days, ${STATISTICS_BUCKETS_MAX} hours or days, and ` +
    `${STATISTICS_ITEMS_MAX.toLocaleString('en')} things to count; more is 400. What retention has removed is not counted.`,
  params: StatisticsParams,
  query: StatisticsQuery,
  output: Statistics,
  examples: {
    params: { environment: manageIds.liveEnvironment },
    query: { of, from, to, bucket: 'day', by: 'rail' },
    response: statistics,
  },
});
