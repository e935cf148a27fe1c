/**
 * Paying out from a balance. One call moves the money, under our key, which the provider recognises for a day; after that a
 * repeat would be a second payout, and the host does not make one.
 */
import {
  type Absent,
  isFailure,
  type Json,
  type PaymentFacts,
  type PaymentStep,
  type Payout,
  type PayoutOrder,
  rejected,
} from '@switchyard/rail-kit';
import { z } from 'zod';
import { shortCode } from '../calling/short-code.ts';
import { ibanOf } from '../xs2a/iban-address.ts';
import type { PayoutRequest, ProviderPayout, TemplateApi } from './api.ts';
import { failureOf, refusalOf, SETTLED_STATUSES, standingOf } from './translate.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const POLL_AFTER_MS = 2_000;

/** What the host must know to be safe: from the provider's documentation, with the page beside it. */
export const PAYOUT_FACTS: PaymentFacts = {
  schemes: ['sepa-sct'],
  idempotencyRetentionMs: DAY_MS,
  absenceHorizonMs: 60_000,
  settledStatuses: SETTLED_STATUSES,
  finality: 'accepted',
  movesMoneyOn: 'start',
  reference: { max: 35, pattern: /^[A-Za-z0-9 .-]*$/ },
};

export function createPayout(api: TemplateApi): Payout {
  return {
    facts: PAYOUT_FACTS,
    assets: ['iso4217:EUR'],

    async start(order) {
      const request = requestFor(order);
      if (request === undefined) return rejected({ providerCode: 'order' });
      const answer = await api.createPayout(order.key, request);
      if (isFailure(answer)) return answer;
      return answer.kind === 'answered' ? stepOf(answer.value) : failureOf(answer);
    },

    async query({ order, memo }) {
      return memo === undefined ? findByKey(api, order.key) : look(api, memo);
    },
  };
}

/** Undefined for what cannot be sent: the host asks only for the schemes of the facts, and is not believed blindly. */
function requestFor({ amount, sendAsset, payee, reference }: PayoutOrder): PayoutRequest | undefined {
  const iban = ibanOf(payee.payto);
  if (iban === undefined || amount.asset !== 'iso4217:EUR' || sendAsset !== amount.asset) return undefined;
  return {
    amount_minor: amount.value.toString(),
    currency: 'EUR',
    iban,
    name: payee.holderName,
    ...(reference === undefined ? {} : { reference }),
  };
}

/** What the host keeps for us, sealed, and gives back. It is read as carefully as anything from outside. */
const memoSchema = z.object({ id: z.string().min(1) });

async function look(api: TemplateApi, memo: Json): Promise<PaymentStep | Absent> {
  const known = memoSchema.safeParse(memo);
  if (!known.success) return rejected({ providerCode: 'memo' });
  const answer = await api.getPayout(known.data.id);
  if (isFailure(answer)) return answer;
  if (answer.kind === 'answered') return stepOf(answer.value);
  return answer.status === 404 ? { kind: 'absent' } : failureOf(answer);
}

/** For a start whose answer never came: our key tells whether it happened. */
async function findByKey(api: TemplateApi, key: string): Promise<PaymentStep | Absent> {
  const answer = await api.findPayouts(key);
  if (isFailure(answer)) return answer;
  if (answer.kind === 'turned_down') return failureOf(answer);
  const [found] = answer.value.payouts;
  return found === undefined ? { kind: 'absent' } : stepOf(found);
}

function stepOf({ id, status, failure_code: code }: ProviderPayout): PaymentStep {
  const memo = { id };
  switch (standingOf(status)) {
    case 'processing':
      return { kind: 'processing', memo, ref: id, pollAfterMs: POLL_AFTER_MS, providerStatus: status };
    case 'done':
      return { kind: 'done', result: { ref: id, providerStatus: status, memo } };
    case 'failed':
      return { kind: 'refused', code: refusalOf(code), ...shortCode(code) };
  }
}
