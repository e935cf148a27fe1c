import type { StoredContract } from '../domain/routing.ts';
import { contractKeysOf } from './config-of-routing.ts';
import type { ContractConfig } from './routing-config.ts';

/**
 * The contract of a connection that a file means: of the same key, and counting the same. Payments that were counted say nothing about a
 * volume, nor pounds about euros: with another basis or asset it is another contract, which counts from zero.
 */
export function knownContract(
  own: readonly StoredContract[],
  { key, basis, asset }: Pick<ContractConfig, 'key' | 'basis' | 'asset'>,
): StoredContract | undefined {
  const keys = contractKeysOf(own);
  return own.findLast(({ id, body }) => keys.get(id) === key && body.basis === basis && body.asset === asset);
}
