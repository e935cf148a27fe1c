/**
 * A payment's life: `authorization_required → authorizing → authorized → executed`, or `failed` from any of them but the
 * last. A payment to an external account ends as `executed`: if the money comes back later, TrueLayer does not know it.
 *
 * What happens by itself is scheduled, and so happens after a restart too. Work that is done again finds a payment that has
 * moved on, and leaves it alone.
 */
import { RETURN_AFTER_MS } from '../../world/outcomes.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
import type { AccountIdentifier } from './payment-request.ts';
import type { State } from './state.ts';
import { tellClient } from './webhooks.ts';

export interface SimulatedPayment {
  readonly id: string;
  readonly clientId: string;
  readonly idempotencyKey: string;
  readonly userId: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly providerId: string;
  readonly schemeId: string;
  readonly remitter: AccountHolder | undefined;
  readonly beneficiary: AccountHolder & { readonly reference: string };
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly script: PaymentScript;
  readonly createdAtMs: number;
  status: 'authorization_required' | 'authorizing' | 'authorized' | 'executed' | 'failed';
  flow: { readonly returnUri: string; readonly uri: string } | undefined;
  account: string | undefined;
  authorizedAt: string | undefined;
  executedAt: string | undefined;
  failure: { readonly at: string; readonly stage: string; readonly reason: string } | undefined;
}

export interface AccountHolder {
  readonly name: string;
  readonly identifier: AccountIdentifier;
}

/** What nobody has authorised by then fails. */
export const AUTHORIZATION_LIFETIME_MS = 15 * 60 * 1_000;

export function isOpen({ status }: SimulatedPayment): boolean {
  return status === 'authorization_required' || status === 'authorizing';
}

const SETTLE = 'truelayer/settle';
const RETURN = 'truelayer/return';
const EXPIRE = 'truelayer/expire';
const CANCEL = 'truelayer/cancel';

/** Does what is scheduled below. */
export function movePayments(state: State): void {
  const { world, payments } = state;
  const on = (name: string, work: (payment: SimulatedPayment) => void) =>
    world.onDue(name, (id) => {
      const payment = payments.get(id);
      if (payment !== undefined) work(payment);
    });
  on(SETTLE, (payment) => finishPayment(state, payment));
  on(RETURN, ({ account = '', amountMinor }) => world.money.deposit(account, amountMinor));
  on(EXPIRE, (payment) => expirePayment(state, payment));
  on(CANCEL, (payment) => {
    if (isOpen(payment)) failPayment(state, payment, 'canceled');
  });
}

export function awaitAuthorization({ world }: State, { id }: SimulatedPayment): void {
  world.schedule(EXPIRE, AUTHORIZATION_LIFETIME_MS, id);
}

/** Heard, and done a moment later: the client learns it from the payment. */
export function cancelSoon({ world }: State, { id }: SimulatedPayment): void {
  world.schedule(CANCEL, 0, id);
}

/** The user has approved, from this account. What follows is the payment's script. */
export function authorizePayment(state: State, payment: SimulatedPayment, account: string): void {
  const { world } = state;
  payment.status = 'authorized';
  payment.account = account;
  payment.authorizedAt = nowOf(state);
  tellClient(state, payment);
  if (payment.script.result === 'stuck') return;
  world.schedule(SETTLE, payment.script.settleAfterMs, payment.id);
}

export function failPayment(state: State, payment: SimulatedPayment, reason: string): void {
  payment.failure = { at: nowOf(state), stage: payment.status, reason };
  payment.status = 'failed';
  tellClient(state, payment);
}

/** By the clock, so that it holds however the clock is moved. */
export function expirePayment(state: State, payment: SimulatedPayment): void {
  const isOver = state.world.now() - payment.createdAtMs >= AUTHORIZATION_LIFETIME_MS;
  if (isOpen(payment) && isOver) failPayment(state, payment, 'expired');
}

function finishPayment(state: State, payment: SimulatedPayment): void {
  if (payment.status !== 'authorized') return;
  const refusal = refusalOf(state, payment);
  if (refusal !== undefined) {
    failPayment(state, payment, refusal);
    return;
  }
  payment.status = 'executed';
  payment.executedAt = nowOf(state);
  moveOn(state, payment);
  tellClient(state, payment);
}

/** Why the bank does not pay. If it does, the money has left the account. */
function refusalOf({ world }: State, { script, account, amountMinor }: SimulatedPayment): string | undefined {
  if (script.result === 'refused') return 'provider_rejected';
  if (script.result === 'insufficient_funds') return 'insufficient_funds';
  return world.money.withdraw(account ?? '', amountMinor) ? undefined : 'insufficient_funds';
}

function moveOn({ world }: State, payment: SimulatedPayment): void {
  const { money, banks } = world;
  const { amountMinor, currency, beneficiary, account = '' } = payment;
  if (payment.script.result === 'returned') {
    world.schedule(RETURN, RETURN_AFTER_MS, payment.id);
    return;
  }
  money.payTo(numberOf(beneficiary.identifier), {
    amountMinor,
    currency,
    reference: beneficiary.reference,
    payerName: banks.account(account)?.holderName ?? payment.remitter?.name ?? '',
  });
}

/** As the world knows account numbers. */
export function numberOf(identifier: AccountIdentifier): string {
  switch (identifier.type) {
    case 'sort_code_account_number':
      return `${identifier.sort_code}-${identifier.account_number}`;
    case 'iban':
      return identifier.iban;
    case 'nrb':
      return `PL${identifier.nrb}`;
  }
}

function nowOf({ world }: State): string {
  return new Date(world.now()).toISOString();
}
