import { z } from 'zod';
import { Amount } from '../../schemas/amount.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { RailId } from '../../schemas/rail-id.ts';
import { RoutingPolicy } from '../../schemas/routing-policy.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { DRY_RUN_DECISIONS_DEFAULT, DRY_RUN_DECISIONS_MAX } from '../limits.ts';
import { DryRunId, EnvironmentId } from './id.ts';

const Version = z.string().regex(/^[1-9][0-9]{0,8}$/);

/** What an operator writes. Its number and the salt of its draws are the service's. */
const PolicySettings = RoutingPolicy.omit({ id: true, version: true, salt: true }).meta({
  id: 'PolicySettings',
  description: 'How the environment wants its rails chosen.',
});

export const PoliciesParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the policy is of.'),
});

export const PolicyParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the policy is of.'),
  version: Version.describe('The version of the policy.'),
});

export const PolicyQuery = z.strictObject({
  after: Version.exactOptional().describe('The last version received; the page begins after it.'),
  limit: PageSize,
});

export const PolicyDraftCreate = z.strictObject({ policy: PolicySettings }).meta({ id: 'PolicyDraftCreate' });

export const PolicyActivate = z
  .strictObject({
    replaces: z
      .int()
      .min(1)
      .describe('The version you take to be in force. If it is another by now, nothing is changed.'),
  })
  .meta({ id: 'PolicyActivate' });

const fields = {
  object: z.literal('policy'),
  version: z.int().min(1),
  status: z
    .enum(['draft', 'active', 'retired'])
    .describe('A `draft` has never been in force; a `retired` one was, and may be again.'),
  policy: PolicySettings,
  createdAt: Timestamp,
  activatedAt: Timestamp.optional().describe('When it last came into force.'),
};

export const PolicyVersion = z
  .strictObject(fields)
  .meta({ id: 'PolicyVersion', description: 'A version of the policy.' });
export type PolicyVersion = z.output<typeof PolicyVersion>;

const PolicyChange = z
  .strictObject({
    path: z.string().describe('What differs, such as `rules[2].then.rails`.'),
    from: z.string().nullable().describe('As JSON, in the version in force. Null where it has none.'),
    to: z.string().nullable().describe('As JSON, in this version. Null where it has none.'),
  })
  .meta({ id: 'PolicyChange' });

export const ComparedPolicy = z
  .strictObject({ ...fields, changes: z.array(PolicyChange).describe('Against the version in force.') })
  .meta({ id: 'ComparedPolicy', description: 'A version of the policy beside the one in force.' });
export type ComparedPolicy = z.output<typeof ComparedPolicy>;

export const PolicyPage = pageOf(PolicyVersion, 'PolicyPage');

export const DryRunCreate = z
  .strictObject({
    decisions: z
      .int()
      .min(1)
      .max(DRY_RUN_DECISIONS_MAX)
      .default(DRY_RUN_DECISIONS_DEFAULT)
      .describe('How many of the latest decisions are made again, at most.'),
  })
  .meta({ id: 'DryRunCreate' });

export const DryRunParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the run is of.'),
  id: DryRunId.describe('The run.'),
});

const Count = z.int().min(0);

const Side = z
  .strictObject({
    cost: z
      .array(Amount)
      .describe('What the decisions with an exact and known cost on both sides would cost, by asset.'),
    successPpm: Count.describe('The success expected of the chosen rails, on average.'),
    noRoute: Count.describe('Decisions without a route.'),
  })
  .meta({ id: 'DryRunSide' });

export const DryRun = z
  .strictObject({
    id: DryRunId,
    object: z.literal('dry_run'),
    version: z.int().min(1).describe('The version of the policy that is tried.'),
    status: z.enum(['running', 'completed']),
    progress: z.strictObject({
      done: Count.describe('Decisions made again so far.'),
      total: Count.describe('Decisions to make again.'),
    }),
    decisions: z
      .strictObject({
        same: Count.describe('Those that go over the same connection.'),
        changed: Count.describe('Those that go over another one, or find a route, or lose theirs.'),
        skipped: Count.describe('Those that cannot be made again: their snapshot is gone.'),
        moves: z
          .array(
            z.strictObject({
              from: RailId.nullable().describe('Null: no route.'),
              to: RailId.nullable().describe('Null: no route.'),
              count: Count,
            }),
          )
          .describe('From which rail to which, most first.'),
        before: Side.describe('By the policy of their time.'),
        after: Side.describe('By the policy that is tried.'),
        sample: z.array(z.string()).describe('Some of the decisions that change.'),
      })
      .describe(
        'Each decision is made again from its own request and the snapshot it was made of, once as it was and once with ' +
          'the policy replaced.',
      ),
    quotes: z
      .strictObject({
        held: Count.describe('Routes that could be had as they were quoted.'),
        changed: Count.describe('Routes whose terms would be others.'),
        infeasible: Count.describe('Routes that could not be had.'),
        reasons: z.array(z.strictObject({ code: z.string(), count: Count })),
      })
      .describe('The latest quotes, looked at again by today’s connections and the policy that is tried.'),
    createdAt: Timestamp,
    completedAt: Timestamp.optional(),
  })
  .meta({ id: 'DryRun', description: 'What a policy would have changed.' });
export type DryRun = z.output<typeof DryRun>;
