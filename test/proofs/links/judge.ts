/** Whether a session ended as it had to. Pure: what was planned, what was struck, and what came of it. */
import type { Findings } from '../findings.ts';
import type { Lived } from './live.ts';
import { BANKS_OF_ENDINGS } from './plan.ts';

/** Ends that a fault may bring about. Each costs a strike that is known to have happened. */
export interface Losses {
  /** By rail: sessions whose one-time code was spent by an answer that never arrived. */
  readonly spent: Map<string, number>;
  unreached: number;
}

const CONSENT_ENDS: ReadonlySet<string> = new Set([BANKS_OF_ENDINGS.expires, BANKS_OF_ENDINGS.revokes]);

export function judge(lived: readonly Lived[], findings: Findings): Losses {
  const losses: Losses = { spent: new Map(), unreached: 0 };
  for (const one of lived) {
    const { session, wasOpen, plan } = one;
    const end = session.status === 'failed' ? (session.failure?.code ?? 'no code') : session.status;
    const told = `${session.id} ${session.rail} ${plan.person} at ${plan.bank ?? plan.chosen}: ${end}`;
    if (session.status !== 'completed' && session.status !== 'failed')
      findings.add('a session is stuck', told);
    else if (!wasOpen) {
      if (end === 'provider_unavailable') losses.unreached += 1;
      else findings.add('a session ended before its user was asked, for no good reason', told);
    } else if (end === wanted(one)) checkOutcome(one, told, findings);
    // A consent that ends within seconds may have ended before anything was read.
    else if (CONSENT_ENDS.has(plan.bank ?? '') && (end === 'expired' || end === 'provider_rejected'))
      continue;
    else if (wanted(one) !== 'user_declined' && end === 'expired')
      losses.spent.set(session.rail, (losses.spent.get(session.rail) ?? 0) + 1);
    else findings.add(`a session that should have ended ${wanted(one)} did not`, told);
  }
  return losses;
}

function wanted({ plan }: Lived): string {
  if (plan.person.startsWith('declines') || plan.bank === BANKS_OF_ENDINGS.declines) return 'user_declined';
  return plan.bank === BANKS_OF_ENDINGS.noAccounts ? 'account_unusable' : 'completed';
}

function checkOutcome({ session }: Lived, told: string, findings: Findings): void {
  if ((session.status === 'completed') !== session.accounts.length > 0)
    findings.add('accounts are there exactly when a session is completed', told);
  if (session.action !== undefined) findings.add('a session that has ended asks for an action', told);
  if (session.status === 'failed' && (session.failure?.explanation.message ?? '') === '')
    findings.add('a failure does not explain itself', told);
}
