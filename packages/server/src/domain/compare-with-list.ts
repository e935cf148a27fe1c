/**
 * Holds a leg of ours against what its provider lists. Pure. Only what cannot both be true is a difference: a leg that is still
 * open here may well have ended there, and is then asked about as usual.
 */
import type { LegStatus } from '@switchyard/contract';
import type { AmountOnWire } from '@switchyard/engine';
import type { ListedPayment } from '@switchyard/rail-kit';

export const FINDING_KINDS = [
  /** The provider has made it, and we know nothing of it. */
  'unknown_to_us',
  /** We say that it was made, and the provider does not list it. */
  'unknown_to_provider',
  'amount_differs',
  'status_differs',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface LegInBooks {
  readonly status: LegStatus;
  readonly receive: AmountOnWire;
}

export function compareWithList(leg: LegInBooks, listed: ListedPayment): FindingKind | undefined {
  const { amount } = listed;
  const isOther =
    amount !== undefined &&
    (String(amount.value) !== leg.receive.value ||
      amount.asset.toLowerCase() !== leg.receive.asset.toLowerCase());
  if (isOther) return 'amount_differs';
  return CONTRADICTED_BY[leg.status].includes(listed.standing) ? 'status_differs' : undefined;
}

/** True while something may still happen to the leg here: then news of it are a reason to look. */
export function isToBeLookedAt({ status }: LegInBooks, { standing }: ListedPayment): boolean {
  return OPEN.includes(status) || (status === 'settled' && standing !== 'done');
}

const OPEN: readonly LegStatus[] = ['requires_action', 'submitting', 'submitted', 'unknown'];

const CONTRADICTED_BY: Readonly<Record<LegStatus, readonly ListedPayment['standing'][]>> = {
  // No byte of it has left, as far as we know.
  pending: ['open', 'done', 'refused'],
  requires_action: [],
  submitting: [],
  submitted: [],
  unknown: [],
  review: [],
  settled: ['refused'],
  failed: ['open', 'done'],
  cancelled: ['open', 'done'],
  // Its money comes back by a leg of its own, so that at its provider it stays done; or the provider itself returned it.
  returning: [],
  returned: [],
};
