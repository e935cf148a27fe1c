/**
 * The test outcomes: what a payment can ask for, in one table. The simulator's front page and the guide show this very
 * table, so what is written is what happens.
 */
import type { BankWish } from './bank.ts';
import type { PaymentScript } from './payment-script.ts';

export interface Outcome {
  /** After `SIM` in a reference, after `Simulated` in a payee's name; in any case, anywhere in the text. */
  readonly words: string;
  readonly script: Partial<PaymentScript>;
  readonly meaning: string;
}

export const DEFAULT_SCRIPT: PaymentScript = {
  creation: 'normal',
  result: 'settled',
  settleAfterMs: 800,
  webhooks: 'normal',
};

export const SLOW_MS = 10_000;
export const LATE_MS = 60_000;
/** From settlement to the money's return, when the result is `returned`. */
export const RETURN_AFTER_MS = 5_000;
export const WEBHOOK_LATE_MS = 20_000;
/** From a consent to its end, at the banks whose consents expire or are revoked. */
export const CONSENT_ENDS_AFTER_MS = 5_000;

export const OUTCOMES: readonly Outcome[] = [
  { words: 'refused', script: { result: 'refused' }, meaning: 'The bank refuses the approved payment.' },
  {
    words: 'insufficient',
    script: { result: 'insufficient_funds' },
    meaning: 'The bank refuses the approved payment because the balance is too small.',
  },
  {
    words: 'timeout',
    script: { creation: 'timeout' },
    meaning: 'The call that creates the payment is never answered; the payment exists.',
  },
  {
    words: 'reset',
    script: { creation: 'reset' },
    meaning: 'The connection breaks while the payment is created; the payment exists.',
  },
  {
    words: 'error',
    script: { creation: 'error_500' },
    meaning: 'The call that creates the payment is answered 500; nothing was created.',
  },
  {
    words: 'rejected',
    script: { creation: 'refused' },
    meaning: 'The provider refuses to create the payment.',
  },
  {
    words: 'slow',
    script: { settleAfterMs: SLOW_MS },
    meaning: `The payment settles ${seconds(SLOW_MS)} after approval.`,
  },
  {
    words: 'late',
    script: { settleAfterMs: LATE_MS },
    meaning: `The payment settles ${seconds(LATE_MS)} after approval.`,
  },
  {
    words: 'returned',
    script: { result: 'returned' },
    meaning: `The payment settles, and the money comes back ${seconds(RETURN_AFTER_MS)} later.`,
  },
  {
    words: 'stuck',
    script: { result: 'stuck' },
    meaning: 'The approved payment never gets a result.',
  },
  { words: 'duplicate', script: { webhooks: 'duplicate' }, meaning: 'Every webhook is sent twice.' },
  {
    words: 'reordered',
    script: { webhooks: 'reordered' },
    meaning: 'Webhooks arrive in the wrong order, in pairs.',
  },
  {
    words: 'webhook late',
    script: { webhooks: 'late' },
    meaning: `Webhooks are sent ${seconds(WEBHOOK_LATE_MS)} late.`,
  },
  { words: 'no webhook', script: { webhooks: 'none' }, meaning: 'No webhook is sent.' },
];

export interface BankOutcome {
  /** What it does to a payment from an account there. */
  readonly script: Partial<PaymentScript>;
  readonly meaning: string;
}

/** The test institutions, by what always happens there. */
export const BANK_OUTCOMES: Readonly<Record<Exclude<BankWish, 'none'>, BankOutcome>> = {
  declines: {
    script: { result: 'refused' },
    meaning: 'Refuses every consent and every payment, whatever the person decides.',
  },
  unavailable: {
    script: { creation: 'refused' },
    meaning: 'Cannot be reached: consents fail, and the provider refuses to create payments.',
  },
  slow: {
    script: { settleAfterMs: SLOW_MS },
    meaning: `Payments settle ${seconds(SLOW_MS)} after approval.`,
  },
  revokes: { script: {}, meaning: 'Every consent is withdrawn a few seconds after it was given.' },
  expires: { script: {}, meaning: 'Every consent expires a few seconds after it was given.' },
  no_accounts: { script: {}, meaning: 'The person consents, and has no account there.' },
};

function seconds(ms: number): string {
  return `${ms / 1000} seconds`;
}
