import { auditEntry } from '../examples/audit-entry.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import { AuditEntryPage, AuditEntryQuery, AuditVerification } from '../schemas/audit-entry.ts';

const tag = 'Audit log';

export const listAuditEntries = defineManageOperation({
  name: 'auditEntries.list',
  method: 'GET',
  path: '/manage/v1/audit_entries',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List audit entries',
  description: 'Every change anybody made, newest first: who, what, when, by which request.',
  query: AuditEntryQuery,
  output: AuditEntryPage,
  examples: {
    query: { environment: manageIds.liveEnvironment, limit: 1 },
    response: { data: [auditEntry], hasMore: true, next: auditEntry.id },
  },
});

export const verifyAuditEntries = defineManageOperation({
  name: 'auditEntries.verify',
  method: 'GET',
  path: '/manage/v1/audit_entries/verify',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Verify the audit log',
  description:
    'Walks the whole chain and computes every hash anew: says whether an entry was altered or is missing, and where.',
  output: AuditVerification,
  examples: {
    response: {
      object: 'audit_verification',
      valid: true,
      entries: 17,
      head: { sequence: auditEntry.sequence, hash: auditEntry.hash },
    },
  },
});
