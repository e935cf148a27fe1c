import { ENVIRONMENT_MODES } from '@switchyard/engine';
import { z } from 'zod';
import { openObject } from '../open-object.ts';
import { Digest } from './route-quote.ts';
import { Timestamp } from './timestamp.ts';

/**
 * Everything the decision engine reads. This package names the members and leaves their insides open: they are
 * the engine's own input, and `@switchyard/engine` is what types, checks and reads them.
 */
export const RoutingSnapshot = z
  .strictObject({
    object: z.literal('routing_snapshot'),
    version: z.int().min(1).describe('Counts up with each new snapshot of the environment.'),
    digest: Digest.describe(
      'Over all but itself, `version`, `generatedAt` and `staleAfter`. Decisions cite it; it is also the ETag.',
    ),
    environment: z.enum(ENVIRONMENT_MODES),
    engineVersion: z.string().describe('The engine that this snapshot was cut for.'),
    generatedAt: Timestamp,
    staleAfter: Timestamp.describe('Fetch another one by then.'),
    policy: openObject().describe('Preference, rules, exclusions, admitted custody, splits and weights.'),
    connections: z.array(openObject()).describe('Your connections and their state. No credentials.'),
    rails: z.array(openObject()).describe('Kind, schemes, custody and capabilities of the connected rails.'),
    coverage: z
      .array(openObject())
      .describe('Which rails reach which institution, at what rank, with what restrictions.'),
    prices: z.array(openObject()).describe('What operations cost over each connection.'),
    contracts: z.array(openObject()).describe('Tiers and minimums, with the usage of the current period.'),
    reliability: z.array(openObject()).describe('Success cells by rail, operation, country and institution.'),
    latency: z.array(openObject()).describe('Latency cells by connection and operation.'),
    fx: z.array(openObject()).describe('Mid-market rates as integer ratios.'),
    calendars: z.array(openObject()).describe('Business days and cut-offs of the schemes.'),
  })
  .meta({
    id: 'RoutingSnapshot',
    description:
      'All that the engine needs to decide locally. Integers only; no secret and no personal data.',
  });
export type RoutingSnapshot = z.output<typeof RoutingSnapshot>;
