import { manageIds } from '../examples/ids.ts';
import { activePolicy, draftedPolicy, dryRun, policySettings } from '../examples/policy.ts';
import { defineManageOperation } from '../operation.ts';
import {
  ComparedPolicy,
  DryRun,
  DryRunCreate,
  DryRunParams,
  PoliciesParams,
  PolicyActivate,
  PolicyDraftCreate,
  PolicyPage,
  PolicyParams,
  PolicyQuery,
} from '../schemas/policy.ts';

const tag = 'Policies';
const { environment } = manageIds;

export const listPolicies = defineManageOperation({
  name: 'policies.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/policies',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List versions of the policy',
  description: 'Every version there has been, drafts included, newest first.',
  params: PoliciesParams,
  query: PolicyQuery,
  output: PolicyPage,
  examples: {
    params: { environment },
    query: { limit: 1 },
    response: { data: [activePolicy], hasMore: false },
  },
});

export const getPolicy = defineManageOperation({
  name: 'policies.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/policies/{version}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a version of the policy',
  description: 'With what differs between it and the version in force, field by field.',
  params: PolicyParams,
  output: ComparedPolicy,
  examples: { params: { environment, version: '5' }, response: draftedPolicy },
});

export const createPolicyDraft = defineManageOperation({
  name: 'policies.create',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/policies',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Draft a policy',
  description:
    'Checks a policy and keeps it as a new version that is not in force. `param` names what is wrong with one that does not ' +
    'hold together: a rule about a rail that is not connected, shares that do not add up to 100, …',
  params: PoliciesParams,
  body: PolicyDraftCreate,
  output: ComparedPolicy,
  examples: {
    params: { environment },
    body: { policy: { ...policySettings, preference: 'fastest' } },
    response: draftedPolicy,
  },
});

export const activatePolicy = defineManageOperation({
  name: 'policies.activate',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/policies/{version}/activate',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Activate a version of the policy',
  description:
    'Puts a version into force, on every node within five seconds. To roll back, activate the version before. 409 when ' +
    'another version is in force than the one it `replaces`, or this one already is.',
  params: PolicyParams,
  body: PolicyActivate,
  output: ComparedPolicy,
  examples: {
    params: { environment, version: '5' },
    body: { replaces: 4 },
    response: {
      ...draftedPolicy,
      status: 'active',
      activatedAt: '2026-10-09T14:30:00.000Z',
      changes: [],
    },
  },
});

export const createDryRun = defineManageOperation({
  name: 'dryRuns.create',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/policies/{version}/dry_runs',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Try a policy on what has happened',
  description:
    'Makes the latest decisions again by this version of the policy, and looks at the latest quotes, in the background. ' +
    'Nothing else changes. Ask for the run to see how far it is and what has come out.',
  params: PolicyParams,
  body: DryRunCreate,
  output: DryRun,
  examples: {
    params: { environment, version: '5' },
    body: { decisions: 10_000 },
    response: dryRun,
  },
});

export const getDryRun = defineManageOperation({
  name: 'dryRuns.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/dry_runs/{id}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a dry run',
  description: 'Its progress, and what has come out so far.',
  params: DryRunParams,
  output: DryRun,
  examples: { params: { environment, id: manageIds.dryRun }, response: dryRun },
});
