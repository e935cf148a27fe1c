/** The bank's page on which a payment is approved. From there the user goes back with the payment's id. */
import { page, redirect } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import { approvalPage } from '../../pages/approval-page.ts';
import { messagePage } from '../../pages/message-page.ts';
import type { BankAccount } from '../../world/bank.ts';
import { authorizePayment, expirePayment, failPayment, numberOf, type SimulatedPayment } from './payment.ts';
import type { State } from './state.ts';

export function bankPages(state: State): readonly Route[] {
  const path = '/bank/payments/:id';
  return [
    {
      method: 'GET',
      path,
      kind: 'page',
      handle: (request) => withOpenPayment(state, request, (payment) => showPayment(state, payment)),
    },
    {
      method: 'POST',
      path,
      kind: 'page',
      handle: (request) => withOpenPayment(state, request, (payment) => decide(state, payment, request)),
    },
  ];
}

function withOpenPayment(
  state: State,
  { params }: SimulatedRequest,
  work: (payment: SimulatedPayment) => Reply,
): Reply {
  const payment = state.payments.get(params.id ?? '');
  if (payment?.flow === undefined) {
    return page(messagePage({ title: 'Nothing to approve', text: 'This payment is not known here.' }), 404);
  }
  expirePayment(state, payment);
  return payment.status === 'authorizing' ? work(payment) : goBack(payment, payment.flow.returnUri);
}

function showPayment(state: State, payment: SimulatedPayment): Reply {
  const bank = state.ids.bankOf(payment.providerId);
  return page(
    approvalPage({
      providerName: 'TrueLayer',
      bankName: bank?.name ?? '',
      heading: 'Approve a payment',
      facts: [
        ['Amount', `${decimal(payment.amountMinor)} ${payment.currency}`],
        ['To', payment.beneficiary.name],
        ['Account', numberOf(payment.beneficiary.identifier)],
        ['Reference', payment.beneficiary.reference],
      ],
      accounts: payersOf(state, payment).map((account) => ({
        id: account.id,
        label: account.label,
        number: account.iban ?? `${account.sortCode} ${account.accountNumber}`,
      })),
      choose: 'one',
      action: `${state.root}/bank/payments/${payment.id}`,
      hidden: {},
    }),
  );
}

function decide(state: State, payment: SimulatedPayment, { form }: SimulatedRequest): Reply {
  const payers = payersOf(state, payment);
  const chosen = form.get('account') ?? payers[0]?.id;
  const account = payers.find(({ id }) => id === chosen);
  if (form.get('decision') !== 'approve') failPayment(state, payment, 'user_canceled_at_provider');
  else if (account === undefined) failPayment(state, payment, 'invalid_remitter_account');
  else authorizePayment(state, payment, account.id);
  return goBack(payment, payment.flow?.returnUri ?? '');
}

/** The account that the client named, if it is one of the user's at that bank; else any of them. */
function payersOf(state: State, payment: SimulatedPayment): readonly BankAccount[] {
  const bank = state.ids.bankOf(payment.providerId);
  const accounts = bank === undefined ? [] : state.world.banks.accountsAt(bank.id);
  if (payment.remitter === undefined) return accounts;
  const named = state.world.banks.accountByNumber(numberOf(payment.remitter.identifier));
  return accounts.filter(({ id }) => id === named?.id);
}

function goBack({ id }: SimulatedPayment, returnUri: string): Reply {
  const uri = new URL(returnUri);
  uri.searchParams.set('payment_id', id);
  return redirect(uri.href);
}

/** All the currencies here have two digits. */
export function decimal(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
