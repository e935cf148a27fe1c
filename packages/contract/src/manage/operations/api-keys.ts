import { apiKey, apiKeySecret } from '../examples/api-key.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  ApiKeyCreate,
  ApiKeyPage,
  ApiKeyParams,
  ApiKeyQuery,
  ApiKeyRotate,
  ApiKeysParams,
  IssuedApiKey,
  ManagedApiKey,
} from '../schemas/api-key.ts';

const tag = 'API keys';
const { lastUsedAt: _, ...unused } = apiKey;

export const listApiKeys = defineManageOperation({
  name: 'apiKeys.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/api_keys',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List API keys',
  description:
    "The environment's keys, newest first, those that have ended included. Never the keys themselves.",
  params: ApiKeysParams,
  query: ApiKeyQuery,
  output: ApiKeyPage,
  examples: {
    params: { environment: manageIds.liveEnvironment },
    query: { limit: 1 },
    response: { data: [apiKey], hasMore: false },
  },
});

export const createApiKey = defineManageOperation({
  name: 'apiKeys.create',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/api_keys',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Create an API key',
  description: 'Makes a key. It works from that moment on, and is shown in this answer only.',
  params: ApiKeysParams,
  body: ApiKeyCreate,
  output: IssuedApiKey,
  examples: {
    params: { environment: manageIds.liveEnvironment },
    body: { label: 'Checkout', scopes: ['full'], allowedAddresses: ['203.0.113.0/24'] },
    response: { ...unused, secret: apiKeySecret },
  },
});

export const rotateApiKey = defineManageOperation({
  name: 'apiKeys.rotate',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/api_keys/{id}/rotate',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Rotate an API key',
  description:
    'Makes a new key that may do what the old one may. The old one goes on for `overlapHours`, so that every program can ' +
    'be given the new one in its own time. A key that has ended or was rotated before is 409.',
  params: ApiKeyParams,
  body: ApiKeyRotate,
  output: IssuedApiKey,
  examples: {
    params: { environment: manageIds.liveEnvironment, id: manageIds.apiKey },
    body: { overlapHours: 48 },
    response: { ...unused, secret: apiKeySecret },
  },
});

export const revokeApiKey = defineManageOperation({
  name: 'apiKeys.revoke',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/api_keys/{id}/revoke',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Revoke an API key',
  description:
    'Ends a key for good: within five seconds no node takes it any more. Revoking it again is 409.',
  params: ApiKeyParams,
  output: ManagedApiKey,
  examples: {
    params: { environment: manageIds.liveEnvironment, id: manageIds.apiKey },
    response: { ...apiKey, status: 'revoked', revokedAt: '2026-10-09T14:30:00.000Z' },
  },
});
