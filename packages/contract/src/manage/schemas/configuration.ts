import { z } from 'zod';
import { stringMap } from '../../string-map.ts';
import { text } from '../../text.ts';
import {
  CONFIGURATION_LENGTH_MAX,
  SECRET_LENGTH_MAX,
  SECRET_REFERENCE_LENGTH_MAX,
  SECRETS_MAX,
} from '../limits.ts';

const Text = text({ min: 1, max: CONFIGURATION_LENGTH_MAX }).describe(
  'The file, in YAML; see docs/guides/routing-configuration.md.',
);

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const Configuration = z
  .strictObject({
    object: z.literal('configuration'),
    text: z.string().nullable().describe('The file, in YAML. Null while nothing is configured.'),
  })
  .meta({
    id: 'Configuration',
    description:
      'How an environment chooses between rails, as the file that would bring it about. No secrets.',
  });

export const ConfigurationProposal = z
  .strictObject({
    text: Text,
    prune: z
      .boolean()
      .default(false)
      .describe('Whether what the file does not mention is to be removed. Connections are then disabled.'),
    secrets: stringMap({
      keysMax: SECRETS_MAX,
      keyLengthMax: SECRET_REFERENCE_LENGTH_MAX,
      valueLengthMax: SECRET_LENGTH_MAX,
    })
      .exactOptional()
      .describe(
        'What the references in the file stand for, by the reference. Sealed, and never shown again.',
      ),
  })
  .meta({ id: 'ConfigurationProposal' });

export const ConfigurationApply = z
  .strictObject({
    ...ConfigurationProposal.shape,
    plan: Digest.describe('The digest of the plan that somebody has seen. Another state by now is 409.'),
  })
  .meta({ id: 'ConfigurationApply' });

const Change = z
  .strictObject({
    action: z
      .enum(['create', 'update', 'remove', 'keep'])
      .describe('`keep`: the environment has it, the file does not mention it, and nothing is pruned.'),
    subject: z
      .enum(['policy', 'connection', 'order', 'rate', 'restriction', 'webhook'])
      .describe('`order`: that of the connections, by which rails rank where they reach the same bank.'),
    key: z.string(),
    fields: z.array(
      z.strictObject({
        path: z.string(),
        from: z.string().nullable().describe('As JSON; null where there was nothing.'),
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ConfigurationChange', description: 'One thing that the file makes different.' });

export type ConfigurationChange = z.output<typeof Change>;

export const ConfigurationPlan = z
  .strictObject({
    object: z.literal('configuration_plan'),
    problems: z
      .array(
        z.strictObject({
          path: z.string().describe('Such as `connections[1].prices[0].fee.bps`.'),
          line: z.int().optional(),
          problem: z.string(),
        }),
      )
      .describe('All that is wrong with the file. There is nothing to apply while there are any.'),
    digest: Digest.nullable().describe('What `apply` is told, once this was looked at.'),
    changes: z.array(Change),
  })
  .meta({ id: 'ConfigurationPlan', description: 'What applying a file would change, before anything is.' });

export const ConfigurationApplied = z
  .strictObject({
    object: z.literal('configuration_applied'),
    changes: z.array(Change),
    webhookSecrets: z
      .array(z.strictObject({ url: z.string(), secret: z.string() }))
      .describe('The signing secrets of new webhook endpoints. They are shown this once.'),
  })
  .meta({ id: 'ConfigurationApplied', description: 'What was changed, all of it in one transaction.' });
