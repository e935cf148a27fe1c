import { presentPage } from '../presenters/page.ts';
import { type Finding, type FindingParticulars, listFindings } from '../store/findings.ts';
import type { ManageHandler, Presented } from './operation.ts';

export const listReconciliationFindingsPage: ManageHandler<'reconciliationFindings.list'> = {
  kind: 'read',
  async run({ deps, environment }, { query }) {
    const page = await listFindings(deps.db, await deps.keyring.of(environment.id), query);
    return presentPage(page, presentFinding);
  },
};

type Shown = Presented<'reconciliationFindings.list'>['data'][number];

function presentFinding({ particulars, ...finding }: Finding): Shown {
  const { ref, key, ours, theirs } = particulars;
  return {
    id: finding.id,
    object: 'reconciliation_finding',
    connection: finding.connectionId,
    kind: finding.kind,
    ...(finding.paymentId === undefined ? {} : { paymentIntent: finding.paymentId }),
    ...(finding.legId === undefined ? {} : { leg: finding.legId }),
    ...(ref === undefined ? {} : { providerReference: ref }),
    ...(key === undefined ? {} : { operation: key }),
    ...(ours === undefined ? {} : { ours: presentSide(ours) }),
    ...(theirs === undefined ? {} : { theirs: presentSide(theirs) }),
    foundAt: finding.foundAt.toISOString(),
    seenAt: finding.seenAt.toISOString(),
  };
}

function presentSide({ status, value, asset }: NonNullable<FindingParticulars['theirs']>) {
  return { status, ...(value === undefined || asset === undefined ? {} : { amount: { value, asset } }) };
}
