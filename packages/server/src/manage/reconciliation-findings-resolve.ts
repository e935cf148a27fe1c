import { fail } from '../domain/failure.ts';
import { resolveFinding } from '../store/findings.ts';
import type { ManageHandler } from './operation.ts';

export const resolveReconciliationFinding: ManageHandler<'reconciliationFindings.resolve'> = {
  kind: 'write',
  async run({ now }, tx, { params }) {
    const kind = await resolveFinding(tx, params.id, now);
    if (kind === undefined) return fail('not_found', 'reconciliation_finding.not_found', { param: 'id' });
    return {
      ok: true,
      value: {
        output: { id: params.id, object: 'reconciliation_finding', resolvedAt: now.toISOString() },
        audit: { subject: params.id, summary: { kind } },
      },
    };
  },
};
