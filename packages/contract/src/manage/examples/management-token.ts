import type { ManagementToken } from '../schemas/management-token.ts';
import { manageIds } from './ids.ts';

export const managementToken: ManagementToken = {
  id: manageIds.managementToken,
  object: 'management_token',
  label: 'Deployments',
  hint: 'k2Wd',
  role: 'operator',
  status: 'active',
  createdAt: '2026-10-08T08:05:09.640Z',
  expiresAt: '2027-10-08T00:00:00.000Z',
};

/** Not a token: it only looks like one. */
export const managementTokenSecret = 'sy_mgmt_…k2Wd';
