/** Single SEPA payments. */
import { json, nothing } from '../../http/replies.ts';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { fieldsOf, hundredthsOf, isIban, textOf } from '../xs2a/read-fields.ts';
import {
  createTransfer,
  findTransfer,
  moveTransfers,
  type Transfer,
  type TransferOrder,
} from '../xs2a/transfer.ts';
import { tppError } from './errors.ts';
import { type Call, type Returns, readReturns } from './read-call.ts';

const PRODUCTS: readonly string[] = ['sepa-credit-transfers', 'instant-sepa-credit-transfers'];

export interface BankPayment {
  readonly id: string;
  readonly authorisationId: string;
  readonly product: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly returns: Returns;
  readonly transfer: Transfer;
}

/** As it is kept: the transfer is in a table of its own. */
interface PaymentRecord extends Omit<BankPayment, 'transfer'> {
  readonly transferId: string;
  readonly endToEndId: string | undefined;
}

export interface Payments {
  create(call: Call): Reply;
  get(call: Call): Reply;
  getStatus(call: Call): Reply;
  getAuthorisation(call: Call): Reply;
  cancel(call: Call): Reply;
  byAuthorisation(authorisationId: string): BankPayment | undefined;
  countOf(endToEndId: string): number;
}

export function createPayments(world: World, root: string): Payments {
  const payments = world.table<PaymentRecord>('berlin-group/payments', 'fixed');
  moveTransfers(world);

  function whole(record: PaymentRecord | undefined): BankPayment | undefined {
    const transfer = record === undefined ? undefined : findTransfer(world, record.transferId);
    return record === undefined || transfer === undefined ? undefined : { ...record, transfer };
  }

  function found({ bank, request, requestId }: Call, reply: (payment: BankPayment) => Reply): Reply {
    const payment = whole(payments.get(request.params.payment ?? ''));
    return payment?.transfer.order.bank.id === bank.id && payment.product === request.params.product
      ? reply(payment)
      : tppError(requestId, 'RESOURCE_UNKNOWN', 'There is no such payment.');
  }

  function made(requestId: string, { id, authorisationId, product, transfer }: BankPayment): Reply {
    const bank = transfer.order.bank.id;
    const self = `${root}/${bank}/v1/payments/${product}/${id}`;
    return json(
      201,
      {
        transactionStatus: transfer.status(),
        paymentId: id,
        transactionFeeIndicator: false,
        _links: {
          scaRedirect: { href: `${world.baseUrl}${root}/${bank}/sca/${authorisationId}` },
          self: { href: self },
          status: { href: `${self}/status` },
          scaStatus: { href: `${self}/authorisations/${authorisationId}` },
        },
      },
      { 'x-request-id': requestId, location: `${world.baseUrl}${self}`, 'aspsp-sca-approach': 'REDIRECT' },
    );
  }

  return {
    create({ bank, request, requestId }) {
      const { product = '' } = request.params;
      if (!PRODUCTS.includes(product))
        return tppError(requestId, 'PRODUCT_UNKNOWN', 'The bank does not offer this payment product.');
      const returns = readReturns(request);
      if (typeof returns === 'string') return tppError(requestId, 'FORMAT_ERROR', returns);
      const order = readOrder(request, bank);
      if (typeof order === 'string') return tppError(requestId, 'FORMAT_ERROR', order);
      const { creation } = world.scriptFor({
        bank: bank.id,
        payeeName: order.creditorName,
        reference: order.reference,
      });
      if (creation === 'refused') return tppError(requestId, 'PAYMENT_FAILED', 'The payment was refused.');
      if (creation === 'error_500') return nothing(500, { 'x-request-id': requestId });
      const transfer = createTransfer(world, order);
      const payment: PaymentRecord = {
        id: world.uuid(),
        authorisationId: world.uuid(),
        product,
        body: fieldsOf(request.json),
        returns,
        transferId: transfer.id,
        endToEndId: order.endToEndId,
      };
      payments.set(payment.id, payment);
      if (creation === 'timeout') return { kind: 'hang' };
      if (creation === 'reset') return { kind: 'reset' };
      return made(requestId, { ...payment, transfer });
    },

    get: (call) =>
      found(call, ({ body, transfer }) =>
        json(200, { ...body, transactionStatus: transfer.status() }, { 'x-request-id': call.requestId }),
      ),

    getStatus: (call) =>
      found(call, ({ transfer }) => {
        const lacksFunds = transfer.reason() === 'AM04';
        return json(
          200,
          { transactionStatus: transfer.status(), ...(lacksFunds ? { fundsAvailable: false } : {}) },
          { 'x-request-id': call.requestId },
        );
      }),

    getAuthorisation: (call) =>
      found(call, ({ authorisationId, transfer }) =>
        call.request.params.authorisation === authorisationId
          ? json(200, { scaStatus: scaStatusOf(transfer) }, { 'x-request-id': call.requestId })
          : tppError(call.requestId, 'RESOURCE_UNKNOWN', 'There is no such authorisation.'),
      ),

    cancel: (call) =>
      found(call, ({ transfer }) =>
        transfer.cancel()
          ? nothing(204, { 'x-request-id': call.requestId })
          : tppError(call.requestId, 'CANCELLATION_INVALID', 'The payment can no longer be cancelled.'),
      ),

    byAuthorisation: (authorisationId) =>
      whole(payments.find((payment) => payment.authorisationId === authorisationId)),

    countOf: (endToEndId) => payments.list().filter((payment) => payment.endToEndId === endToEndId).length,
  };
}

/** A text is what is wrong with the body. */
function readOrder({ json: body }: SimulatedRequest, bank: Bank): TransferOrder | string {
  const fields = fieldsOf(body);
  const { currency, amount } = fieldsOf(fields.instructedAmount);
  const amountMinor = hundredthsOf(amount);
  const debtorIban = fieldsOf(fields.debtorAccount).iban;
  const creditorIban = fieldsOf(fields.creditorAccount).iban;
  const creditorName = textOf(fields.creditorName);
  const reference = textOf(fields.remittanceInformationUnstructured);
  const endToEndId = textOf(fields.endToEndIdentification);
  if (amountMinor === undefined || currency !== 'EUR') return 'instructedAmount must be in EUR.';
  if (!isIban(debtorIban)) return 'debtorAccount must have an IBAN.';
  if (!isIban(creditorIban)) return 'creditorAccount must have an IBAN.';
  if (creditorName === undefined || creditorName.length > 70) return 'creditorName has 1 to 70 characters.';
  if ((reference?.length ?? 0) > 140) return 'remittanceInformationUnstructured has at most 140 characters.';
  if ((endToEndId?.length ?? 0) > 35) return 'endToEndIdentification has at most 35 characters.';
  return { bank, debtorIban, creditorIban, creditorName, amountMinor, currency, reference, endToEndId };
}

function scaStatusOf(transfer: Transfer): 'received' | 'failed' | 'finalised' {
  if (transfer.status() === 'RCVD') return 'received';
  const reason = transfer.reason();
  return transfer.status() === 'CANC' || reason === 'DS02' || reason === 'TM01' ? 'failed' : 'finalised';
}
