/** What a rail's answer makes of a leg. Pure. Everything that is not clear stays open; only a clear answer ends anything. */

import { type Absent, type Failed, isFailure, type PaymentStep, type Refusal } from '@switchyard/rail-kit';
import type { LegPatch } from './move.ts';
import { isBeforeItsTime, type LegFacts } from './next-deed.ts';
import type { LegRefusal, PaymentLeg } from './payment.ts';
import { approvalLookMs, nextQueryMs, OUTAGES_MS, PROBES_MS } from './probes.ts';

export type Call = 'start' | 'resume' | 'query' | 'cancel';

/** "Not found" must be said twice, the second time a while after the first. */
const ABSENCES_TO_PROVE = 2;

/** News of a leg that had settled: that its money came back is a new fact; everything else is none. */
export function takeLateAnswer(answer: PaymentStep | Absent): LegPatch {
  return answer.kind === 'refused' && answer.code === 'returned' ? { to: 'returned' } : {};
}

export function takeAnswer(
  leg: PaymentLeg,
  call: Call,
  answer: PaymentStep | Absent,
  facts: LegFacts,
  nowMs: number,
): LegPatch {
  if (isFailure(answer)) return takeFailure(leg, call, answer, facts, nowMs);
  switch (answer.kind) {
    case 'requires_action': {
      const { action, memo, ref, expiresAtMs } = answer;
      // A leg that nobody knew about, or that has been submitted, does not ask its user again: it is looked at further.
      if (leg.status !== 'pending' && leg.status !== 'requires_action')
        return lookAgain(leg, { memo }, nowMs);
      if (isOver(leg, expiresAtMs, nowMs)) return end('failed', 'expired');
      const looks = leg.status === 'requires_action' ? leg.work.probes + 1 : 0;
      return {
        to: 'requires_action',
        work: {
          ...ANSWERED,
          action,
          memo,
          ...(ref === undefined ? {} : { ref }),
          ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
          ...heardBy(call),
          probes: looks,
          lookAtMs: nowMs + approvalLookMs(looks),
        },
      };
    }
    case 'processing': {
      const { memo, ref, providerStatus, pollAfterMs } = answer;
      // It has heard that it should stop; whether it did, the next look tells.
      if (call === 'cancel') return { work: { memo, lookAtMs: nowMs + nextQueryMs(0) } };
      const looks = leg.status === 'submitted' ? leg.work.probes + 1 : 0;
      return {
        to: 'submitted',
        work: {
          ...ANSWERED,
          memo,
          ...(ref === undefined ? {} : { ref }),
          ...heardBy(call),
          probes: looks,
          lookAtMs: nowMs + Math.max(pollAfterMs, nextQueryMs(looks)),
        },
        ...(providerStatus === undefined ? {} : { providerStatus: { word: providerStatus } }),
      };
    }
    case 'done': {
      const { ref, providerStatus, isoStatus, memo, fee } = answer.result;
      const word = { word: providerStatus, ...(isoStatus === undefined ? {} : { iso20022: isoStatus }) };
      const awaitsCredit = leg.work.awaitsCredit !== undefined;
      // The payer's bank may say so many times before the money is seen where it went.
      const looks = leg.status === 'submitted' ? leg.work.probes + 1 : 0;
      const lookAtMs = looks === 0 ? nowMs : nowMs + nextQueryMs(looks);
      const work = { ...ANSWERED, memo, ref, ...heardBy(call), probes: looks, lookAtMs };
      return {
        to: awaitsCredit ? 'submitted' : 'settled',
        work,
        providerStatus: word,
        ...(fee === undefined ? {} : { charged: { value: String(fee.value), asset: fee.asset } }),
      };
    }
    case 'refused':
      return end(
        call === 'cancel' || answer.code === 'cancelled' ? 'cancelled' : 'failed',
        codeOf(answer.code),
      );
    case 'absent':
      return takeAbsence(leg, facts, nowMs);
  }
}

/** What the user brought back has been heard by the call that took it to the rail, and by no other: they may have come meanwhile. */
function heardBy(call: Call): LegPatch['work'] {
  return call === 'resume' ? { returned: undefined } : {};
}

const ANSWERED = { call: 'answered', doubt: undefined } as const;

function takeFailure(leg: PaymentLeg, call: Call, failed: Failed, facts: LegFacts, nowMs: number): LegPatch {
  if (call === 'query' || call === 'cancel') return lookAgain(leg, {}, nowMs);
  switch (failed.kind) {
    case 'unavailable':
      return outage(leg, call, nowMs);
    case 'rejected':
    case 'misconfigured':
      // A leg that may already have been made under this key is not ended by a refusal of the resend.
      if (leg.status === 'unknown') return lookAgain(leg, {}, nowMs);
      return isUncertain(leg) ? loseSight(nowMs) : end('failed', 'provider_rejected');
    case 'unknown_outcome': {
      const mayAskAgain =
        call === 'start' && leg.status === 'pending' && facts.idempotencyRetentionMs !== undefined;
      if (mayAskAgain && leg.requiresAction && leg.work.probes < 3)
        return lookAgain(leg, { call: 'open' }, nowMs);
      if (leg.status === 'unknown') return lookAgain(leg, {}, nowMs);
      return loseSight(nowMs, heardBy(call));
    }
  }
}

/** Nothing has happened there. It is tried again under the same key, for as long as a user can be expected to wait. */
export function outage(leg: PaymentLeg, call: Call, nowMs: number): LegPatch {
  const outages = leg.work.outages + 1;
  const waitMs = OUTAGES_MS[leg.work.outages];
  if (leg.status === 'unknown') return lookAgain(leg, { outages }, nowMs);
  if (call === 'resume') return lookAgain(leg, { outages, ...(isUncertain(leg) ? {} : ANSWERED) }, nowMs);
  if (waitMs === undefined) return isUncertain(leg) ? loseSight(nowMs) : end('failed', 'provider_rejected');
  const state = isUncertain(leg) ? 'open' : 'none';
  return { work: { call: state, outages, lookAtMs: nowMs + waitMs } };
}

/** This call did nothing, but one before it may have; or it has a number that nothing else may leave out. */
function isUncertain({ work }: PaymentLeg): boolean {
  return work.doubt === true || work.prepared !== undefined;
}

export function loseSight(nowMs: number, work: LegPatch['work'] = {}): LegPatch {
  return { to: 'unknown', work: { ...work, probes: 0, lookAtMs: nowMs + (PROBES_MS[0] ?? 0) } };
}

function lookAgain(leg: PaymentLeg, work: LegPatch['work'], nowMs: number): LegPatch {
  // A look before its time, because somebody asked, neither counts nor puts off the one that is due.
  if (isBeforeItsTime(leg, nowMs)) return { work: { ...work, absences: leg.work.absences } };
  const probes = leg.work.probes + 1;
  const waitMs =
    leg.status === 'unknown'
      ? (PROBES_MS[probes] ?? 0)
      : leg.status === 'requires_action'
        ? approvalLookMs(probes)
        : nextQueryMs(probes);
  return { work: { ...work, probes, lookAtMs: nowMs + waitMs } };
}

/** Proves something only when the rail says that it can, long enough after the call, and twice. */
function takeAbsence(leg: PaymentLeg, { absenceHorizonMs, aheadMs }: LegFacts, nowMs: number): LegPatch {
  // Its user may have been given a page, and have approved there, in the time that was lost.
  if (leg.work.restored === true && leg.requiresAction && leg.work.memo === undefined)
    return lookAgain(leg, { absences: 0 }, nowMs);
  const providerMs = nowMs - aheadMs;
  const isPastHorizon =
    absenceHorizonMs !== undefined && providerMs - (leg.work.sentMs ?? providerMs) >= absenceHorizonMs;
  const absences = isPastHorizon && !isBeforeItsTime(leg, nowMs) ? leg.work.absences + 1 : 0;
  if (absences >= ABSENCES_TO_PROVE && leg.status !== 'submitted')
    return takeProvedAbsence(leg, providerMs, nowMs);
  return lookAgain(leg, { absences }, nowMs);
}

/** After a restore money may wait for a later leg, which has now been proved not to have been sent: it is sent for the first time. */
function takeProvedAbsence({ work, sequence }: PaymentLeg, providerMs: number, nowMs: number): LegPatch {
  if (work.restored !== true || sequence === 1) return end('failed', 'provider_rejected');
  return { work: { restored: undefined, call: 'none', begunMs: providerMs, absences: 0, lookAtMs: nowMs } };
}

/** Well after its deadline a provider that still waits has confirmed that nobody approved; before, clocks may differ. */
const OVERTIME_MS = 10 * 60_000;

function isOver(leg: PaymentLeg, expiresAtMs: number | undefined, nowMs: number): boolean {
  const endsMs = expiresAtMs ?? leg.work.expiresAtMs;
  return leg.status === 'requires_action' && endsMs !== undefined && endsMs + OVERTIME_MS <= nowMs;
}

export function end(to: 'failed' | 'cancelled', refusal: LegRefusal): LegPatch {
  return { to, work: { ...ANSWERED, refusal, returned: undefined, action: undefined } };
}

function codeOf(code: Refusal): LegRefusal {
  return CODES[code];
}

const CODES: Readonly<Record<Refusal, LegRefusal>> = {
  user_declined: 'user_declined',
  expired: 'expired',
  insufficient_funds: 'insufficient_funds',
  bank_refused: 'bank_refused',
  provider_rejected: 'provider_rejected',
  returned: 'returned',
  institution_required: 'provider_rejected',
  institution_unsupported: 'provider_rejected',
  account_unusable: 'provider_rejected',
  cancelled: 'cancelled',
};
