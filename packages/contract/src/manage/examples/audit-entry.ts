import type { AuditEntry } from '../schemas/audit-entry.ts';
import { manageIds } from './ids.ts';

export const auditEntry: AuditEntry = {
  id: manageIds.auditEntry,
  object: 'audit_entry',
  sequence: 17,
  action: 'environments.update',
  actor: { type: 'operator', id: manageIds.operator, role: 'owner' },
  environment: manageIds.liveEnvironment,
  subject: manageIds.liveEnvironment,
  summary: { returnOrigins: { from: [], to: ['https://shop.example'] } },
  requestId: 'req_1ZtVqXf0CmJ8wLg2YdTqEa',
  createdAt: '2026-10-09T14:30:00.000Z',
  previousHash: 'sha256:2f1de0a7c98b4c5d1e6fb3a7708d94f0c1a25be86d374f9e05ab1c6d7e8f9021',
  hash: 'sha256:8c0d5ae31b7f4926d0c8ef71a35b9d4460e2f7a81c93b5d6e4f0a7182b3c9d5e',
};
