/**
 * The words of the API: every enumeration that more than one package speaks. They live here because the engine
 * depends on nothing and everything may depend on the engine, so a word is spelt in one place only.
 */

export const API_VERSION = '2026-10-08';

export const CAPABILITY_IDS = [
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
  'banking.pay-ins.virtual-accounts',
  'banking.pay-ins.debit',
  'verification.cop',
  'verification.vop',
  'verification.ownership',
  'verification.micro-deposits',
  'identity.kyc.document',
  'identity.kyc.biometric',
  'identity.kyc.database',
  'identity.kyc.eid',
  'identity.kyb',
  'identity.prefill',
  'compliance.screening.sanctions',
  'compliance.screening.pep',
  'compliance.screening.adverse-media',
  'compliance.screening.payments',
  'compliance.transaction-monitoring',
  'compliance.travel-rule',
  'risk.payment-return',
  'risk.fraud-signals',
  'money.fx',
  'money.cross-border',
  'money.stablecoin-ramp',
] as const;
export type CapabilityId = (typeof CAPABILITY_IDS)[number];

export const RAIL_KINDS = [
  'pisp-aggregator',
  'bank-api',
  'meta-provider',
  'verification',
  'on-chain',
  'data',
  'identity',
  'compliance',
] as const;
export type RailKind = (typeof RAIL_KINDS)[number];

export const RAIL_STATUSES = ['listed', 'in-development', 'integrated', 'certified'] as const;
export type RailStatus = (typeof RAIL_STATUSES)[number];

export const RAIL_ROLES = [
  'bank-link',
  'institution-directory',
  'payment',
  'payment-consent',
  'identity-verification',
  'account-verification',
  'webhook',
  'payout',
  'pay-in',
  'fx',
] as const;
export type RailRole = (typeof RAIL_ROLES)[number];

export const CUSTODIES = [
  'none',
  'payer-own-account',
  'provider-for-user',
  'provider-transit',
  'platform-entity',
  'partner-entity',
] as const;
export type Custody = (typeof CUSTODIES)[number];

export const CAPABILITY_STATUSES = ['integrated', 'listed', 'planned'] as const;
export type CapabilityStatus = (typeof CAPABILITY_STATUSES)[number];

export const SANDBOX_ONBOARDINGS = ['self-serve', 'on-request', 'none'] as const;
export const PRODUCTION_ONBOARDINGS = ['self-serve', 'contract', 'partner-programme'] as const;

export const PREFERENCES = ['cheapest', 'fastest', 'recommended'] as const;
export type Preference = (typeof PREFERENCES)[number];

export const CHANNELS = ['web', 'native'] as const;
export type Channel = (typeof CHANNELS)[number];

export const ENVIRONMENT_MODES = ['test', 'live'] as const;
export type EnvironmentMode = (typeof ENVIRONMENT_MODES)[number];

/** How money gets from one account to another, whoever asks for it. */
export const SETTLEMENT_SCHEMES = [
  'sepa-sct',
  'sepa-sct-inst',
  'gb-fps',
  'gb-bacs',
  'gb-chaps',
  'us-ach',
  'us-ach-same-day',
  'us-rtp',
  'us-fednow',
  'us-fedwire',
  'pl-elixir',
  'pl-express-elixir',
  'se-bankgirot',
  'se-rix-inst',
  'swift',
  'evm-erc20',
] as const;
export type SettlementScheme = (typeof SETTLEMENT_SCHEMES)[number];

/** What makes a payment over a rail count as settled. */
export const FINALITY_BASES = ['accepted', 'credited', 'confirmations'] as const;
export type FinalityBasis = (typeof FINALITY_BASES)[number];

export const LEG_KINDS = ['payment', 'pay-in', 'fx', 'payout', 'on-chain'] as const;
export type LegKind = (typeof LEG_KINDS)[number];

/** A sentence before it is a sentence: pure code returns the key and its values; the server writes it out. */
export interface ExplanationKey {
  readonly key: string;
  readonly vars: Readonly<Record<string, string>>;
}
