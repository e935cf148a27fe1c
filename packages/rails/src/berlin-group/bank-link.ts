/**
 * Linking: a consent is made at the bank, the user approves it there, and the accounts it opens are read. The user's return
 * carries nothing that is needed, so polling finishes what a closed tab left.
 */
import { createHash } from 'node:crypto';
import { isActiveCurrency } from '@switchyard/engine';
import {
  type BankLink,
  isFailure,
  type LinkedAccount,
  type LinkStep,
  type Psu,
  rejected,
  unavailable,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import { shortCode } from '../calling/short-code.ts';
import { paytoOfIban } from '../xs2a/iban-address.ts';
import type { Account, BerlinGroupApi, ConsentAnswer } from './api.ts';
import { type Back, backBy, redirectOf, returnsFor } from './returns.ts';
import { consentStandingOf, failureOf, meaningOf, stepOf } from './translate.ts';

const DAY_MS = 86_400_000;
const POLL_AFTER_MS = 2_000;
/** What the standard allows without the user and without an agreement. */
const READS_PER_DAY = 4;

/** Without `url` the bank asks its customer in another way, as in its app. */
const memoSchema = z.object({
  consentId: z.string(),
  url: z.string().optional(),
  back: z.enum(['no', 'yes', 'declined']),
});
type Memo = z.infer<typeof memoSchema>;
const grantSchema = z.object({ consentId: z.string() });

export interface LinkedBank {
  readonly baseUrl: string;
  /** Its reference in the directory. */
  readonly ref: string;
  readonly name: string;
  readonly asksOwnerName: boolean;
  readonly consentDays: number;
}

export function createBankLink(api: BerlinGroupApi, bank: LinkedBank, now: () => number): BankLink {
  async function look(memo: Memo, psu?: Psu): Promise<LinkStep> {
    const consent = await api.getConsent(memo.consentId);
    if (isFailure(consent)) return consent;
    if (consent.kind === 'turned_down') return failureOf(consent);
    if (consentStandingOf(consent.value.consentStatus) !== 'valid')
      return goOn(memo, consent.value.consentStatus);
    const accounts = await api.listAccounts(memo.consentId, psu);
    if (isFailure(accounts)) return accounts;
    if (accounts.kind === 'turned_down') return failureOf(accounts);
    return linkedBy(memo.consentId, consent.value, accounts.value.accounts, bank);
  }

  return {
    // There is only the one.
    needsInstitution: false,

    async start({ key, institution, returnUri, state, psu }) {
      if (institution !== undefined && institution !== bank.ref)
        return { kind: 'refused', code: 'institution_unsupported' };
      const answer = await api.createConsent(
        {
          access: {
            accounts: [],
            ...(bank.asksOwnerName ? { additionalInformation: { ownerName: [] } } : {}),
          },
          recurringIndicator: true,
          validUntil: new Date(now() + bank.consentDays * DAY_MS).toISOString().slice(0, 10),
          frequencyPerDay: READS_PER_DAY,
          combinedServiceIndicator: false,
        },
        returnsFor(returnUri, state),
        key,
        psu,
      );
      if (isFailure(answer)) return answer;
      if (answer.kind === 'turned_down') return stepOf(answer);
      const { consentId, consentStatus, _links } = answer.value;
      const url = redirectOf(_links, bank.baseUrl);
      return goOn({ consentId, back: 'no', ...(url === undefined ? {} : { url }) }, consentStatus);
    },

    async resume({ memo, returnParams, psu }) {
      const read = memoSchema.safeParse(memo);
      return read.success ? look({ ...read.data, back: backBy(returnParams) }, psu) : rejected();
    },

    async poll({ memo }) {
      const read = memoSchema.safeParse(memo);
      return read.success ? look(read.data) : rejected();
    },

    async checkConsent({ grant }) {
      const read = grantSchema.safeParse(grant);
      if (!read.success) return rejected();
      const answer = await api.getConsent(read.data.consentId);
      if (isFailure(answer)) return answer;
      if (answer.kind === 'answered') return consentOf(answer.value, now());
      const meaning = meaningOf(answer);
      if (meaning.as === 'absent') return { kind: 'done', result: { state: 'revoked' } };
      return meaning.as === 'consent'
        ? { kind: 'done', result: { state: meaning.state } }
        : failureOf(answer);
    },
  };
}

/** A consent that is not valid, or not yet. */
function goOn(memo: Memo, status: string): LinkStep {
  const standing = consentStandingOf(status);
  const { consentId, url, back } = memo;
  if (standing === 'rejected' || standing === 'revoked') return refused('user_declined', status);
  if (standing === 'expired') return refused('expired', status);
  if (standing === 'open' && back === 'declined') return refused('user_declined', status);
  if (standing === 'open' && back === 'no' && url !== undefined)
    return { kind: 'requires_action', action: { type: 'redirect', url }, memo: asJson(memo), ref: consentId };
  return {
    kind: 'processing',
    memo: asJson(memo),
    pollAfterMs: POLL_AFTER_MS,
    ref: consentId,
    ...(shortCode(status).providerCode === undefined ? {} : { providerStatus: status }),
  };
}

function refused(code: 'user_declined' | 'expired', status: string): LinkStep {
  return { kind: 'refused', code, ...shortCode(status) };
}

/** Without the undefined that JSON cannot hold. */
function asJson({ consentId, back, url }: Memo): Readonly<Record<string, string>> & { readonly back: Back } {
  return { consentId, back, ...(url === undefined ? {} : { url }) };
}

function linkedBy(
  consentId: string,
  { validUntil }: ConsentAnswer,
  accounts: readonly Account[],
  bank: LinkedBank,
): LinkStep {
  const linked = accounts.flatMap((account) => linkedAccount(account, bank));
  if (linked.length === 0) return { kind: 'refused', code: 'account_unusable' };
  const grant = { secret: { consentId }, ref: consentId, ...expiryOf(validUntil) };
  return { kind: 'done', result: { grant, accounts: linked } };
}

/** Money can be sent from and to an open account with an IBAN and one currency. Cards and loans may be listed too. */
function linkedAccount(account: Account, { ref, name }: LinkedBank): readonly LinkedAccount[] {
  const iban = account.iban ?? '';
  const payto = paytoOfIban(iban);
  if (payto === undefined || !isActiveCurrency(account.currency)) return [];
  if (account.status === 'deleted' || account.status === 'blocked') return [];
  if (account.cashAccountType === 'CARD' || account.cashAccountType === 'LOAN') return [];
  const holderName = account.ownerName?.trim() ?? '';
  return [
    {
      // An id is optional, and the IBAN itself is not for places where ids are seen.
      id: account.resourceId ?? createHash('sha256').update(iban).digest('hex').slice(0, 32),
      payto,
      assets: [`iso4217:${account.currency}`],
      institution: { ref, name },
      ...(holderName === '' ? {} : { holderName }),
    },
  ];
}

function consentOf({ consentStatus, validUntil }: ConsentAnswer, nowMs: number) {
  const standing = consentStandingOf(consentStatus);
  if (standing === undefined || standing === 'open') return unavailable(shortCode(consentStatus));
  const expiry = expiryOf(validUntil);
  const isOver = (expiry.consentExpiresAtMs ?? Number.POSITIVE_INFINITY) <= nowMs;
  const ended = standing === 'rejected' ? 'revoked' : standing;
  return {
    kind: 'done',
    result: { state: ended === 'valid' && isOver ? 'expired' : ended, ...expiry },
  } as const;
}

/** The day is the bank's and belongs to the consent; it is over everywhere in Europe when it is over in Greenwich. */
function expiryOf(validUntil: string): { readonly consentExpiresAtMs?: number } {
  const dayMs = Date.parse(validUntil);
  return Number.isNaN(dayMs) ? {} : { consentExpiresAtMs: dayMs + DAY_MS };
}
