/**
 * Linking: the user is sent to the provider's page and comes back with a code, which is exchanged once for a session.
 * The code travels through the browser alone, so polling can only say that the user is still awaited.
 */
import { isActiveCurrency } from '@switchyard/engine';
import {
  type BankLink,
  isFailure,
  type Json,
  type LinkedAccount,
  type LinkStep,
  rejected,
  unavailable,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import { shortCode } from '../calling/short-code.ts';
import { paytoOfIban } from '../xs2a/iban-address.ts';
import type { Account, EnableBankingApi, Session, SessionStatusAnswer } from './api.ts';
import { formatInstitutionRef, parseInstitutionRef } from './institution-ref.ts';
import { failureOf, meaningOf, refusedReturn, sessionStandingOf, stepOf } from './translate.ts';

const DAY_MS = 86_400_000;

const memoSchema = z.object({ url: z.string(), authorizationId: z.string() });
const grantSchema = z.object({ sessionId: z.string() });

export function createBankLink(
  api: EnableBankingApi,
  { now, consentDays }: { readonly now: () => number; readonly consentDays: number },
): BankLink {
  return {
    needsInstitution: true,

    async start({ institution, returnUri, state, psu, user }) {
      if (institution === undefined) return { kind: 'refused', code: 'institution_required' };
      const aspsp = parseInstitutionRef(institution);
      if (aspsp === undefined) return { kind: 'refused', code: 'institution_unsupported' };
      const answer = await api.authorize({
        access: {
          valid_until: new Date(now() + consentDays * DAY_MS).toISOString(),
          balances: false,
          transactions: false,
        },
        aspsp,
        state,
        redirect_url: returnUri,
        psu_type: psu?.psuType ?? 'personal',
        psu_id: user,
      });
      if (isFailure(answer)) return answer;
      if (answer.kind === 'turned_down') return stepOf(answer, 'nothing');
      const { url, authorization_id: authorizationId } = answer.value;
      return awaitUser({ url, authorizationId });
    },

    async resume({ memo, returnParams }) {
      const error = returnParams?.error;
      if (error !== undefined) return refusedReturn(error);
      const code = returnParams?.code;
      if (code === undefined) return awaitUser(memo);
      const answer = await api.openSession(code);
      if (isFailure(answer)) return answer;
      return answer.kind === 'turned_down' ? stepOf(answer, 'nothing') : linkedBy(answer.value);
    },

    poll: async ({ memo }) => awaitUser(memo),

    async checkConsent({ grant }) {
      const read = grantSchema.safeParse(grant);
      if (!read.success) return rejected();
      const answer = await api.getSession(read.data.sessionId);
      if (isFailure(answer)) return answer;
      if (answer.kind === 'answered') return consentOf(answer.value, now());
      const meaning = meaningOf(answer);
      if (meaning.as === 'session') return { kind: 'done', result: { state: meaning.state } };
      return failureOf(answer);
    },
  };
}

function awaitUser(memo: Json): LinkStep {
  const read = memoSchema.safeParse(memo);
  if (!read.success) return rejected();
  const { url, authorizationId } = read.data;
  return {
    kind: 'requires_action',
    action: { type: 'redirect', url },
    memo: read.data,
    ref: authorizationId,
  };
}

function linkedBy({ session_id, accounts, aspsp, access }: Session): LinkStep {
  const institution = { ref: formatInstitutionRef(aspsp), name: aspsp.name };
  const linked = accounts.flatMap((account) => linkedAccount(account, institution));
  if (linked.length === 0) return { kind: 'refused', code: 'account_unusable' };
  return {
    kind: 'done',
    result: {
      grant: { secret: { sessionId: session_id }, ref: session_id, ...expiryOf(access.valid_until) },
      accounts: linked,
    },
  };
}

/** Money can be sent from and to an account with an IBAN and one currency. Cards and loans are listed too. */
function linkedAccount(
  account: Account,
  institution: NonNullable<LinkedAccount['institution']>,
): readonly LinkedAccount[] {
  const payto = paytoOfIban(account.account_id?.iban ?? '');
  if (payto === undefined || !isActiveCurrency(account.currency)) return [];
  if (account.cash_account_type === 'CARD' || account.cash_account_type === 'LOAN') return [];
  const holderName = account.name?.trim() ?? '';
  return [
    {
      // Unlike `uid`, which a session makes up, this stays when the account is linked again.
      id: account.identification_hash,
      payto,
      assets: [`iso4217:${account.currency}`],
      institution,
      ...(holderName === '' ? {} : { holderName }),
    },
  ];
}

function consentOf({ status, access }: SessionStatusAnswer, nowMs: number) {
  const standing = sessionStandingOf(status);
  if (standing === undefined || standing === 'pending') return unavailable(shortCode(status));
  const expiry = expiryOf(access.valid_until);
  const isOver = (expiry.consentExpiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs;
  const state = standing === 'valid' && isOver ? 'expired' : standing;
  return { kind: 'done', result: { state, ...expiry } } as const;
}

function expiryOf(validUntil: string): { readonly consentExpiresAtMs?: number } {
  const consentExpiresAtMs = Date.parse(validUntil);
  return Number.isNaN(consentExpiresAtMs) ? {} : { consentExpiresAtMs };
}
