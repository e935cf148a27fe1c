import { configurationChange, configurationText, planDigest } from '../examples/configuration.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  Configuration,
  ConfigurationApplied,
  ConfigurationApply,
  ConfigurationPlan,
  ConfigurationProposal,
} from '../schemas/configuration.ts';
import { EnvironmentParams } from '../schemas/environment.ts';

const tag = 'Configuration';
const params = { environment: manageIds.environment };

export const getConfiguration = defineManageOperation({
  name: 'configuration.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/configuration',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get the configuration',
  description:
    'The policy, the connections with their prices, rates, restrictions and webhook endpoints as one file. Never a secret.',
  params: EnvironmentParams,
  output: Configuration,
  examples: { params, response: { object: 'configuration', text: configurationText } },
});

export const planConfiguration = defineManageOperation({
  name: 'configuration.plan',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/configuration/plan',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Plan a change of the configuration',
  description:
    'Says what applying a file would change, and changes nothing. A file with mistakes gets all of them, each with its line.',
  params: EnvironmentParams,
  body: ConfigurationProposal,
  output: ConfigurationPlan,
  examples: {
    params,
    body: { text: configurationText, prune: false },
    response: {
      object: 'configuration_plan',
      problems: [],
      digest: planDigest,
      changes: [configurationChange],
    },
  },
});

export const applyConfiguration = defineManageOperation({
  name: 'configuration.apply',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/configuration/apply',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Apply a configuration',
  description:
    'Makes the change that was planned, whole or not at all. It names the digest of the plan: when the environment has ' +
    'changed since, nothing happens and the answer is 409. Every node decides by it within five seconds.',
  params: EnvironmentParams,
  body: ConfigurationApply,
  output: ConfigurationApplied,
  examples: {
    params,
    body: { text: configurationText, prune: false, plan: planDigest },
    response: { object: 'configuration_applied', changes: [configurationChange], webhookSecrets: [] },
  },
});
