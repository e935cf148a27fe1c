/** Payment Initiation: recipients, payments, and what happens at the payer's bank once the payer has agreed. */
import type { Route } from '../../http/route.ts';
import type { BankAccount } from '../../world/bank.ts';
import { RETURN_AFTER_MS } from '../../world/outcomes.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
import type { World } from '../../world/world.ts';
import { paymentRoutes } from './payment-routes.ts';
import type { Payment, PlaidState } from './state.ts';
import type { PlaidWebhooks } from './webhooks.ts';

/** From acceptance to the news that the money has left, where the bank tells it. */
const EXECUTED_AFTER_MS = 300;

export interface Payments {
  readonly routes: readonly Route[];
  authorise(payment: Payment, account: BankAccount): void;
  cancel(payment: Payment): void;
}

export function createPayments(world: World, state: PlaidState, webhooks: PlaidWebhooks): Payments {
  function move(payment: Payment, status: string, script?: PaymentScript): void {
    const old = payment.status;
    payment.status = status;
    payment.updatedAtMs = world.now();
    webhooks.send({
      url: payment.webhook,
      subject: payment.id,
      body: {
        webhook_type: 'PAYMENT_INITIATION',
        webhook_code: 'PAYMENT_STATUS_UPDATE',
        payment_id: payment.id,
        new_payment_status: status,
        old_payment_status: old,
        original_reference: payment.reference,
        adjusted_reference: null,
        original_start_date: null,
        adjusted_start_date: null,
        timestamp: new Date(world.now()).toISOString(),
        error: null,
      },
      ...(script === undefined ? {} : { script }),
    });
  }

  function execute(payment: Payment, { account, script }: Approval): void {
    const isDown = world.banks.byId(account.bank)?.wish === 'unavailable';
    const refusal = isDown ? 'PAYMENT_STATUS_FAILED' : REFUSALS[script.result];
    if (refusal !== undefined) move(payment, refusal, script);
    else if (script.result !== 'stuck') settle(payment, { account, script });
  }

  function settle(payment: Payment, { account, script }: Approval): void {
    if (!world.money.withdraw(account.id, payment.amountMinor)) {
      move(payment, 'PAYMENT_STATUS_INSUFFICIENT_FUNDS', script);
      return;
    }
    move(payment, 'PAYMENT_STATUS_INITIATED', script);
    if (script.result === 'returned') {
      world.schedule(RETURN, RETURN_AFTER_MS, payment.id);
      return;
    }
    world.money.payTo(numberOf(payment), {
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      reference: payment.reference,
      payerName: account.holderName,
    });
    // Banks in the UK go on to tell of the execution; elsewhere INITIATED is often the last word.
    if (account.sortCode !== undefined) world.schedule(EXECUTED, EXECUTED_AFTER_MS, payment.id);
  }

  // A payment goes on by itself once it is approved, so its steps are scheduled; each happens only from the one before it.
  const on = (name: string, from: string, work: (payment: Payment, approval: Approval) => void) =>
    world.onDue(name, (id) => {
      const payment = state.payments.get(id);
      if (payment?.approval !== undefined && payment.status === from) work(payment, payment.approval);
    });
  on(SETTLE, 'PAYMENT_STATUS_AUTHORISING', execute);
  on(EXECUTED, 'PAYMENT_STATUS_INITIATED', (payment, { script }) =>
    move(payment, 'PAYMENT_STATUS_EXECUTED', script),
  );
  on(RETURN, 'PAYMENT_STATUS_INITIATED', (payment, { account, script }) => {
    world.money.deposit(account.id, payment.amountMinor);
    move(payment, 'PAYMENT_STATUS_REJECTED', script);
  });

  return {
    routes: paymentRoutes(world, state),
    cancel: (payment) => move(payment, 'PAYMENT_STATUS_CANCELLED'),
    authorise(payment, account) {
      const { reference, recipient } = payment;
      const script = world.scriptFor({ reference, payeeName: recipient.name, bank: account.bank });
      payment.approval = { account, script };
      move(payment, 'PAYMENT_STATUS_AUTHORISING', script);
      world.schedule(SETTLE, script.settleAfterMs, payment.id);
    },
  };
}

type Approval = NonNullable<Payment['approval']>;

const REFUSALS: Readonly<Partial<Record<PaymentScript['result'], string>>> = {
  refused: 'PAYMENT_STATUS_REJECTED',
  insufficient_funds: 'PAYMENT_STATUS_INSUFFICIENT_FUNDS',
};

const SETTLE = 'plaid/settle';
const EXECUTED = 'plaid/executed';
const RETURN = 'plaid/return-payment';

function numberOf({ recipient: { iban, bacs } }: Payment): string {
  return bacs === null ? (iban ?? '') : `${bacs.sort_code}-${bacs.account}`;
}
