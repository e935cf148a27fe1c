import { ids } from '../../examples/ids.ts';
import { manageIds } from '../examples/ids.ts';
import { defineManageOperation } from '../operation.ts';
import {
  ReconciliationFindingPage,
  ReconciliationFindingParams,
  ReconciliationFindingQuery,
  ReconciliationFindingsParams,
  ResolvedFinding,
} from '../schemas/reconciliation-finding.ts';

const tag = 'Reconciliation';

export const listReconciliationFindings = defineManageOperation({
  name: 'reconciliationFindings.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/reconciliation_findings',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List findings',
  description:
    'Where our books and a provider’s own list differ, newest first, those that were resolved left out. Every day each connection ' +
    'whose provider has a list is compared with it.',
  params: ReconciliationFindingsParams,
  query: ReconciliationFindingQuery,
  output: ReconciliationFindingPage,
  examples: {
    params: { environment: manageIds.liveEnvironment },
    query: { limit: 1 },
    response: {
      data: [
        {
          id: manageIds.reconciliationFinding,
          object: 'reconciliation_finding',
          connection: ids.connection,
          kind: 'amount_differs',
          paymentIntent: ids.paymentIntent,
          leg: ids.leg,
          providerReference: '50000042',
          operation: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
          ours: { status: 'settled', amount: { value: '11650', asset: 'iso4217:EUR' } },
          theirs: { status: 'outgoing_payment_sent', amount: { value: '11560', asset: 'iso4217:EUR' } },
          foundAt: '2026-10-09T02:00:00.000Z',
          seenAt: '2026-10-09T02:00:00.000Z',
        },
      ],
      hasMore: false,
    },
  },
});

export const resolveReconciliationFinding = defineManageOperation({
  name: 'reconciliationFindings.resolve',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/reconciliation_findings/{id}/resolve',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Resolve a finding',
  description:
    'Somebody has looked into it. It is not shown again, also when a comparison comes to it again; the payment itself is ' +
    'not touched. One that was resolved before is not found.',
  params: ReconciliationFindingParams,
  output: ResolvedFinding,
  examples: {
    params: { environment: manageIds.liveEnvironment, id: manageIds.reconciliationFinding },
    response: {
      id: manageIds.reconciliationFinding,
      object: 'reconciliation_finding',
      resolvedAt: '2026-10-09T14:30:00.000Z',
    },
  },
});
