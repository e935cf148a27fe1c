/**
 * The providers' side: the payments they have, the money on the transit balance, and the chain. What it holds is the truth that
 * the service's rows are judged by. It forgets keys as its rails say, and every outcome is drawn when a payment is made.
 */
import type { Amount } from '@switchyard/engine';
import type { Refusal } from '@switchyard/rail-kit';
import type { Faults } from '../faults.ts';
import type { World } from '../world.ts';
import { type BalanceRail, balanceAt } from './balances.ts';
import type { Hold } from './rates.ts';

export type ProviderStatus = 'awaiting_user' | 'approved' | 'executing' | 'settled' | 'refused';

export interface ProviderPayment {
  readonly rail: string;
  readonly key: string;
  readonly ref: string;
  readonly amount: Amount;
  readonly payee: string;
  readonly reference: string | undefined;
  /** What a payout converts at. */
  readonly rate: Hold | undefined;
  /** What the user brings back. */
  readonly state: string;
  readonly createdMs: number;
  readonly expiresAtMs: number;
  status: ProviderStatus;
  refusal: Refusal;
  /** Its user has seen its page. */
  wasShown: boolean;
  /** The money was there, whatever became of it later. */
  hasSettled: boolean;
}

export interface NewPayment {
  readonly rail: string;
  readonly key: string;
  readonly amount: Amount;
  readonly payee: string;
  readonly reference: string | undefined;
  readonly rate: Hold | undefined;
  readonly state: string;
  readonly status: 'awaiting_user' | 'executing';
}

export interface Ledger {
  readonly payments: readonly ProviderPayment[];
  create(payment: NewPayment): ProviderPayment;
  find(ref: string): ProviderPayment | undefined;
  ofKey(rail: string, key: string): readonly ProviderPayment[];
  /** The user, at the provider's page. On a two-step rail approving moves nothing yet. */
  decide(ref: string, decision: 'approve' | 'decline', isTwoStep: boolean): void;
  execute(payment: ProviderPayment): void;
  refuse(payment: ProviderPayment, refusal: Refusal): void;
  readonly credits: readonly LedgerCredit[];
  /** Money that came without a payment of ours, such as too little of it. */
  credit(credit: LedgerCredit): void;
}

export interface LedgerCredit {
  readonly rail: BalanceRail;
  readonly reference: string;
  readonly amount: Amount;
  readonly atMs: number;
}

export interface LedgerHooks {
  onCreated(payment: ProviderPayment): void;
  onChanged(payment: ProviderPayment): void;
}

const APPROVAL_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export function createLedger(world: World, outcomes: Faults, hooks: LedgerHooks): Ledger {
  const { random } = world;
  const payments: ProviderPayment[] = [];
  const credits: LedgerCredit[] = [];

  function change(payment: ProviderPayment, status: ProviderStatus): void {
    payment.status = status;
    world.trace(`${payment.rail} ${payment.key.slice(0, 8)} is ${status}`);
    hooks.onChanged(payment);
  }

  /** A bank executes, and a while later the money is where it was sent; or it refuses, or sends it short. */
  function carryOut(payment: ProviderPayment): void {
    if (payment.status !== 'executing') return;
    if (random.chance(outcomes.refused / 2)) {
      ledger.refuse(payment, 'bank_refused');
      return;
    }
    payment.hasSettled = true;
    change(payment, 'settled');
    const rail = balanceAt(payment.payee);
    if (rail === undefined) {
      comeBack(payment);
      return;
    }
    if (payment.reference === undefined) return;
    const { reference, amount } = payment;
    const isShort = random.chance(outcomes.creditWrong / 3);
    const value = isShort ? amount.value - 1n : amount.value;
    world.after(random.between(50, 60_000), () =>
      ledger.credit({ rail, reference, amount: { ...amount, value }, atMs: world.nowMs() }),
    );
  }

  /** Money that has arrived can still be sent back: the account is closed, or its holder does not want it. */
  function comeBack(payment: ProviderPayment): void {
    if (!random.chance(outcomes.returned)) return;
    world.after(random.between(1_000, random.pick([60_000, DAY_MS, 3 * DAY_MS])), () =>
      ledger.refuse(payment, 'returned'),
    );
  }

  const ledger: Ledger = {
    payments,
    credits,
    create(made) {
      const createdMs = world.nowMs();
      const ref = `${made.rail}-${payments.length + 1}`;
      const payment: ProviderPayment = {
        ...made,
        ref,
        createdMs,
        expiresAtMs: createdMs + APPROVAL_MS,
        refusal: 'provider_rejected',
        wasShown: false,
        hasSettled: false,
      };
      payments.push(payment);
      world.trace(`${made.rail} makes ${ref} for ${made.key.slice(0, 8)}`);
      hooks.onCreated(payment);
      if (payment.status === 'executing') ledger.execute(payment);
      else
        world.after(APPROVAL_MS, () => {
          if (payment.status === 'awaiting_user' || payment.status === 'approved')
            ledger.refuse(payment, 'expired');
        });
      return payment;
    },
    find: (ref) => payments.find((payment) => payment.ref === ref),
    ofKey: (rail, key) => payments.filter((payment) => payment.rail === rail && payment.key === key),
    decide(ref, decision, isTwoStep) {
      const payment = ledger.find(ref);
      if (payment?.status !== 'awaiting_user') return;
      if (decision === 'decline') ledger.refuse(payment, 'user_declined');
      else if (isTwoStep) change(payment, 'approved');
      else ledger.execute(payment);
    },
    execute(payment) {
      change(payment, 'executing');
      world.after(random.between(20, random.pick([500, 5_000, 120_000])), () => carryOut(payment));
    },
    refuse(payment, refusal) {
      payment.refusal = refusal;
      change(payment, 'refused');
    },
    credit(credit) {
      world.trace(`${credit.amount.value} are credited for ${credit.reference}`);
      credits.push(credit);
    },
  };
  return ledger;
}
