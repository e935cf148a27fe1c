import type { ManagedApiKey } from '../schemas/api-key.ts';
import { manageIds } from './ids.ts';

export const apiKey: ManagedApiKey = {
  id: manageIds.apiKey,
  object: 'api_key',
  label: 'Checkout',
  hint: '7xQe',
  scopes: ['full'],
  allowedAddresses: ['203.0.113.0/24'],
  status: 'active',
  createdAt: '2026-10-08T08:03:40.112Z',
  lastUsedAt: '2026-10-09T14:27:00.000Z',
};

/** Not a key: it only looks like one. */
export const apiKeySecret = 'sy_live_sk_…7xQe';
