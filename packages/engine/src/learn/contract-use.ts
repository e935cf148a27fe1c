/** What an operation that succeeded uses up of the contract that prices it, and where the contract then stands. */

import { createExchange } from '../decide/exchange.ts';
import { countingParty } from '../decide/operation-sides.ts';
import { matchingPrice, type PriceCase } from '../decide/price.ts';
import type { DecisionRequest } from '../decision.ts';
import { mulDiv } from '../mul-div.ts';
import type { Contract, Snapshot } from '../snapshot.ts';

export interface ContractUse {
  readonly contract: Contract;
  /** In what the contract counts: operations, or minor units of its asset. */
  readonly amount: bigint;
}

/** Of a decision the client made by itself only so much is known: nothing of its amount. */
export type UsedOperation = DecisionRequest | Pick<PriceCase, 'operation' | 'country'>;

/**
 * Undefined when no contract prices the operation over this connection, and when the contract counts volume and the volume
 * is not known: nothing is then said of the contract, rather than that it stands where it stood.
 */
export function contractUse(
  snapshot: Snapshot,
  connectionId: string,
  operation: UsedOperation,
): ContractUse | undefined {
  const prices = snapshot.prices.filter(({ connection }) => connection === connectionId);
  const price = matchingPrice(prices, caseOf(operation));
  const contract = snapshot.contracts.find(({ id }) => id === price?.contract);
  if (contract === undefined) return undefined;
  const amount = contract.basis === 'count' ? 1n : volumeIn(snapshot, contract.asset, operation);
  return amount === undefined ? undefined : { contract, amount };
}

export interface ContractStanding {
  readonly used: string;
  /** Until the next tier; null in the last. */
  readonly remaining: string | null;
  readonly tier: number;
  readonly nextTierAt: string | null;
}

export function contractStanding(contract: Contract, used: bigint): ContractStanding {
  const starts = contract.tiers.map(({ from }) => BigInt(from));
  const next = starts.find((from) => from > used);
  return {
    used: String(used),
    remaining: next === undefined ? null : String(next - used),
    tier: Math.max(0, starts.filter((from) => from <= used).length - 1),
    nextTierAt: next === undefined ? null : String(next),
  };
}

function caseOf(operation: UsedOperation): PriceCase {
  if (!('payer' in operation)) return { ...operation, scheme: undefined, asset: undefined };
  const { country, scheme } = countingParty(operation);
  return { operation: operation.operation, country, scheme, asset: operation.amount?.asset };
}

/** A band counts by its middle. Rounded down. Unknown without an amount, or a rate that leads to the contract's asset. */
function volumeIn(snapshot: Snapshot, asset: string, operation: UsedOperation): bigint | undefined {
  const amount = 'payer' in operation ? operation.amount : undefined;
  if (amount === undefined) return undefined;
  const rate = createExchange(snapshot.fx)(amount.asset, asset);
  if (rate === undefined) return undefined;
  const value =
    'band' in amount ? (BigInt(amount.band.min) + BigInt(amount.band.max)) / 2n : BigInt(amount.value);
  return mulDiv(value, rate.numerator, rate.denominator, 'down');
}
