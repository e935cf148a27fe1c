import type { Operator } from '../schemas/operator.ts';
import { manageIds } from './ids.ts';

export const owner: Operator = {
  id: manageIds.operator,
  object: 'operator',
  email: 'augusta@payments.example',
  name: 'Augusta King',
  role: 'owner',
  status: 'active',
  lastSignedInAt: '2026-10-09T14:28:41.770Z',
  createdAt: '2026-10-08T08:01:12.005Z',
  updatedAt: '2026-10-08T08:01:12.005Z',
};

export const colleague: Operator = {
  id: manageIds.otherOperator,
  object: 'operator',
  email: 'charles@payments.example',
  name: 'Charles Babbage',
  role: 'operator',
  status: 'active',
  createdAt: '2026-10-09T14:31:22.480Z',
  updatedAt: '2026-10-09T14:31:22.480Z',
};
