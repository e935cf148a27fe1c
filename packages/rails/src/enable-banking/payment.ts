/**
 * Payments: created by one call, approved by the user on the provider's page, then watched. Once created, money moves when
 * the user approves, with nothing more from us. The provider has no idempotency key and no search, so a creation without an
 * answer stays unknown; and its DELETE only removes payments that are over, so there is no cancelling.
 */
import {
  isFailure,
  type Json,
  type Payment,
  type PaymentFacts,
  type PaymentOrder,
  type PaymentStep,
  rejected,
  type SettlementScheme,
  unknownOutcome,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import { shortCode } from '../calling/short-code.ts';
import { decimalAmountOf } from '../money/decimal-amount.ts';
import { ibanOf } from '../xs2a/iban-address.ts';
import { endToEndIdOf, SEPA_NAME_MAX, SEPA_REFERENCE } from '../xs2a/sepa-reference.ts';
import type { EnableBankingApi, PaymentAnswer, PaymentRequest, PaymentType } from './api.ts';
import { parseInstitutionRef } from './institution-ref.ts';
import {
  COMPLETED_STATUSES,
  failureOf,
  meaningOf,
  type PaymentStanding,
  refusedPayment,
  standingOf,
  stepOf,
  WEAKLY_FINAL_STATUSES,
} from './translate.ts';

const POLL_AFTER_MS = 2_000;

const PAYMENT_TYPES: Readonly<Partial<Record<SettlementScheme, PaymentType>>> = {
  'sepa-sct': 'SEPA',
  'sepa-sct-inst': 'INST_SEPA',
};

export const PAYMENT_FACTS: PaymentFacts = {
  schemes: ['sepa-sct', 'sepa-sct-inst'],
  idempotencyRetentionMs: undefined,
  absenceHorizonMs: undefined,
  settledStatuses: [...COMPLETED_STATUSES, ...WEAKLY_FINAL_STATUSES],
  finality: 'accepted',
  movesMoneyOn: 'start',
  reference: SEPA_REFERENCE,
};

/** `back`: what the user's return said. It decides nothing but how an open payment is shown and a refusal explained. */
const memoSchema = z.object({
  paymentId: z.string(),
  url: z.string(),
  back: z.enum(['no', 'yes', 'declined']),
});
type Memo = z.infer<typeof memoSchema>;

export function createPayment(api: EnableBankingApi): Payment {
  async function look(order: PaymentOrder, memo: Memo) {
    const answer = await api.getPayment(memo.paymentId);
    if (isFailure(answer)) return answer;
    if (answer.kind === 'answered') return stand(api, order, memo, answer.value);
    return meaningOf(answer).as === 'absent' ? ({ kind: 'absent' } as const) : failureOf(answer);
  }

  return {
    facts: PAYMENT_FACTS,

    async start(order) {
      const request = requestFor(order);
      if ('kind' in request) return request;
      const answer = await api.createPayment(request);
      if (isFailure(answer)) return answer;
      if (answer.kind === 'turned_down') return stepOf(answer, 'unknown');
      const { payment_id: paymentId, url } = answer.value;
      return awaitUser({ paymentId, url, back: 'no' });
    },

    async resume({ order, memo, returnParams }) {
      const read = memoSchema.safeParse(memo);
      if (!read.success) return rejected();
      const back = returnParams?.error === 'access_denied' ? 'declined' : 'yes';
      const step = await look(order, { ...read.data, back });
      // Having made it, the provider cannot not know it: only asking again will tell.
      return step.kind === 'absent' ? unknownOutcome() : step;
    },

    async query({ order, memo }) {
      if (memo === undefined) return unknownOutcome();
      const read = memoSchema.safeParse(memo);
      return read.success ? look(order, read.data) : rejected();
    },
  };
}

/** What is to be sent, or why it cannot be. */
function requestFor(order: PaymentOrder): PaymentRequest | PaymentStep {
  const { payer, payee, reference } = order;
  if (payer.institution === undefined) return { kind: 'refused', code: 'institution_required' };
  const aspsp = parseInstitutionRef(payer.institution);
  if (aspsp === undefined) return { kind: 'refused', code: 'institution_unsupported' };
  const [debtor, creditor] = [ibanOf(payer.payto), ibanOf(payee.payto)];
  const [amount, paymentType] = [decimalAmountOf(order.amount), PAYMENT_TYPES[order.scheme]];
  if (
    debtor === undefined ||
    creditor === undefined ||
    amount?.currency !== 'EUR' ||
    paymentType === undefined
  )
    return rejected();
  return {
    payment_type: paymentType,
    payment_request: {
      debtor_account: { scheme_name: 'IBAN', identification: debtor },
      credit_transfer_transaction: [
        {
          instructed_amount: amount,
          beneficiary: {
            creditor: { name: payee.holderName.slice(0, SEPA_NAME_MAX) },
            creditor_account: { scheme_name: 'IBAN', identification: creditor },
          },
          payment_id: { end_to_end_id: endToEndIdOf(order.key) },
          ...(reference === undefined ? {} : { remittance_information: [reference] }),
        },
      ],
    },
    aspsp,
    state: order.state,
    redirect_url: order.returnUri,
    psu_type: order.psu?.psuType ?? 'personal',
  };
}

/** `final_status` says whether it is over; the status, how. Nothing that may still change is taken for an end. */
async function stand(
  api: EnableBankingApi,
  order: PaymentOrder,
  memo: Memo,
  { status, final_status: isFinal, status_reason_information: reason }: PaymentAnswer,
): Promise<PaymentStep> {
  const standing = standingOf(status);
  if (!isFinal || standing === undefined || standing === 'open') return goOn(memo, status, standing);
  if (standing !== 'accepted')
    return refusedPayment(standing, reason?.status_reason_code, memo.back === 'declined');
  const success = await isSuccessAtBank(api, order, status);
  if (typeof success !== 'boolean') return success;
  if (!success) return goOn(memo, status, standing);
  return {
    kind: 'done',
    result: { ref: memo.paymentId, providerStatus: status, isoStatus: status, memo },
  };
}

function goOn(memo: Memo, status: string, standing: PaymentStanding | undefined): PaymentStep {
  if (standing === 'open' && memo.back === 'no') return awaitUser(memo);
  return {
    kind: 'processing',
    memo,
    pollAfterMs: POLL_AFTER_MS,
    ref: memo.paymentId,
    ...(shortCode(status).providerCode === undefined ? {} : { providerStatus: status }),
  };
}

function awaitUser(memo: Memo): PaymentStep {
  const { url, paymentId } = memo;
  return {
    kind: 'requires_action',
    action: { type: 'redirect', url },
    memo: memo satisfies Json,
    ref: paymentId,
  };
}

/** Banks that stop at a weaker status than "completed" declare it in the directory, which is asked only then. */
async function isSuccessAtBank(api: EnableBankingApi, order: PaymentOrder, status: string) {
  if (COMPLETED_STATUSES.some((completed) => completed === status)) return true;
  if (!WEAKLY_FINAL_STATUSES.some((weak) => weak === status)) return false;
  const aspsp = parseInstitutionRef(order.payer.institution ?? '');
  const paymentType = PAYMENT_TYPES[order.scheme];
  if (aspsp === undefined || paymentType === undefined) return false;
  const psuType = order.psu?.psuType ?? 'personal';
  const answer = await api.listAspsps({
    country: aspsp.country,
    service: 'PIS',
    payment_type: paymentType,
    psu_type: psuType,
  });
  if (isFailure(answer)) return answer;
  if (answer.kind === 'turned_down') return failureOf(answer);
  return answer.value.aspsps
    .filter(({ name }) => name === aspsp.name)
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ payment_type, psu_type }) => payment_type === paymentType && (psu_type ?? psuType) === psuType)
    .some(({ final_successful_statuses }) => (final_successful_statuses ?? []).includes(status));
}
