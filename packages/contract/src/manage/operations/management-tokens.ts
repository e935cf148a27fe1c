import { manageIds } from '../examples/ids.ts';
import { managementToken, managementTokenSecret } from '../examples/management-token.ts';
import { defineManageOperation } from '../operation.ts';
import {
  IssuedManagementToken,
  ManagementToken,
  ManagementTokenCreate,
  ManagementTokenPage,
  ManagementTokenParams,
  ManagementTokenQuery,
} from '../schemas/management-token.ts';

const tag = 'Management tokens';

export const listManagementTokens = defineManageOperation({
  name: 'managementTokens.list',
  method: 'GET',
  path: '/manage/v1/management_tokens',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: 'List management tokens',
  description:
    "Your organisation's tokens, newest first, those that have ended included. Never the tokens themselves.",
  query: ManagementTokenQuery,
  output: ManagementTokenPage,
  examples: { query: { limit: 1 }, response: { data: [managementToken], hasMore: false } },
});

export const createManagementToken = defineManageOperation({
  name: 'managementTokens.create',
  method: 'POST',
  path: '/manage/v1/management_tokens',
  successStatus: 201,
  role: 'owner',
  tag,
  summary: 'Create a management token',
  description: 'Makes a token with a role. It is shown in this answer only.',
  body: ManagementTokenCreate,
  output: IssuedManagementToken,
  examples: {
    body: { label: 'Deployments', role: 'operator', expiresAt: '2027-10-08T00:00:00.000Z' },
    response: { ...managementToken, secret: managementTokenSecret },
  },
});

export const revokeManagementToken = defineManageOperation({
  name: 'managementTokens.revoke',
  method: 'POST',
  path: '/manage/v1/management_tokens/{id}/revoke',
  successStatus: 200,
  role: 'owner',
  tag,
  summary: 'Revoke a management token',
  description: 'Ends a token for good, from the next call on. Revoking it again is 409.',
  params: ManagementTokenParams,
  output: ManagementToken,
  examples: {
    params: { id: manageIds.managementToken },
    response: { ...managementToken, status: 'revoked', revokedAt: '2026-10-09T14:30:00.000Z' },
  },
});
