import type { CapabilityId, RailRole } from '@switchyard/engine';

/**
 * The roles a rail must have to do what a capability says. Screening, monitoring and risk scores have no role in
 * the API's enumeration, and a stablecoin ramp may go either way, so these ask for none.
 */
export const ROLES_BY_CAPABILITY: Readonly<Record<CapabilityId, readonly RailRole[]>> = {
  'banking.ais.account-details': ['bank-link'],
  'banking.ais.balances': ['bank-link'],
  'banking.ais.transactions': ['bank-link'],
  'banking.ais.insights': ['bank-link'],
  'banking.pis.single': ['payment'],
  'banking.pis.scheduled': ['payment'],
  'banking.pis.vrp-sweeping': ['payment', 'payment-consent'],
  'banking.pis.vrp-commercial': ['payment', 'payment-consent'],
  'banking.pis.bulk': ['payment'],
  'banking.payouts': ['payout'],
  'banking.pay-ins.virtual-accounts': ['pay-in'],
  'banking.pay-ins.debit': ['pay-in'],
  'verification.cop': ['account-verification'],
  'verification.vop': ['account-verification'],
  'verification.ownership': ['account-verification'],
  'verification.micro-deposits': ['account-verification'],
  'identity.kyc.document': ['identity-verification'],
  'identity.kyc.biometric': ['identity-verification'],
  'identity.kyc.database': ['identity-verification'],
  'identity.kyc.eid': ['identity-verification'],
  'identity.kyb': ['identity-verification'],
  'identity.prefill': ['identity-verification'],
  'compliance.screening.sanctions': [],
  'compliance.screening.pep': [],
  'compliance.screening.adverse-media': [],
  'compliance.screening.payments': [],
  'compliance.transaction-monitoring': [],
  'compliance.travel-rule': [],
  'risk.payment-return': [],
  'risk.fraud-signals': [],
  'money.fx': ['fx'],
  'money.cross-border': ['payout'],
  'money.stablecoin-ramp': [],
};
