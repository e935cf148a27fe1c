import type { Reply, Route } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { apiRoute, type Outcome, serverError } from './api-route.ts';
import { decimalOf } from './decimal.ts';
import { invalidField, missingField, PlaidRefusal } from './errors.ts';
import {
  type Fields,
  optionalFields,
  optionalText,
  requireFields,
  requireText,
  wholeNumber,
} from './read-body.ts';
import type { Payment, PlaidState, Recipient } from './state.ts';

const CURRENCIES = ['GBP', 'EUR', 'PLN', 'SEK', 'DKK', 'NOK'];
const SCHEMES = ['LOCAL_DEFAULT', 'LOCAL_INSTANT', 'SEPA_CREDIT_TRANSFER', 'SEPA_CREDIT_TRANSFER_INSTANT'];
const HANG: Reply = { kind: 'hang' };
const RESET: Reply = { kind: 'reset' };

export function paymentRoutes(world: World, state: PlaidState): readonly Route[] {
  return [
    apiRoute(world, '/payment_initiation/recipient/create', (body) => {
      const details = readRecipient(body);
      const same = state.recipients.find(
        ({ id: _id, ...known }) => JSON.stringify(known) === JSON.stringify(details),
      );
      const recipient = same ?? { id: `recipient-id-sandbox-${world.uuid()}`, ...details };
      state.recipients.set(recipient.id, recipient);
      return { answer: { recipient_id: recipient.id } };
    }),
    apiRoute(world, '/payment_initiation/payment/create', (body) => createPayment(world, state, body)),
    apiRoute(world, '/payment_initiation/payment/get', (body) => {
      const payment = state.payments.get(requireText(body, 'payment_id'));
      if (payment === undefined) throw invalidField('payment_id', 'is not known');
      return { answer: describePayment(payment) };
    }),
    apiRoute(world, '/payment_initiation/payment/list', (body) => {
      const count = wholeNumber(body, 'count', { min: 1, max: 200, absent: 10 });
      const payments = state.payments.list().toReversed().slice(0, count);
      return { answer: { payments: payments.map(describePayment), next_cursor: null } };
    }),
  ];
}

/** There is no idempotency here, as there is none at Plaid: each call makes a payment. */
function createPayment(world: World, state: PlaidState, body: Fields): Outcome {
  const recipient = state.recipients.get(requireText(body, 'recipient_id'));
  if (recipient === undefined) throw invalidField('recipient_id', 'is not known');
  const reference = requireText(body, 'reference');
  if (!/^[A-Za-z0-9 ]{1,18}$/.test(reference))
    throw invalidField('reference', 'must be alphanumeric and at most 18 characters');
  const options = optionalFields(body, 'options') ?? {};
  const payment: Payment = {
    id: `payment-id-sandbox-${world.uuid()}`,
    recipient,
    reference,
    ...readAmount(requireFields(body, 'amount')),
    scheme: readScheme(options),
    payer: { iban: optionalText(options, 'iban') ?? null, bacs: readBacs(options) },
    status: 'PAYMENT_STATUS_INPUT_NEEDED',
    updatedAtMs: world.now(),
    webhook: undefined,
    approval: undefined,
  };
  checkReach(payment);
  const { creation } = world.scriptFor({ reference, payeeName: recipient.name, bank: undefined });
  if (creation === 'error_500') return { reply: serverError() };
  if (creation === 'refused')
    throw new PlaidRefusal('PAYMENT_ERROR', 'PAYMENT_REJECTED', 'the payment was rejected');
  state.payments.set(payment.id, payment);
  if (creation === 'timeout') return { reply: HANG };
  if (creation === 'reset') return { reply: RESET };
  return { answer: { payment_id: payment.id, status: payment.status } };
}

function readRecipient(body: Fields): Omit<Recipient, 'id'> {
  const name = requireText(body, 'name');
  const iban = optionalText(body, 'iban') ?? null;
  const bacs = readBacs(body);
  if (iban === null && bacs === null) throw missingField('iban');
  if (iban !== null && !/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban))
    throw invalidField('iban', 'is no IBAN');
  return { name, iban, bacs };
}

function readBacs(fields: Fields): Recipient['bacs'] {
  const bacs = optionalFields(fields, 'bacs');
  if (bacs === undefined) return null;
  const account = requireText(bacs, 'account');
  const sortCode = requireText(bacs, 'sort_code');
  if (!/^[0-9]{1,10}$/.test(account)) throw invalidField('bacs.account', 'must be at most ten digits');
  if (!/^[0-9]{6}$/.test(sortCode)) throw invalidField('bacs.sort_code', 'must be six digits');
  return { account, sort_code: sortCode };
}

/** From the shortest decimal text of the number, which is what the client wrote for any amount a bank would move. */
function readAmount(amount: Fields): Pick<Payment, 'currency' | 'amountMinor'> {
  const currency = requireText(amount, 'currency');
  if (!CURRENCIES.includes(currency)) throw invalidField('amount.currency', 'is not supported');
  const match = /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(String(amount.value));
  if (typeof amount.value !== 'number' || match === null)
    throw invalidField('amount.value', 'must have at most two digits of precision');
  if (amount.value < 1) throw invalidField('amount.value', 'must be at least 1');
  return { currency, amountMinor: BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) };
}

function readScheme(options: Fields): string | null {
  const scheme = optionalText(options, 'scheme') ?? null;
  if (scheme !== null && !SCHEMES.includes(scheme)) throw invalidField('options.scheme', 'is not supported');
  return scheme;
}

function checkReach({ currency, scheme, recipient }: Payment): void {
  if (currency === 'GBP' && recipient.bacs === null)
    throw invalidField('recipient_id', 'must have BACS numbers for a payment in GBP');
  if (scheme?.startsWith('SEPA') && currency !== 'EUR')
    throw invalidField('options.scheme', 'is for payments in EUR');
  if (currency === 'EUR' && recipient.iban === null)
    throw invalidField('recipient_id', 'must have an IBAN for a payment in EUR');
}

function describePayment(payment: Readonly<Payment>): Fields {
  return {
    payment_id: payment.id,
    amount: { currency: payment.currency, value: Number(decimalOf(payment.amountMinor)) },
    status: payment.status,
    recipient_id: payment.recipient.id,
    reference: payment.reference,
    adjusted_reference: null,
    last_status_update: new Date(payment.updatedAtMs).toISOString(),
    bacs: payment.payer.bacs,
    iban: payment.payer.iban,
    scheme: payment.scheme,
    adjusted_scheme: payment.scheme,
    refund_ids: null,
    wallet_id: null,
    transaction_id: null,
    end_to_end_id: null,
    error: null,
  };
}
