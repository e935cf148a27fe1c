/**
 * Which side of an operation counts. A payout is served where the payee is; an account is read, a payment initiated and a
 * person checked where the payer is. The side's country and institution are those that eligibility, prices, rules and
 * reliability cells mean, so an outcome is learnt in the cell it was decided from; its scheme is the one that prices and
 * rules mean. Which schemes a rail must speak is another matter: a payment has one at either end.
 */
import type { DecisionRequest, Party } from '../decision.ts';
import type { CapabilityId } from '../vocabulary.ts';

type Side = 'payer' | 'payee';

interface OperationSides {
  readonly counts: Side;
  /** Whose scheme the rail must speak. */
  readonly schemes: readonly Side[];
  /** Whether it rides on a link that the payer's account already has. */
  readonly linked: boolean;
}

const ABOUT_PAYER: OperationSides = { counts: 'payer', schemes: [], linked: false };
const READS_ACCOUNT: OperationSides = { counts: 'payer', schemes: [], linked: true };
const MOVES_FROM_PAYER: OperationSides = { counts: 'payer', schemes: ['payer', 'payee'], linked: false };
const MOVES_BY_CONSENT: OperationSides = { counts: 'payer', schemes: ['payer', 'payee'], linked: true };
const MOVES_TO_PAYEE: OperationSides = { counts: 'payee', schemes: ['payee'], linked: false };
const CONVERTS: OperationSides = { counts: 'payer', schemes: ['payee'], linked: false };

export const OPERATION_SIDES: Readonly<Record<CapabilityId, OperationSides>> = {
  'banking.ais.account-details': READS_ACCOUNT,
  'banking.ais.balances': READS_ACCOUNT,
  'banking.ais.transactions': READS_ACCOUNT,
  'banking.ais.insights': READS_ACCOUNT,
  'banking.pis.single': MOVES_FROM_PAYER,
  'banking.pis.scheduled': MOVES_FROM_PAYER,
  'banking.pis.vrp-sweeping': MOVES_BY_CONSENT,
  'banking.pis.vrp-commercial': MOVES_BY_CONSENT,
  'banking.pis.bulk': MOVES_FROM_PAYER,
  'banking.payouts': MOVES_TO_PAYEE,
  'banking.pay-ins.virtual-accounts': MOVES_FROM_PAYER,
  'banking.pay-ins.debit': MOVES_FROM_PAYER,
  'verification.cop': ABOUT_PAYER,
  'verification.vop': ABOUT_PAYER,
  'verification.ownership': ABOUT_PAYER,
  'verification.micro-deposits': ABOUT_PAYER,
  'identity.kyc.document': ABOUT_PAYER,
  'identity.kyc.biometric': ABOUT_PAYER,
  'identity.kyc.database': ABOUT_PAYER,
  'identity.kyc.eid': ABOUT_PAYER,
  'identity.kyb': ABOUT_PAYER,
  'identity.prefill': ABOUT_PAYER,
  'compliance.screening.sanctions': ABOUT_PAYER,
  'compliance.screening.pep': ABOUT_PAYER,
  'compliance.screening.adverse-media': ABOUT_PAYER,
  'compliance.screening.payments': ABOUT_PAYER,
  'compliance.transaction-monitoring': ABOUT_PAYER,
  'compliance.travel-rule': ABOUT_PAYER,
  'risk.payment-return': ABOUT_PAYER,
  'risk.fraud-signals': ABOUT_PAYER,
  'money.fx': CONVERTS,
  'money.cross-border': MOVES_TO_PAYEE,
  'money.stablecoin-ramp': CONVERTS,
};

/** The side that counts. Where the payee is not stated, the payer is all there is. */
export function countingParty({ operation, payer, payee }: DecisionRequest): Party {
  return sidesOf(operation).counts === 'payee' ? (payee ?? payer) : payer;
}

/** The schemes that a rail must speak, as far as the request states them. */
export function schemesToSpeak(request: DecisionRequest): readonly string[] {
  return sidesOf(request.operation).schemes.flatMap((side) => request[side]?.scheme ?? []);
}

/** The rails that an operation may ride on, when it needs a link and the request states the links there are. */
export function linkedRailsNeeded({ operation, payer }: DecisionRequest): readonly string[] | undefined {
  return sidesOf(operation).linked ? payer.linkedRails : undefined;
}

/** Callers without types may name an operation that does not exist; no rail will offer it, but looking it up must work. */
function sidesOf(operation: CapabilityId): OperationSides {
  return Object.hasOwn(OPERATION_SIDES, operation) ? OPERATION_SIDES[operation] : ABOUT_PAYER;
}
