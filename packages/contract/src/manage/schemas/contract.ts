import { z } from 'zod';
import { AmountValue, Asset, PositiveAmountValue } from '../../schemas/amount.ts';
import { ConnectionId } from '../../schemas/id.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { PPM } from '../../schemas/reliability.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { text } from '../../text.ts';
import { CONTRACT_KEY_LENGTH_MAX } from '../limits.ts';
import { ContractId, EnvironmentId } from './id.ts';

export const ContractsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the contracts are for.'),
});

export const ContractParams = z.strictObject({
  environment: EnvironmentId.describe('The environment the contract is for.'),
  id: ContractId.describe('The contract.'),
});

export const ContractQuery = z.strictObject({
  after: ContractId.exactOptional().describe('The last contract received; the page begins after it.'),
  limit: PageSize,
});

export const ContractKey = text({ min: 1, max: CONTRACT_KEY_LENGTH_MAX });
export const BasisPoints = z.int().min(0);

const terms = {
  mode: z
    .enum(['retroactive', 'marginal'])
    .describe('`retroactive`: the tier reached holds for all. `marginal`: each part at its own tier.'),
  period: z
    .enum(['month', 'quarter', 'year'])
    .describe(
      'By the UTC calendar. To a longer one what was counted is carried over; to a shorter one it may change only within the first ' +
        'of the running period, or while nothing is counted.',
    ),
  tiers: z
    .array(
      z.strictObject({
        from: AmountValue.describe('Payments, or minor units of the asset.'),
        fixed: AmountValue.exactOptional().describe('Nothing if left out.'),
        bps: BasisPoints.exactOptional().describe('Nothing if left out.'),
      }),
    )
    .describe('Ascending, from 0.'),
};

const counted = {
  key: ContractKey.describe("Its name among the connection's contracts."),
  basis: z.enum(['count', 'volume']).describe('Whether it counts payments, or their volume.'),
  asset: Asset.describe('Its fees are in this, and its volume too.'),
};

const Commitment = z
  .strictObject({
    value: PositiveAmountValue.describe('What was promised for the period, as the contract counts.'),
    tolerancePpm: PPM.describe('How much dearer its rail may be while it is behind, and still be chosen.'),
  })
  .meta({ id: 'Commitment' });

export const ContractTerms = z
  .strictObject({ ...counted, ...terms, commitment: Commitment.exactOptional() })
  .meta({ id: 'ContractTerms', description: 'What was agreed with a provider.' });

export const ContractUpdate = z
  .strictObject({
    mode: terms.mode.exactOptional(),
    period: terms.period.exactOptional(),
    tiers: terms.tiers.exactOptional(),
    commitment: Commitment.nullable().exactOptional().describe('Null: nothing is promised.'),
  })
  .meta({ id: 'ContractUpdate', description: 'What is left out stays as it is.' });

const Count = z.string().regex(/^(0|[1-9][0-9]*)$/);

export const Contract = z
  .strictObject({
    id: ContractId,
    object: z.literal('contract'),
    connection: ConnectionId,
    ...counted,
    ...terms,
    commitment: Commitment.optional(),
    inUse: z
      .boolean()
      .describe('Whether a price names it. One that none names is kept for what was counted under it.'),
    usage: z
      .strictObject({
        periodStart: Timestamp,
        periodEnd: Timestamp,
        used: Count.describe('Payments, or minor units of the asset.'),
        tier: z.int().min(0).describe('The place of the tier that was reached, from 0.'),
        remaining: Count.nullable().describe('Until the next tier. Null in the last.'),
        nextTierAt: Count.nullable(),
      })
      .describe('In the current period. Counted by the service, and by nobody else.'),
    pacing: z
      .strictObject({
        expected: Count.describe('What would have been used by now, if evenly. Rounded down.'),
        behind: z.boolean().describe('Whether its rail is preferred at the moment, as far as it tolerates.'),
      })
      .optional()
      .describe('Where there is a commitment.'),
  })
  .meta({
    id: 'Contract',
    description: 'Fees by what a period has seen so far, and where the period stands.',
  });
export type Contract = z.output<typeof Contract>;

export const ContractPage = pageOf(Contract, 'ContractPage');
