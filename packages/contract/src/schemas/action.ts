import { z } from 'zod';

const RedirectAction = z
  .strictObject({ type: z.literal('redirect'), url: z.url().describe('Send the user there.') })
  .meta({ id: 'RedirectAction' });

const SdkAction = z
  .strictObject({
    type: z.literal('sdk'),
    rail: z.string().describe('Whose SDK to open.'),
    token: z.string().describe('What the SDK is opened with.'),
    params: z.record(z.string(), z.string()),
  })
  .meta({ id: 'SdkAction' });

const WaitAction = z
  .strictObject({
    type: z.literal('wait'),
    pollAfterMs: z.int().min(0).describe('When to look again, at the earliest.'),
  })
  .meta({ id: 'WaitAction' });

export const Action = z
  .discriminatedUnion('type', [RedirectAction, SdkAction, WaitAction])
  .meta({ id: 'Action', description: 'What has to happen next on the side of the user.' });
export type Action = z.output<typeof Action>;
