/** SEPA payments: created, approved on the provider's page, then asked for. */
import { createHash } from 'node:crypto';
import { json, redirect } from '../../http/replies.ts';
import type { Reply, SimulatedRequest } from '../../http/route.ts';
import type { World } from '../../world/world.ts';
import { paymentForm, usedUp } from '../xs2a/approval-form.ts';
import {
  type Fields,
  fieldsOf,
  hundredthsOf,
  isIban,
  isWebUri,
  listOf,
  textOf,
  withQuery,
} from '../xs2a/read-fields.ts';
import {
  createTransfer,
  findTransfer,
  moveTransfers,
  type Transfer,
  type TransferOrder,
} from '../xs2a/transfer.ts';
import type { Application } from './applications.ts';
import { findBank, PAYMENT_TYPES, PSU_TYPES, paysSepa, settledStatusAt } from './aspsps.ts';
import { apiError } from './errors.ts';

interface ProviderPayment {
  readonly id: string;
  readonly application: string;
  readonly details: Fields;
  readonly type: string;
  readonly state: string;
  readonly redirectUrl: string;
  readonly psuIdHash: string;
  readonly transfer: Transfer;
}

/** As it is kept: the transfer is in a table of its own. */
interface PaymentRecord extends Omit<ProviderPayment, 'transfer'> {
  readonly transferId: string;
  readonly endToEndId: string | undefined;
}

export interface Payments {
  create(application: Application, request: SimulatedRequest): Reply;
  get(application: Application, request: SimulatedRequest): Reply;
  remove(application: Application, request: SimulatedRequest): Reply;
  showForm(request: SimulatedRequest): Reply;
  decide(request: SimulatedRequest): Reply;
  countOf(endToEndId: string): number;
}

export function createPayments(world: World, root: string, providerName: string): Payments {
  const payments = world.table<PaymentRecord>('enable-banking/payments', 'fixed');
  moveTransfers(world);

  function whole(id: string): ProviderPayment | undefined {
    const record = payments.get(id);
    const transfer = record === undefined ? undefined : findTransfer(world, record.transferId);
    return record === undefined || transfer === undefined ? undefined : { ...record, transfer };
  }

  function found(
    application: Application,
    request: SimulatedRequest,
    reply: (payment: ProviderPayment) => Reply,
  ) {
    const payment = whole(request.params.payment ?? '');
    return payment?.application === application.id ? reply(payment) : apiError('PAYMENT_NOT_FOUND');
  }

  function awaiting(id: string | null): ProviderPayment | undefined {
    const payment = whole(id ?? '');
    return payment?.transfer.status() === 'RCVD' ? payment : undefined;
  }

  return {
    create(application, { json: body }) {
      const wish = readPayment(world, application, fieldsOf(body));
      if ('kind' in wish) return wish;
      const { order, ...rest } = wish;
      const { creation } = world.scriptFor({
        bank: order.bank.id,
        payeeName: order.creditorName,
        reference: order.reference,
      });
      if (creation === 'refused') return apiError('PAYMENT_LIMIT_EXCEEDED');
      if (creation === 'error_500') return json(500, { code: 500, message: 'Internal server error' });
      const id = world.uuid();
      const psuIdHash = createHash('sha256').update(`psu/${id}`).digest('hex');
      const transfer = createTransfer(world, order, settledStatusAt(order.bank));
      payments.set(id, {
        ...rest,
        id,
        application: application.id,
        psuIdHash,
        transferId: transfer.id,
        endToEndId: order.endToEndId,
      });
      if (creation === 'timeout') return { kind: 'hang' };
      if (creation === 'reset') return { kind: 'reset' };
      const url = `${world.baseUrl}${root}/pis/start?payment_id=${id}`;
      return json(200, { payment_id: id, status: 'RCVD', url, psu_id_hash: psuIdHash });
    },

    get: (application, request) =>
      found(application, request, ({ id, transfer, details, type, psuIdHash }) => {
        const { name, country } = transfer.order.bank;
        return json(200, {
          payment_id: id,
          status: statusOf(transfer),
          payment_details: details,
          payment_type: type,
          aspsp: { name, country },
          final_status: transfer.isFinal(),
          ...reasonOf(transfer),
          psu_id_hash: psuIdHash,
        });
      }),

    /** It cancels nothing: only what is over can be removed. */
    remove: (application, request) =>
      found(application, request, ({ id, transfer }) => {
        if (!transfer.isFinal()) return apiError('PAYMENT_NOT_FINALIZED');
        payments.delete(id);
        return json(200, { message: 'OK' });
      }),

    showForm({ query }) {
      const payment = awaiting(query.get('payment_id'));
      if (payment === undefined) return usedUp();
      const place = { providerName, action: `${root}/pis/start`, hidden: { payment_id: payment.id } };
      return paymentForm(world, payment.transfer.order, place);
    },

    decide({ form }) {
      const payment = awaiting(form.get('payment_id'));
      if (payment === undefined) return usedUp();
      const { state, redirectUrl, transfer } = payment;
      if (form.get('decision') !== 'approve') {
        transfer.decline();
        const error_description = 'Cancelled by user';
        return redirect(withQuery(redirectUrl, { error: 'access_denied', error_description, state }));
      }
      transfer.approve();
      return redirect(withQuery(redirectUrl, { state }));
    },

    countOf: (endToEndId) => payments.list().filter((payment) => payment.endToEndId === endToEndId).length,
  };
}

/** What the user declined is cancelled in this provider's words. */
function statusOf(transfer: Transfer): string {
  return transfer.reason() === 'DS02' || transfer.status() === 'CANC' ? 'CNCL' : transfer.status();
}

function reasonOf(transfer: Transfer) {
  const status_reason_code = transfer.reason();
  if (status_reason_code === undefined || status_reason_code === 'DS02') return {};
  const status_reason_description = 'See the external code list of ISO 20022.';
  return { status_reason_information: { status_reason_code, status_reason_description } };
}

type PaymentWish = Pick<ProviderPayment, 'details' | 'type' | 'state' | 'redirectUrl'> & {
  readonly order: TransferOrder;
};

function readPayment(world: World, { redirectUrls }: Application, body: Fields): PaymentWish | Reply {
  const { payment_type: type, payment_request, aspsp, state, redirect_url, psu_type } = body;
  if (typeof psu_type !== 'string' || !PSU_TYPES.includes(psu_type))
    return apiError('WRONG_REQUEST_PARAMETERS', 'psu_type');
  if (typeof state !== 'string') return apiError('WRONG_REQUEST_PARAMETERS', 'state');
  if (!isWebUri(redirect_url)) return apiError('WRONG_REQUEST_PARAMETERS', 'redirect_url');
  if (redirectUrls.length > 0 && !redirectUrls.includes(redirect_url))
    return apiError('REDIRECT_URI_NOT_ALLOWED');
  const bank = findBank(world, aspsp);
  if (bank === undefined) return apiError('WRONG_ASPSP_PROVIDED');
  if (typeof type !== 'string' || !PAYMENT_TYPES.includes(type) || !paysSepa(bank))
    return apiError('WRONG_REQUEST_PARAMETERS', 'payment_type');
  const details = fieldsOf(payment_request);
  const transfer = readTransfer(details);
  if (typeof transfer === 'string') return apiError('WRONG_REQUEST_PARAMETERS', transfer);
  return { details, type, state, redirectUrl: redirect_url, order: { ...transfer, bank } };
}

/** A text is the field that is wrong. */
function readTransfer(details: Fields): Omit<TransferOrder, 'bank'> | string {
  const transactions = listOf(details.credit_transfer_transaction);
  const transaction = fieldsOf(transactions[0]);
  const { currency, amount } = fieldsOf(transaction.instructed_amount);
  const beneficiary = fieldsOf(transaction.beneficiary);
  const [debtorIban, creditorIban] = [details.debtor_account, beneficiary.creditor_account].map(ibanIn);
  const amountMinor = hundredthsOf(amount);
  if (transactions.length !== 1) return 'credit_transfer_transaction';
  if (amountMinor === undefined || currency !== 'EUR') return 'instructed_amount';
  if (debtorIban === undefined) return 'debtor_account';
  if (creditorIban === undefined) return 'creditor_account';
  return {
    debtorIban,
    creditorIban,
    creditorName: textOf(fieldsOf(beneficiary.creditor).name) ?? '',
    amountMinor,
    currency,
    reference: textOf(listOf(transaction.remittance_information)[0]),
    endToEndId: textOf(fieldsOf(transaction.payment_id).end_to_end_id),
  };
}

function ibanIn(account: unknown): string | undefined {
  const { scheme_name, identification } = fieldsOf(account);
  return scheme_name === 'IBAN' && isIban(identification) ? identification : undefined;
}
