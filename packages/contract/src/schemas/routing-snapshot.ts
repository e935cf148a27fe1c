/** Everything the decision engine reads, as `@switchyard/engine` types it. A test holds the two together. */
import {
  CONNECTION_MODES,
  CONNECTION_STATUSES,
  ENVIRONMENT_MODES,
  FINALITY_BASES,
  SETTLEMENT_SCHEMES,
} from '@switchyard/engine';
import { z } from 'zod';
import { AmountValue, Asset } from './amount.ts';
import { Country } from './country.ts';
import { ConnectionId, InstitutionId } from './id.ts';
import { CapabilityId, Custody, RailKind, RailRole } from './rail.ts';
import { RailId } from './rail-id.ts';
import { Latency } from './route-decision.ts';
import { Digest } from './route-quote.ts';
import { RoutingPolicy } from './routing-policy.ts';
import { Scheme } from './scheme.ts';
import { Timestamp } from './timestamp.ts';

const Count = z.int().min(0);
const BasisPoints = z.int().min(0);
const SettlementSchemes = z.array(z.enum(SETTLEMENT_SCHEMES));
const LinkedOnly = z.boolean().exactOptional().describe('Only from accounts linked through this connection.');

export const SnapshotConnection = z
  .strictObject({
    id: ConnectionId,
    rail: RailId,
    label: z.string(),
    mode: z.enum(CONNECTION_MODES),
    status: z.enum(CONNECTION_STATUSES),
    roles: z.array(RailRole),
    countries: z.array(Country).describe("Narrows the rail's countries; empty means all of them."),
    operations: z.array(CapabilityId).describe("Narrows the rail's capabilities; empty means all of them."),
    limits: z
      .array(
        z.strictObject({ asset: Asset, min: AmountValue.exactOptional(), max: AmountValue.exactOptional() }),
      )
      .describe('What it can move, both ends included; empty means that nothing is said.'),
    declaredLatency: Latency.exactOptional().describe('What the provider states, until enough was measured.'),
    payment: z
      .strictObject({
        schemes: SettlementSchemes,
        assets: z.array(Asset).exactOptional(),
        finality: z.enum(FINALITY_BASES),
        referenceMax: Count,
        linkedOnly: LinkedOnly,
      })
      .exactOptional()
      .describe("It moves money from the payer's own account."),
    payout: z
      .strictObject({ schemes: SettlementSchemes, assets: z.array(Asset), referenceMax: Count })
      .exactOptional()
      .describe('It pays out from a balance.'),
    fx: z
      .strictObject({ assets: z.array(Asset), standalone: z.boolean().exactOptional() })
      .exactOptional()
      .describe('It quotes rates between any two of the assets.'),
    transit: z
      .strictObject({ assets: z.array(Asset), schemes: SettlementSchemes })
      .exactOptional()
      .describe('Money can be collected on its balance.'),
    onChain: z
      .strictObject({ assets: z.array(Asset), linkedOnly: LinkedOnly })
      .exactOptional()
      .describe('It sends tokens from a wallet.'),
  })
  .meta({ id: 'SnapshotConnection', description: 'A rail as the environment has connected it.' });

export const SnapshotRail = z
  .strictObject({
    id: RailId,
    name: z.string(),
    kind: RailKind,
    schemes: z.array(Scheme),
    custody: z.array(Custody),
    capabilities: z.array(z.strictObject({ id: CapabilityId, countries: z.array(Country) })),
  })
  .meta({ id: 'SnapshotRail', description: 'What a connected rail can do.' });

export const SnapshotCoverage = z
  .strictObject({
    institution: InstitutionId,
    country: Country,
    rails: z.array(
      z.strictObject({
        rail: RailId,
        rank: z.int().min(0),
        restricted: z.array(CapabilityId).describe('What this bank does not allow over this rail.'),
      }),
    ),
  })
  .meta({ id: 'SnapshotCoverage', description: 'The rails that reach an institution; others do not.' });

export const SnapshotPrice = z
  .strictObject({
    connection: ConnectionId,
    when: z.strictObject({
      operations: z.array(CapabilityId).exactOptional(),
      countries: z.array(Country).exactOptional(),
      schemes: z.array(Scheme).exactOptional(),
      assets: z.array(Asset).exactOptional().describe('Of the amount that is moved.'),
    }),
    fee: z
      .strictObject({
        asset: Asset,
        fixed: AmountValue,
        bps: BasisPoints,
        min: AmountValue.exactOptional(),
        max: AmountValue.exactOptional(),
      })
      .describe('Fixed and basis points of the amount, rounded up, held between min and max.'),
    contract: z.string().exactOptional().describe('The fee is then by the tier that this contract reached.'),
  })
  .meta({
    id: 'SnapshotPrice',
    description: 'The first price of a connection whose conditions all hold is its price.',
  });

export const SnapshotContract = z
  .strictObject({
    id: z.string(),
    connection: ConnectionId,
    basis: z.enum(['count', 'volume']).describe('What the tiers count.'),
    asset: Asset,
    mode: z
      .enum(['retroactive', 'marginal'])
      .describe('`retroactive`: the tier reached holds for all. `marginal`: each part at its own tier.'),
    tiers: z.array(z.strictObject({ from: AmountValue, fixed: AmountValue, bps: BasisPoints })),
    periodStart: Timestamp,
    periodEnd: Timestamp,
    used: AmountValue.describe('In the current period.'),
    commitment: z
      .strictObject({ value: AmountValue, tolerancePpm: Count })
      .exactOptional()
      .describe('What was promised for the period, and how much dearer a rail may be while it is behind.'),
  })
  .meta({ id: 'SnapshotContract', description: 'Fees by what a period has seen so far.' });

export const ReliabilityCell = z
  .strictObject({
    rail: RailId,
    operation: CapabilityId,
    country: Country.exactOptional(),
    institution: InstitutionId.exactOptional(),
    successMicro: Count.describe('Successes in millionths, faded to `asOfMs`.'),
    failureMicro: Count.describe('Failures in millionths, faded to `asOfMs`.'),
    samples: Count.describe('How many outcomes ever went in.'),
    asOfMs: z.int(),
  })
  .meta({ id: 'ReliabilityCell', description: 'What outcomes have taught; the more is said, the narrower.' });

export const LatencyCell = z
  .strictObject({
    rail: RailId,
    operation: CapabilityId,
    p50Ms: Count,
    p95Ms: Count,
    p99Ms: Count,
    samples: Count,
  })
  .meta({ id: 'LatencyCell', description: 'How long a rail has been taking for an operation.' });

const RatioTerm = z.string().regex(/^[1-9][0-9]*$/);

export const FxRate = z
  .strictObject({
    from: Asset,
    to: Asset,
    numerator: RatioTerm,
    denominator: RatioTerm,
    asOf: Timestamp,
  })
  .meta({
    id: 'FxRate',
    description: '`numerator / denominator` minor units of `to` for one minor unit of `from`.',
  });

export const RoutingSnapshot = z
  .strictObject({
    object: z.literal('routing_snapshot'),
    version: z.int().min(1).describe('Counts up with each new snapshot of the environment.'),
    digest: Digest.describe(
      'Over all but itself, `version`, `generatedAt` and `staleAfter`. Decisions cite it; it is also the ETag.',
    ),
    environment: z.enum(ENVIRONMENT_MODES),
    engineVersion: z.string().describe('The engine that this snapshot was cut for.'),
    generatedAt: Timestamp,
    staleAfter: Timestamp.describe('Fetch another one by then.'),
    policy: RoutingPolicy,
    connections: z.array(SnapshotConnection).describe('Your connections and their state. No credentials.'),
    rails: z.array(SnapshotRail).describe('The connected rails.'),
    coverage: z
      .array(SnapshotCoverage)
      .describe('An institution that is not listed says nothing; a listed one says all.'),
    prices: z.array(SnapshotPrice).describe('What operations cost. Without a price it is unknown, not free.'),
    contracts: z.array(SnapshotContract).describe('Tiers, with the usage of the current period.'),
    reliability: z
      .array(ReliabilityCell)
      .describe('Success cells by rail, operation, country and institution.'),
    latency: z.array(LatencyCell).describe('Latency cells by rail and operation.'),
    fx: z.array(FxRate).describe('Mid-market rates as integer ratios.'),
    calendars: z
      .array(z.strictObject({ id: z.string(), closedDays: z.array(z.iso.date()) }))
      .describe('Business days of settlement systems.'),
  })
  .meta({
    id: 'RoutingSnapshot',
    description:
      'All that the engine needs to decide locally. Integers only; no secret and no personal data.',
  });
export type RoutingSnapshot = z.output<typeof RoutingSnapshot>;
