/**
 * Payments v3 to external accounts, with the bank chosen beforehand and the user sent straight to it. Creating a payment
 * and starting its authorisation are two calls; after both, the user's approval alone moves the money, so `start` is where
 * it may move. A repeat of `start` under the same key finds the same payment and the same way to the bank.
 */
import type {
  Absent,
  Json,
  Payment,
  PaymentFacts,
  PaymentOrder,
  PaymentStep,
  Ports,
} from '@switchyard/rail-kit';
import { unknownOutcome } from '@switchyard/rail-kit';
import { z } from 'zod';
import { SCHEMES, type TruelayerScheme } from './account-identifier.ts';
import type { PaymentsApi, TruelayerPayment } from './api/payments.ts';
import { deriveKey } from './derived-key.ts';
import { paymentRequest, REFERENCE } from './payment-request.ts';
import {
  failedRead,
  failedWrite,
  nextActionOf,
  refusalFor,
  SETTLED_STATUSES,
  standingOf,
} from './translate.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export const PAYMENT_FACTS: PaymentFacts = {
  schemes: Object.keys(SCHEMES) as TruelayerScheme[],
  // TrueLayer's page on idempotency gives keys 30 days (it was 6 hours in earlier versions of the page). One day less is
  // declared, because its clock and ours do not start together.
  idempotencyRetentionMs: 29 * DAY_MS,
  // There is no look-up by key, so nothing is ever "not found" in a way that proves anything.
  absenceHorizonMs: undefined,
  settledStatuses: SETTLED_STATUSES,
  finality: 'accepted',
  movesMoneyOn: 'start',
  reference: REFERENCE,
};

/** After this TrueLayer lets go of a payment that nobody has authorised. */
export const AUTHORIZATION_LIFETIME_MS = 15 * 60 * 1_000;

const POLL_AFTER_MS = 2_000;

export function createPayment(deps: {
  readonly payments: PaymentsApi;
  readonly now: Ports['now'];
  readonly contactEmail: string;
}): Payment {
  return {
    facts: PAYMENT_FACTS,
    start: (order) => start(deps, order),
    resume: ({ memo }) => ask(deps.payments, memo, { isBack: true }),
    query: async ({ memo }) => (memo === undefined ? unknownOutcome() : look(deps.payments, memo)),
    cancel: ({ order, memo }) => cancel(deps.payments, order, memo),
  };
}

async function start(
  { payments, now, contactEmail }: Parameters<typeof createPayment>[0],
  order: PaymentOrder,
): Promise<PaymentStep> {
  const made = paymentRequest(order, { contactEmail });
  if (made.kind !== 'request') return made;
  const { psu } = order;
  const created = await payments.create({ idempotencyKey: order.key, body: made.request, psu });
  if (created.kind !== 'ok') return failedWrite(created);
  const { id, status, failure_reason } = created.body;
  if (standingOf(status) !== 'waits_for_user') {
    return stepOf({ id, status, failure_reason }, { payment: id, isBack: false });
  }
  const started = await payments.startAuthorization(id, {
    idempotencyKey: deriveKey(order.key, 'authorization-flow'),
    body: { redirect: { return_uri: withState(order) } },
    psu,
  });
  if (started.kind === 'refused' && MAY_HAVE_MOVED_ON.includes(started.httpStatus)) {
    // The payment may have ended since it was created: then it says more than this refusal does.
    const step = await ask(payments, { payment: id, isBack: false }, { isBack: false });
    return step.kind === 'requires_action' || step.kind === 'processing' ? failedWrite(started) : step;
  }
  if (started.kind !== 'ok') return failedWrite(started);
  const step = stepOf({ id, ...started.body }, { payment: id, isBack: false });
  return step.kind === 'requires_action' ? { ...step, expiresAtMs: now() + AUTHORIZATION_LIFETIME_MS } : step;
}

const MAY_HAVE_MOVED_ON: readonly number[] = [400, 404, 409];

async function look(payments: PaymentsApi, memo: Json): Promise<PaymentStep | Absent> {
  const known = MEMO.safeParse(memo);
  if (!known.success) return unknownOutcome({ providerCode: 'memo' });
  const got = await payments.get(known.data.payment);
  if (got.kind === 'refused' && got.httpStatus === 404) return { kind: 'absent' };
  return got.kind === 'ok' ? stepOf(got.body, known.data) : failedRead(got);
}

async function ask(
  payments: PaymentsApi,
  memo: Json,
  { isBack }: { readonly isBack: boolean },
): Promise<PaymentStep> {
  const known = MEMO.safeParse(memo);
  if (!known.success) return unknownOutcome({ providerCode: 'memo' });
  const step = await look(payments, plain({ ...known.data, isBack: known.data.isBack || isBack }));
  // A payment that we hold the id of cannot be absent; whoever says so leaves us in doubt.
  return step.kind === 'absent' ? unknownOutcome({ httpStatus: 404 }) : step;
}

async function cancel(payments: PaymentsApi, order: PaymentOrder, memo: Json): Promise<PaymentStep> {
  const known = MEMO.safeParse(memo);
  if (!known.success) return unknownOutcome({ providerCode: 'memo' });
  const asked = await payments.cancel(known.data.payment, {
    idempotencyKey: deriveKey(order.key, 'cancel'),
    body: undefined,
  });
  if (asked.kind === 'refused' && MAY_HAVE_MOVED_ON.includes(asked.httpStatus)) {
    return ask(payments, memo, { isBack: true });
  }
  if (asked.kind !== 'ok') return failedWrite(asked);
  return processing({ ...known.data, isBack: true }, undefined);
}

/** `isBack`: the user has been at the bank, so a payment that is still being authorised waits for nobody. */
const MEMO = z.object({
  payment: z.string().min(1),
  redirect: z.string().optional(),
  isBack: z.boolean(),
});
type Memo = { readonly payment: string; readonly redirect?: string | undefined; readonly isBack: boolean };

type Standing = Pick<TruelayerPayment, 'id' | 'status' | 'failure_reason' | 'authorization_flow'>;

function stepOf(payment: Standing, memo: Memo): PaymentStep {
  switch (standingOf(payment.status)) {
    case 'done':
      return {
        kind: 'done',
        result: { ref: payment.id, providerStatus: payment.status, memo: plain(memo) },
      };
    case 'refused':
      return refusalFor(payment.failure_reason);
    case 'processing':
      return processing(memo, payment.status);
    case 'waits_for_user':
      return waiting(payment, memo);
  }
}

function waiting(payment: Standing, memo: Memo): PaymentStep {
  const next = payment.authorization_flow?.actions?.next;
  const action = next === undefined ? 'wait' : nextActionOf(next.type);
  if (action === 'unsupported')
    return { kind: 'refused', code: 'provider_rejected', providerCode: 'next_action' };
  const redirect = (action === 'redirect' ? next?.uri : undefined) ?? memo.redirect;
  if (memo.isBack || redirect === undefined) return processing({ ...memo, redirect }, payment.status);
  return {
    kind: 'requires_action',
    action: { type: 'redirect', url: redirect },
    memo: plain({ ...memo, redirect }),
    ref: payment.id,
  };
}

function processing(memo: Memo, providerStatus: string | undefined): PaymentStep {
  return {
    kind: 'processing',
    memo: plain(memo),
    pollAfterMs: POLL_AFTER_MS,
    ref: memo.payment,
    ...(providerStatus === undefined ? {} : { providerStatus }),
  };
}

function plain({ payment, redirect, isBack }: Memo): Json {
  return { payment, isBack, ...(redirect === undefined ? {} : { redirect }) };
}

/** TrueLayer brings back the payment's id and no state, so ours travels in the return URI. */
function withState({ returnUri, state }: PaymentOrder): string {
  const uri = new URL(returnUri);
  uri.searchParams.set('state', state);
  return uri.href;
}
