import type { AuditEntry } from '../domain/manage/audit.ts';
import { presentPage } from '../presenters/page.ts';
import { listAuditEntries } from '../store/audit-log.ts';
import type { ManageHandler, Presented } from './operation.ts';
import { presentHash } from './present-hash.ts';

export const listAuditEntriesPage: ManageHandler<'auditEntries.list'> = {
  kind: 'read',
  async run({ deps, caller }, { query }) {
    return presentPage(await listAuditEntries(deps.db, caller.organisation.id, query), presentAuditEntry);
  },
};

function presentAuditEntry(entry: AuditEntry): Presented<'auditEntries.list'>['data'][number] {
  const { id, sequence, action, actor, environment, subject, summary, requestId } = entry;
  return {
    id,
    object: 'audit_entry',
    sequence,
    action,
    actor,
    ...(environment === undefined ? {} : { environment }),
    subject,
    summary,
    ...(requestId === undefined ? {} : { requestId }),
    createdAt: entry.createdAt.toISOString(),
    previousHash: presentHash(entry.previousHash),
    hash: presentHash(entry.hash),
  };
}
