import { z } from 'zod';
import { Amount } from '../../schemas/amount.ts';
import { Country } from '../../schemas/country.ts';
import { InstitutionId } from '../../schemas/id.ts';
import { RailId } from '../../schemas/rail-id.ts';
import { PPM } from '../../schemas/reliability.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { STATISTICS_GROUPS_MAX } from '../limits.ts';
import { EnvironmentId } from './id.ts';

export const STATISTICS_SUBJECTS = ['payments', 'legs', 'operations', 'outcomes'] as const;
export const STATISTICS_GROUPINGS = ['rail', 'country', 'institution'] as const;
export const STATISTICS_BUCKETS = ['hour', 'day'] as const;

const Subject = z
  .enum(STATISTICS_SUBJECTS)
  .describe(
    '`payments`: payment intents, by when they were created. `legs`: what went over one rail in a payment, by when the leg was ' +
      'created; legs that bring money back are left out. `operations`: calls to providers that may move money, by when they ' +
      'were first made. `outcomes`: what your own backend reported of decisions, by when it did.',
  );

const Grouping = z
  .enum(STATISTICS_GROUPINGS)
  .describe(
    'The rail of a payment is that of its first leg. The country and institution of a payment are those of the account that ' +
      'pays; of all else, those of the side that counts: the payee of a payout, else the payer.',
  );

const Bucket = z.enum(STATISTICS_BUCKETS).describe('In UTC.');

export const StatisticsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the numbers are about.'),
});

export const StatisticsQuery = z.strictObject({
  of: Subject,
  from: Timestamp.describe('The beginning of the time that is looked at.'),
  to: Timestamp.describe('Its end, which is not part of it.'),
  bucket: Bucket.exactOptional().describe(
    'Numbers for each hour or day, in UTC. Without, for the whole time.',
  ),
  by: Grouping.exactOptional().describe('Numbers for each rail, country or institution. Without, for all.'),
  rail: RailId.exactOptional().describe('Only what went over this rail.'),
  country: Country.exactOptional().describe('Only of this country.'),
  institution: InstitutionId.exactOptional().describe('Only of this institution.'),
});

const Count = z.int().min(0);

export const StatisticsSum = z
  .strictObject({
    ...Amount.shape,
    amounts: Count.describe('How many amounts it is the sum of: what is not known is not in it.'),
  })
  .meta({
    id: 'StatisticsSum',
    description: 'A sum in one asset. Sums of different assets are never added.',
  });

export const StatisticsRow = z
  .strictObject({
    start: Timestamp.describe(
      'When its hour or day begins, or `from`. Hours and days in which there was nothing are left out.',
    ),
    group: z
      .string()
      .optional()
      .describe(
        'The rail, country or institution. Absent where it is not known, and where nothing is grouped.',
      ),
    rest: z
      .literal(true)
      .optional()
      .describe(
        `Present where there are more than ${STATISTICS_GROUPS_MAX} groups: everything that is not in those with the most.`,
      ),
    total: Count.describe('How many there were: the four below together.'),
    succeeded: Count.describe(
      'Payments that succeeded, legs that settled, calls that the provider answered, be it with a refusal, outcomes reported so.',
    ),
    failed: Count.describe(
      'Payments and legs that failed, legs whose money came back, outcomes reported so; calls whose outcome the provider did not ' +
        'tell, and those that did not reach it or were not made, because it is down, too busy or switched off. Whoever was to blame.',
    ),
    cancelled: Count.describe('Payments and legs that were cancelled, outcomes reported so.'),
    open: Count.describe('All that has not ended.'),
    successPpm: PPM.optional().describe(
      '`succeeded` of `succeeded` and `failed`, in parts per million, rounded down. Absent where there are none.',
    ),
    latency: z
      .strictObject({
        p50Ms: Count.describe('Half of them took no longer.'),
        p95Ms: Count.describe('95 of 100 took no longer.'),
      })
      .optional()
      .describe(
        'Of those that succeeded, exact and not estimated: a payment from its creation until it succeeded; a leg from the first ' +
          'call to its provider to its last change; a call from when it was first made to its answer; an outcome as reported.',
      ),
    volume: z
      .array(StatisticsSum)
      .describe(
        'What those that succeeded have moved, for each asset: what payments and legs sent; the amount of the decision that an ' +
          'outcome is of, where the service made it. Calls have none.',
      ),
    cost: z
      .array(StatisticsSum)
      .describe(
        'What they cost, for each asset. Of payments that succeeded: what your contracts charge, as it was quoted. Of legs that ' +
          'settled: what was deducted on the way, as the provider says it took, else as it was quoted. Of outcomes, however they ' +
          'ended: the fee that was reported, in whole minor units; a fraction in the sum is dropped. Calls have none.',
      ),
  })
  .meta({ id: 'StatisticsRow' });

export const Statistics = z
  .strictObject({
    object: z.literal('statistics'),
    of: Subject,
    from: Timestamp,
    to: Timestamp,
    bucket: Bucket.optional(),
    by: Grouping.optional(),
    data: z.array(StatisticsRow).describe('By their time, then those with the most first.'),
  })
  .meta({
    id: 'Statistics',
    description: 'How an environment has fared in some time, counted from what is stored.',
  });
export type Statistics = z.output<typeof Statistics>;
