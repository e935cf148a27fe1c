import { type AuditLink, checkLink, FIRST_HASH } from '../domain/manage/audit.ts';
import { findAuditHead, readAuditLinks } from '../store/audit-log.ts';
import type { ManageDeps, ManageHandler, Presented } from './operation.ts';
import { presentHash } from './present-hash.ts';

const LINKS_AT_ONCE = 1_000;

/** The head is read first: entries that are appended during the walk are past it, and no matter of this proof. */
export const verifyAuditEntries: ManageHandler<'auditEntries.verify'> = {
  kind: 'read',
  async run({ deps, caller }) {
    return { ok: true, value: await verify(deps, caller.organisation.id) };
  },
};

async function verify(deps: ManageDeps, organisationId: string): Promise<Presented<'auditEntries.verify'>> {
  const object = 'audit_verification';
  const head = await findAuditHead(deps.db, organisationId);
  let last: Pick<AuditLink, 'sequence' | 'hash'> = { sequence: 0, hash: FIRST_HASH };
  const end = head ?? last;
  while (last.sequence < end.sequence) {
    const links = await readAuditLinks(deps.db, organisationId, last.sequence, LINKS_AT_ONCE);
    if (links.length === 0) return broken(last.sequence, 'cut_short');
    for (const link of links) {
      if (last.sequence === end.sequence) break;
      const problem = checkLink(last, link);
      if (problem !== undefined) return broken(last.sequence, problem);
      last = link;
    }
  }
  if (!last.hash.equals(end.hash)) return broken(last.sequence - 1, 'altered');
  if (head === undefined) return { object, valid: true, entries: 0 };
  const presented = { sequence: head.sequence, hash: presentHash(head.hash) };
  return { object, valid: true, entries: head.sequence, head: presented };

  function broken(entries: number, problem: 'missing' | 'altered' | 'cut_short') {
    return { object, valid: false, entries, broken: { sequence: entries + 1, problem } } as const;
  }
}
