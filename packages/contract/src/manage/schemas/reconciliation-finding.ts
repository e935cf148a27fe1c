import { z } from 'zod';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { EnvironmentId, ReconciliationFindingId } from './id.ts';

export const ReconciliationFindingsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose books were compared.'),
});

export const ReconciliationFindingParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose books were compared.'),
  id: ReconciliationFindingId.describe('The finding.'),
});

export const ReconciliationFindingQuery = z.strictObject({
  after: ReconciliationFindingId.exactOptional().describe(
    'The last finding received; the page begins after it.',
  ),
  limit: PageSize,
});

const Side = z.strictObject({
  status: z.string(),
  amount: z.strictObject({ value: z.string(), asset: z.string() }).optional(),
});

export const ReconciliationFinding = z
  .strictObject({
    id: ReconciliationFindingId,
    object: z.literal('reconciliation_finding'),
    connection: z.string(),
    kind: z
      .enum(['unknown_to_us', 'unknown_to_provider', 'amount_differs', 'status_differs'])
      .describe('What differs: one side knows nothing of the payment, or they know it otherwise.'),
    paymentIntent: z.string().optional(),
    leg: z.string().optional(),
    providerReference: z.string().optional().describe('What the provider calls the payment.'),
    operation: z.string().optional().describe('Our key of it, which the provider may show.'),
    ours: Side.optional().describe('What our books say.'),
    theirs: Side.optional().describe('What the provider’s list says, in its own words.'),
    foundAt: Timestamp,
    seenAt: Timestamp.describe('When a comparison last came to it.'),
  })
  .meta({
    id: 'ReconciliationFinding',
    description: 'A difference between our books and a provider’s own list.',
  });
export type ReconciliationFinding = z.output<typeof ReconciliationFinding>;

export const ReconciliationFindingPage = pageOf(ReconciliationFinding, 'ReconciliationFindingPage');

export const ResolvedFinding = z
  .strictObject({
    id: ReconciliationFindingId,
    object: z.literal('reconciliation_finding'),
    resolvedAt: Timestamp,
  })
  .meta({ id: 'ResolvedReconciliationFinding' });
