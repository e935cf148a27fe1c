/**
 * Payments: one call makes the payment at the bank, the user approves it there, then its status is watched. Once made,
 * money moves when the user approves, with nothing more from us. The standard has no idempotency and no search: a payment
 * whose making was not answered stays unknown and is never sent again.
 */
import {
  isFailure,
  type Json,
  type Payment,
  type PaymentOrder,
  type PaymentStep,
  type Refused,
  rejected,
  type SettlementScheme,
  unknownOutcome,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import { shortCode } from '../calling/short-code.ts';
import { decimalAmountOf } from '../money/decimal-amount.ts';
import { ibanOf } from '../xs2a/iban-address.ts';
import { endToEndIdOf, SEPA_NAME_MAX, SEPA_REFERENCE } from '../xs2a/sepa-reference.ts';
import type { BerlinGroupApi, PaymentProduct, PaymentRequest, PaymentStatusAnswer } from './api.ts';
import { authorisationIdOf, backBy, redirectOf, returnsFor } from './returns.ts';
import { failureOf, meaningOf, SETTLED_STATUSES, standingOf, stepOf } from './translate.ts';

const POLL_AFTER_MS = 2_000;

const PRODUCTS: Readonly<Partial<Record<SettlementScheme, PaymentProduct>>> = {
  'sepa-sct': 'sepa-credit-transfers',
  'sepa-sct-inst': 'instant-sepa-credit-transfers',
};

/** Without `url` the bank asks its customer in another way. `back` is what the user's return said. */
const memoSchema = z.object({
  product: z.enum(['sepa-credit-transfers', 'instant-sepa-credit-transfers']),
  paymentId: z.string(),
  back: z.enum(['no', 'yes', 'declined']),
  url: z.string().optional(),
  authorisationId: z.string().optional(),
});
type Memo = z.infer<typeof memoSchema>;

export interface PayingBank {
  readonly baseUrl: string;
  /** Its reference in the directory. */
  readonly ref: string;
  readonly acspIsFinal: boolean;
}

export function createPayment(api: BerlinGroupApi, bank: PayingBank): Payment {
  async function look(memo: Memo) {
    const answer = await api.getPaymentStatus(memo.product, memo.paymentId);
    if (isFailure(answer)) return answer;
    if (answer.kind === 'answered') return stand(api, bank, memo, answer.value);
    return meaningOf(answer).as === 'absent' ? ({ kind: 'absent' } as const) : failureOf(answer);
  }

  return {
    facts: {
      schemes: ['sepa-sct', 'sepa-sct-inst'],
      idempotencyRetentionMs: undefined,
      absenceHorizonMs: undefined,
      settledStatuses: bank.acspIsFinal ? [...SETTLED_STATUSES, 'ACSP'] : SETTLED_STATUSES,
      finality: 'accepted',
      movesMoneyOn: 'start',
      reference: SEPA_REFERENCE,
    },

    async start(order) {
      const { payer, key, psu, returnUri, state } = order;
      if (payer.institution !== undefined && payer.institution !== bank.ref)
        return { kind: 'refused', code: 'institution_unsupported' };
      const [product, request] = [PRODUCTS[order.scheme], requestFor(order)];
      if (product === undefined || request === undefined) return rejected();
      const answer = await api.createPayment(product, request, returnsFor(returnUri, state), key, psu);
      if (isFailure(answer)) return answer;
      if (answer.kind === 'turned_down') return stepOf(answer);
      const { paymentId, transactionStatus, _links } = answer.value;
      const [url, authorisationId] = [redirectOf(_links, bank.baseUrl), authorisationIdOf(_links)];
      const memo: Memo = { product, paymentId, back: 'no', url, authorisationId };
      return stand(api, bank, memo, { transactionStatus });
    },

    async resume({ memo, returnParams }) {
      const read = memoSchema.safeParse(memo);
      if (!read.success) return rejected();
      const step = await look({ ...read.data, back: backBy(returnParams) });
      // Having made it, the bank cannot not know it: only asking again will tell.
      return step.kind === 'absent' ? unknownOutcome() : step;
    },

    async query({ memo }) {
      if (memo === undefined) return unknownOutcome();
      const read = memoSchema.safeParse(memo);
      return read.success ? look(read.data) : rejected();
    },

    async cancel({ memo }) {
      const read = memoSchema.safeParse(memo);
      if (!read.success) return rejected();
      const answer = await api.cancelPayment(read.data.product, read.data.paymentId);
      if (isFailure(answer)) return answer;
      if (answer.kind === 'turned_down') return failureOf(answer);
      // With 202 the bank wants its customer to confirm; until then it is heard and not decided.
      return answer.status === 204
        ? { kind: 'refused', code: 'cancelled' }
        : processing(read.data, answer.value?.transactionStatus ?? '');
    },
  };
}

function requestFor({ amount, payer, payee, reference, key }: PaymentOrder): PaymentRequest | undefined {
  const instructedAmount = decimalAmountOf(amount);
  const [debtor, creditor] = [ibanOf(payer.payto), ibanOf(payee.payto)];
  if (instructedAmount?.currency !== 'EUR' || debtor === undefined || creditor === undefined)
    return undefined;
  return {
    instructedAmount,
    debtorAccount: { iban: debtor },
    creditorName: payee.holderName.slice(0, SEPA_NAME_MAX),
    creditorAccount: { iban: creditor },
    endToEndIdentification: endToEndIdOf(key),
    ...(reference === undefined ? {} : { remittanceInformationUnstructured: reference }),
  };
}

async function stand(
  api: BerlinGroupApi,
  { acspIsFinal }: PayingBank,
  memo: Memo,
  { transactionStatus: status, fundsAvailable }: PaymentStatusAnswer,
): Promise<PaymentStep> {
  switch (standingOf(status, acspIsFinal)) {
    case 'settled':
      return {
        kind: 'done',
        result: { ref: memo.paymentId, providerStatus: status, isoStatus: status, memo: asJson(memo) },
      };
    case 'cancelled':
      return {
        kind: 'refused',
        code: memo.back === 'declined' ? 'user_declined' : 'cancelled',
        providerCode: status,
      };
    case 'rejected':
      return { kind: 'refused', code: await whyRejected(api, memo, fundsAvailable), providerCode: status };
    case 'open':
      return memo.back === 'no' && memo.url !== undefined
        ? {
            kind: 'requires_action',
            action: { type: 'redirect', url: memo.url },
            memo: asJson(memo),
            ref: memo.paymentId,
          }
        : processing(memo, status);
    default:
      return processing(memo, status);
  }
}

/** RJCT says that it is over and not why. A user who declined and closed the tab shows in the authorisation alone. */
async function whyRejected(
  api: BerlinGroupApi,
  { product, paymentId, authorisationId, back }: Memo,
  fundsAvailable: boolean | undefined,
): Promise<Refused['code']> {
  if (back === 'declined') return 'user_declined';
  if (fundsAvailable === false) return 'insufficient_funds';
  if (authorisationId === undefined) return 'bank_refused';
  const answer = await api.getScaStatus(product, paymentId, authorisationId);
  const failed = answer.kind === 'answered' && answer.value.scaStatus === 'failed';
  return failed ? 'user_declined' : 'bank_refused';
}

function processing(memo: Memo, status: string): PaymentStep {
  return {
    kind: 'processing',
    memo: asJson(memo),
    pollAfterMs: POLL_AFTER_MS,
    ref: memo.paymentId,
    ...(shortCode(status).providerCode === undefined ? {} : { providerStatus: status }),
  };
}

/** Without the undefined that JSON cannot hold. */
function asJson({ product, paymentId, back, url, authorisationId }: Memo): Json {
  return {
    product,
    paymentId,
    back,
    ...(url === undefined ? {} : { url }),
    ...(authorisationId === undefined ? {} : { authorisationId }),
  };
}
