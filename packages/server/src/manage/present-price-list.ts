/** What operations cost over a connection, and how far the contracts behind that are used. */
import { contractStanding, isBehind, type JsonValue, readPace } from '@switchyard/engine';
import { contractAt } from '../domain/contract-at.ts';
import type { AuditSummary } from '../domain/manage/audit.ts';
import type { Pricing, StoredConnection, StoredContract } from '../domain/routing.ts';
import { contractKeysOf } from '../routing-config/config-of-routing.ts';
import type { Presented } from './operation.ts';

type ShownContract = Presented<'contracts.get'>;
type ShownPrice = Presented<'prices.get'>['prices'][number];

export function presentPriceList(
  pricing: Pricing,
  { id, configKey, rail }: StoredConnection,
  now: Date,
): Presented<'prices.get'> {
  return {
    object: 'price_list',
    connection: id,
    key: configKey,
    rail,
    prices: shownPrices(pricing, id),
    contracts: pricing.contracts
      .filter(({ connectionId }) => connectionId === id)
      .map((contract) => presentContract(pricing, contract, now))
      .filter(({ inUse }) => inUse)
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

export function presentContract(pricing: Pricing, contract: StoredContract, now: Date): ShownContract {
  const { basis, asset, mode, period, tiers, commitment } = contract.body;
  const current = contractAt(contract, pricing.usage, now);
  const { periodStart, periodEnd } = current;
  const pace = readPace(current);
  const nowMs = now.getTime();
  return {
    id: contract.id,
    object: 'contract',
    connection: contract.connectionId,
    key: keyOf(pricing, contract),
    basis,
    asset,
    mode,
    period,
    tiers,
    ...(commitment === undefined ? {} : { commitment }),
    inUse: pricing.prices.some((price) => price.contract === contract.id),
    usage: { periodStart, periodEnd, ...contractStanding(current, BigInt(current.used)) },
    ...(pace === undefined
      ? {}
      : {
          pacing: {
            expected: String(
              (pace.promised * BigInt(nowMs - pace.startMs)) / BigInt(pace.endMs - pace.startMs),
            ),
            behind: isBehind(pace, nowMs),
          },
        }),
  };
}

/** What the audit log says of a connection's prices: what was agreed, and not what was counted. */
export function auditedPrices(pricing: Pricing, connectionId: string): AuditSummary {
  const contracts = pricing.contracts.filter(
    (contract) =>
      contract.connectionId === connectionId &&
      pricing.prices.some((price) => price.contract === contract.id),
  );
  return {
    prices: plain(shownPrices(pricing, connectionId)),
    contracts: Object.fromEntries(
      contracts.map((contract) => [keyOf(pricing, contract), auditedContract(contract)]),
    ),
  };
}

export function auditedContract({ body }: StoredContract): AuditSummary {
  const { basis, asset, mode, period, tiers, commitment } = body;
  return { basis, asset, mode, period, tiers: plain(tiers), commitment: plain(commitment ?? null) };
}

/** Every member is plain JSON; interfaces merely lack the index signature that JsonValue asks for. */
function plain(value: object | null): JsonValue {
  return value as unknown as JsonValue;
}

/** Under a contract the tiers say what is fixed and how many basis points. */
function shownPrices(pricing: Pricing, connectionId: string): readonly ShownPrice[] {
  const { prices, contracts } = pricing;
  return prices
    .filter(({ connection }) => connection === connectionId)
    .map(({ when, fee, contract: id }): ShownPrice => {
      const conditions = Object.keys(when).length === 0 ? {} : { when };
      const contract = contracts.find((one) => one.id === id);
      if (contract === undefined) return { ...conditions, fee };
      const { fixed: _f, bps: _b, ...bounds } = fee;
      return { ...conditions, fee: bounds, contract: keyOf(pricing, contract) };
    });
}

function keyOf({ contracts }: Pricing, { id, connectionId }: StoredContract): string {
  const own = contracts.filter((contract) => contract.connectionId === connectionId);
  return contractKeysOf(own).get(id) ?? id;
}
