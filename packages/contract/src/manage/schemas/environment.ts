import { z } from 'zod';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { RETURN_ORIGINS_MAX } from '../limits.ts';
import { EnvironmentId } from './id.ts';
import { Label } from './label.ts';
import { ReturnOrigin } from './return-origin.ts';

/** What every path that is about an environment begins with. */
export const EnvironmentParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the call is about.'),
});

export const EnvironmentQuery = z.strictObject({
  after: EnvironmentId.exactOptional().describe('The last environment received; the page begins after it.'),
  limit: PageSize,
});

export const EnvironmentCreate = z
  .strictObject({
    mode: z.enum(['test', 'live']).describe('For good: an environment never changes its mode.'),
    name: Label.describe('What people tell environments apart by.'),
  })
  .meta({ id: 'EnvironmentCreate' });

export const EnvironmentUpdate = z
  .strictObject({
    name: Label.exactOptional(),
    settings: z
      .strictObject({
        returnOrigins: z
          .array(ReturnOrigin)
          .max(RETURN_ORIGINS_MAX)
          .exactOptional()
          .describe('The whole list: what is not in it is no longer allowed.'),
      })
      .exactOptional(),
  })
  .meta({ id: 'EnvironmentUpdate', description: 'What is left out stays as it is.' });

export const EnvironmentSettings = z
  .strictObject({
    returnOrigins: z
      .array(z.string())
      .describe(
        'Where users may be sent back to from a live environment: origins such as `https://shop.example`, and schemes ' +
          'of apps such as `com.shop.app:`. A test environment sends them anywhere.',
      ),
  })
  .meta({ id: 'EnvironmentSettings' });

export const ManagedEnvironment = z
  .strictObject({
    id: EnvironmentId,
    object: z.literal('environment'),
    mode: z.enum(['test', 'live']),
    name: z.string(),
    settings: EnvironmentSettings,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({
    id: 'Environment',
    description: 'A world of its own, test or live: nothing crosses from one to another.',
  });
export type ManagedEnvironment = z.output<typeof ManagedEnvironment>;

export const EnvironmentPage = pageOf(ManagedEnvironment, 'EnvironmentPage');
