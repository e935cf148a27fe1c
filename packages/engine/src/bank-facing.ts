import type { CapabilityId } from './vocabulary.ts';

/**
 * What a rail does at somebody's bank, so that which bank it is matters. Everything else (screening, identity, foreign
 * exchange, accounts that the provider itself keeps) works whatever bank a person has.
 */
export const BANK_FACING_CAPABILITIES: readonly CapabilityId[] = [
  'banking.ais.account-details',
  'banking.ais.balances',
  'banking.ais.transactions',
  'banking.ais.insights',
  'banking.pis.single',
  'banking.pis.scheduled',
  'banking.pis.vrp-sweeping',
  'banking.pis.vrp-commercial',
  'banking.pis.bulk',
  'banking.payouts',
  'banking.pay-ins.debit',
  'verification.cop',
  'verification.vop',
  'verification.ownership',
  'verification.micro-deposits',
];

const BANK_FACING: ReadonlySet<CapabilityId> = new Set(BANK_FACING_CAPABILITIES);

export function isBankFacing(operation: CapabilityId): boolean {
  return BANK_FACING.has(operation);
}
