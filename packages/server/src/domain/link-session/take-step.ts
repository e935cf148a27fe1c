/**
 * What a rail's answer makes of a session. Pure: the same answer gives the same change, whoever asked for it.
 */
import { canonicalJson, invariant } from '@switchyard/engine';
import { isFailure, type Linked, type LinkStep, type Refusal } from '@switchyard/rail-kit';
import type { LinkCandidate, LinkDetails, LinkFailure, LinkSession } from './link-session.ts';
import { isFinal } from './states.ts';

export type LinkChange =
  /** Nothing new; look again later. */
  | { readonly kind: 'unchanged'; readonly lookAgainMs: number }
  | {
      readonly kind: 'moved';
      readonly status: 'requires_action' | 'processing';
      readonly details: LinkDetails;
      readonly ref?: string;
      readonly expiresAtMs?: number;
      readonly lookAgainMs: number;
    }
  | {
      readonly kind: 'next_candidate';
      readonly candidate: LinkCandidate;
      readonly rest: readonly LinkCandidate[];
    }
  | { readonly kind: 'completed'; readonly linked: Linked }
  | { readonly kind: 'failed'; readonly failure: LinkFailure };

const LOOK_AGAIN_MS_MIN = 500;
/** How often a session that waits for its user is looked at: people close tabs. */
const WAITING_LOOK_MS = 15_000;
const OUTAGE_LOOK_MS = 5_000;

export function takeStep(session: LinkSession, step: LinkStep, nowMs: number): LinkChange {
  invariant(!isFinal(session.status), 'a session that has ended takes no step');
  const { details } = session;
  if (isFailure(step)) return takeFailure(session, step.kind, nowMs);
  switch (step.kind) {
    case 'requires_action': {
      const { action, memo, ref, expiresAtMs } = step;
      return {
        kind: 'moved',
        status: 'requires_action',
        details: { ...withoutReturn(details), phase: 'waiting', action, memo },
        ...(ref === undefined ? {} : { ref }),
        ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
        lookAgainMs:
          action.type === 'wait' ? Math.max(action.pollAfterMs, LOOK_AGAIN_MS_MIN) : WAITING_LOOK_MS,
      };
    }
    case 'processing': {
      const lookAgainMs = Math.max(step.pollAfterMs, LOOK_AGAIN_MS_MIN);
      // A provider that cannot see the user's page says "processing"; it is still the user's turn. One that has gone on
      // without us remembers something new: what a code was exchanged for, say, which cannot be asked for twice.
      const isOldNews = canonicalJson(step.memo) === canonicalJson(details.memo ?? null);
      if (session.status === 'requires_action' && isOldNews)
        return { kind: 'unchanged', lookAgainMs: Math.max(lookAgainMs, WAITING_LOOK_MS) };
      const { action: _done, ...rest } = withoutReturn(details);
      return {
        kind: 'moved',
        status: 'processing',
        details: { ...rest, phase: 'waiting', memo: step.memo },
        ...(step.ref === undefined ? {} : { ref: step.ref }),
        lookAgainMs,
      };
    }
    case 'done':
      return { kind: 'completed', linked: step.result };
    case 'refused':
      return { kind: 'failed', failure: failureOf(step.code) };
  }
}

/** A session whose time is over, when the provider still says nothing final. */
export function expire(): LinkChange {
  return { kind: 'failed', failure: failureOf('expired') };
}

/** Where a session may begin anew with another rail, it does; where it cannot, an outage is waited out. */
function takeFailure(session: LinkSession, kind: string, nowMs: number): LinkChange {
  if (session.details.phase === 'starting') {
    const [candidate, ...rest] = session.candidates;
    if (candidate !== undefined) return { kind: 'next_candidate', candidate, rest };
    return { kind: 'failed', failure: kind === 'rejected' ? REJECTED : UNAVAILABLE };
  }
  if (kind === 'rejected' || kind === 'misconfigured') return { kind: 'failed', failure: REJECTED };
  const leftMs = session.expiresAt.getTime() - nowMs;
  return { kind: 'unchanged', lookAgainMs: Math.max(LOOK_AGAIN_MS_MIN, Math.min(OUTAGE_LOOK_MS, leftMs)) };
}

const UNAVAILABLE: LinkFailure = {
  code: 'provider_unavailable',
  explanation: { key: 'link_session.provider_unavailable', vars: {} },
};
const REJECTED: LinkFailure = {
  code: 'provider_rejected',
  explanation: { key: 'link_session.provider_rejected', vars: {} },
};

function failureOf(code: Refusal): LinkFailure {
  return code === 'cancelled' ? FAILURES.user_declined : FAILURES[code];
}

const FAILURES: Readonly<Record<Exclude<Refusal, 'cancelled'>, LinkFailure>> = {
  user_declined: { code: 'user_declined', explanation: { key: 'link_session.user_declined', vars: {} } },
  expired: { code: 'expired', explanation: { key: 'link_session.expired', vars: {} } },
  account_unusable: {
    code: 'account_unusable',
    explanation: { key: 'link_session.account_unusable', vars: {} },
  },
  institution_required: {
    code: 'institution_required',
    explanation: { key: 'link_session.institution_required', vars: {} },
  },
  institution_unsupported: {
    code: 'institution_unsupported',
    explanation: { key: 'link_session.institution_unsupported', vars: {} },
  },
  // Words of payments; a rail that says them of a link means that it was turned down.
  insufficient_funds: REJECTED,
  bank_refused: REJECTED,
  provider_rejected: REJECTED,
  returned: REJECTED,
};

function withoutReturn({ returned: _heard, ...details }: LinkDetails): LinkDetails {
  return details;
}
