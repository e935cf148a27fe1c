/**
 * Transfers over the API. A payment's script strikes where money moves: `timeout`, `reset` and `error` befall the funding,
 * not the creation, which moves nothing; `rejected` befalls the creation.
 */
import { json } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import { apiRoute, type Fields, fieldsOf, invalid, refusal, textOf } from './api-route.ts';
import { decimal } from './decimal.ts';
import { rateOf } from './present-quote.ts';
import type { State, Transfer } from './state.ts';
import { cancelTransfer, fundTransfer } from './transfer.ts';
import { tellTransfer } from './webhooks.ts';

export function transferRoutes(state: State): readonly Route[] {
  return [
    apiRoute(state, 'POST', '/v1/transfers', (_request, body) => createTransfer(state, body)),
    apiRoute(state, 'GET', '/v1/transfers', ({ query }) => listTransfers(state, query)),
    apiRoute(state, 'GET', '/v1/transfers/:transferId', (request) =>
      withTransfer(state, request, (transfer) => json(200, presentTransfer(state, transfer))),
    ),
    apiRoute(state, 'GET', '/v1/transfers/:transferId/payments', (request) =>
      withTransfer(state, request, (transfer) => json(200, fundingsOf(transfer))),
    ),
    apiRoute(state, 'PUT', '/v1/transfers/:transferId/cancel', (request) =>
      withTransfer(state, request, (transfer) =>
        cancelTransfer(state, transfer)
          ? json(200, presentTransfer(state, transfer))
          : refusal(409, 'transfer.cancellation.not.allowed', 'The transfer cannot be cancelled any more.'),
      ),
    ),
    apiRoute(state, 'POST', '/v3/profiles/:profileId/transfers/:transferId/payments', (request, body) =>
      withTransfer(state, request, (transfer) => fund(state, transfer, body)),
    ),
  ];
}

function createTransfer(state: State, body: Fields): Reply {
  const customerTransactionId = textOf(body.customerTransactionId);
  if (!UUID.test(customerTransactionId)) return notValid('customerTransactionId');
  // A repeat is known by this id alone, whatever else it says.
  const earlier = findByKey(state, customerTransactionId);
  if (earlier !== undefined) return json(200, presentTransfer(state, earlier));
  const recipient =
    typeof body.targetAccount === 'number' ? state.recipients.get(String(body.targetAccount)) : undefined;
  if (recipient === undefined) return notValid('targetAccount');
  const quote = state.quotes.get(textOf(body.quoteUuid));
  if (quote === undefined) return notValid('quoteUuid');
  const { world } = state;
  if (quote.expiresAtMs <= world.now()) return refusal(422, 'quote.expired', 'The quote has expired.');
  if (quote.status !== 'PENDING') return refusal(422, 'quote.accepted', 'The quote was used before.');
  if (quote.targetCurrency !== recipient.currency) return notValid('targetAccount');
  const reference = textOf(fieldsOf(body.details).reference);
  const script = world.scriptFor({ reference, payeeName: recipient.holderName, bank: undefined });
  if (script.creation === 'refused')
    return refusal(422, 'transfer.rejected', 'We cannot make this transfer.');
  quote.status = 'ACCEPTED';
  const transfer: Transfer = {
    id: state.nextId(),
    customerTransactionId,
    quote,
    recipient,
    reference,
    script,
    createdAtMs: world.now(),
    status: 'incoming_payment_waiting',
    funding: undefined,
    hasBounced: false,
  };
  state.transfers.set(String(transfer.id), transfer);
  tellTransfer(state, transfer, null);
  return json(200, presentTransfer(state, transfer));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function notValid(path: string): Reply {
  return invalid(422, [{ code: 'NOT_VALID', path, message: `Please check ${path}.` }]);
}

function findByKey({ transfers }: State, key: string): Transfer | undefined {
  return transfers.find(({ customerTransactionId }) => customerTransactionId === key);
}

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;

/** The newest first. */
function listTransfers(state: State, query: URLSearchParams): Reply {
  const profile = query.get('profile');
  if (profile !== String(state.business.profileId)) return json(200, []);
  const [from, to] = [query.get('createdDateStart'), query.get('createdDateEnd')];
  const statuses = query.get('status')?.split(',');
  const found = state.transfers
    .list()
    .toReversed()
    .filter(
      ({ quote, status, createdAtMs }) =>
        (query.get('sourceCurrency') ?? quote.sourceCurrency) === quote.sourceCurrency &&
        (query.get('targetCurrency') ?? quote.targetCurrency) === quote.targetCurrency &&
        (statuses?.includes(status) ?? true) &&
        (from === null || createdAtMs >= Date.parse(from)) &&
        (to === null || createdAtMs <= Date.parse(to)),
    );
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? LIMIT_DEFAULT), LIMIT_MAX);
  return json(
    200,
    found.slice(offset, offset + limit).map((transfer) => presentTransfer(state, transfer)),
  );
}

function withTransfer(
  { transfers }: State,
  { params }: SimulatedRequest,
  work: (transfer: Transfer) => Reply,
): Reply {
  const transfer = transfers.get(params.transferId ?? '');
  return transfer === undefined
    ? refusal(404, 'transfer.not-found', 'There is no such transfer.')
    : work(transfer);
}

function fund(state: State, transfer: Transfer, body: Fields): Reply {
  if (body.type !== 'BALANCE') {
    return refusal(422, 'payment-option-unavailable', 'Only a balance can fund transfers here.');
  }
  if (transfer.status !== 'incoming_payment_waiting') {
    return refusal(422, 'transfer.invalid-state', 'The transfer cannot be funded.');
  }
  const { creation } = transfer.script;
  // It happens once: the next try finds the service in order.
  if (creation === 'error_500' && !hasFailed(state, transfer)) {
    return refusal(500, 'INTERNAL_ERROR', 'Something went wrong.');
  }
  const isFunded = fundTransfer(state, transfer);
  if (creation === 'timeout') return { kind: 'hang' };
  if (creation === 'reset') return { kind: 'reset' };
  return json(200, {
    type: 'BALANCE',
    ...(isFunded
      ? { status: 'COMPLETED', errorCode: null }
      : { status: 'REJECTED', errorCode: 'transfer.insufficient_funds' }),
  });
}

function hasFailed({ failedFundings }: State, { id }: Transfer): boolean {
  if (failedFundings.has(String(id))) return true;
  failedFundings.set(String(id), true);
  return false;
}

function fundingsOf({ funding, quote }: Transfer) {
  if (funding === undefined) return [];
  const at = new Date(funding.atMs).toISOString();
  return [
    {
      id: funding.id,
      method: 'BALANCE',
      pricingVariant: null,
      amount: decimal(quote.sourceMinor),
      currency: quote.sourceCurrency,
      timeCreated: at,
      timeUpdated: at,
    },
  ];
}

function presentTransfer({ business }: State, transfer: Readonly<Transfer>) {
  const { quote, reference } = transfer;
  return {
    id: transfer.id,
    user: business.userId,
    targetAccount: transfer.recipient.id,
    sourceAccount: null,
    quote: null,
    quoteUuid: quote.id,
    status: transfer.status,
    reference,
    rate: rateOf(quote),
    created: new Date(transfer.createdAtMs).toISOString(),
    business: business.profileId,
    transferRequest: null,
    details: { reference },
    hasActiveIssues: false,
    sourceCurrency: quote.sourceCurrency,
    sourceValue: decimal(quote.sourceMinor),
    targetCurrency: quote.targetCurrency,
    targetValue: decimal(quote.targetMinor),
    customerTransactionId: transfer.customerTransactionId,
  };
}
