/** Payments v3. Every call needs a client's token; every write a signature and an idempotency key. */
import { json, nothing } from '../../http/replies.ts';
import type { Reply, Route, SimulatedRequest } from '../../http/route.ts';
import {
  awaitAuthorization,
  cancelSoon,
  expirePayment,
  failPayment,
  isOpen,
  type SimulatedPayment,
} from './payment.ts';
import { readPaymentRequest, recordOf, textOf } from './payment-request.ts';
import { presentPayment } from './present-payment.ts';
import { problem } from './problems.ts';
import { isSigned } from './signature.ts';
import type { App, State } from './state.ts';

const KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

export function paymentRoutes(state: State): readonly Route[] {
  return [
    write(state, '/v3/payments', (app, request) => createPayment(state, app, request)),
    write(state, '/v3/payments/:id/authorization-flow', (app, request) =>
      withPayment(state, app, request, (payment) => startFlow(state, payment, request)),
    ),
    write(state, '/v3/payments/:id/actions/cancel', (app, request) =>
      withPayment(state, app, request, (payment) => cancelPayment(state, payment)),
    ),
    {
      method: 'GET',
      path: '/v3/payments/:id',
      kind: 'api',
      handle: (request) =>
        withApp(state, request, (app) =>
          withPayment(state, app, request, (payment) => json(200, presentPayment(payment))),
        ),
    },
  ];
}

/** The client whose token the request carries. */
export function withApp(state: State, request: SimulatedRequest, work: (app: App) => Reply): Reply {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const known = state.clientTokens.get(token);
  const app = state.apps.get(known?.clientId ?? '');
  if (known === undefined || app === undefined || known.untilMs <= state.world.now()) {
    return problem(401, 'A Bearer token must be provided in the Authorization header.');
  }
  return work(app);
}

/** What a write answers, and what of it the client gets to see. */
interface Written {
  readonly reply: Reply;
  readonly seen?: Reply;
}

function write(
  state: State,
  path: string,
  work: (app: App, request: SimulatedRequest) => Reply | Written,
): Route {
  return {
    method: 'POST',
    path,
    kind: 'api',
    handle: (request) =>
      withApp(state, request, (app) => {
        const key = request.headers['idempotency-key'];
        if (key === undefined || key === '' || !isSigned(request, app.signingKeys)) {
          return problem(401, 'Invalid request signature.');
        }
        return once(state, `${app.clientId} ${key}`, request, () => work(app, request));
      }),
  };
}

/** The same request under the same key gets the same answer. A fault of our own is not remembered: it changed nothing. */
function once(state: State, key: string, request: SimulatedRequest, work: () => Reply | Written): Reply {
  const text = `${request.method} ${request.path}\n${Buffer.from(request.rawBody).toString('utf8')}`;
  const earlier = state.answered.get(key);
  const nowMs = state.world.now();
  if (earlier !== undefined && nowMs - earlier.atMs < KEY_LIFETIME_MS) {
    return earlier.request === text
      ? earlier.reply
      : problem(422, 'The idempotency key was used with another request.');
  }
  const done = work();
  const { reply, seen = reply } = 'reply' in done ? done : { reply: done };
  if (reply.kind === 'answer' && reply.status < 500)
    state.answered.set(key, { request: text, reply, atMs: nowMs });
  return seen;
}

function createPayment(state: State, app: App, request: SimulatedRequest): Reply | Written {
  const reading = readPaymentRequest(request.json);
  if (!reading.ok) return problem(400, 'The request body was invalid.', { errors: reading.errors });
  const wanted = reading.request;
  const bank = state.ids.bankOf(wanted.providerId);
  if (bank === undefined || !state.ids.payable.includes(bank)) {
    const errors = { 'payment_method.provider_selection.provider_id': ['Unknown provider.'] };
    return problem(400, 'The request body was invalid.', { errors });
  }
  const { world } = state;
  const key = request.headers['idempotency-key'] ?? '';
  const script = world.scriptFor({
    reference: wanted.beneficiary.reference,
    payeeName: wanted.beneficiary.name,
    bank: bank.id,
  });
  // It happens once: the next request under the same key finds the service in order.
  if (script.creation === 'error_500' && !hasFailed(state, `${app.clientId} ${key}`)) {
    return problem(500, 'Something went wrong.');
  }
  const payment: SimulatedPayment = {
    ...wanted,
    id: world.uuid(),
    clientId: app.clientId,
    idempotencyKey: key,
    userId: world.uuid(),
    script,
    createdAtMs: world.now(),
    status: 'authorization_required',
    flow: undefined,
    account: undefined,
    authorizedAt: undefined,
    executedAt: undefined,
    failure: undefined,
  };
  state.payments.set(payment.id, payment);
  if (script.creation === 'refused') failPayment(state, payment, 'rejected');
  else awaitAuthorization(state, payment);
  return { reply: created(payment, world.uuid()), ...SEEN[script.creation] };
}

const SEEN: Readonly<Record<string, { readonly seen: Reply }>> = {
  timeout: { seen: { kind: 'hang' } },
  reset: { seen: { kind: 'reset' } },
};

function hasFailed(state: State, key: string): boolean {
  if (state.failedKeys.has(key)) return true;
  state.failedKeys.set(key, true);
  return false;
}

function created(payment: SimulatedPayment, resourceToken: string): Reply {
  const { failure } = payment;
  return json(201, {
    id: payment.id,
    user: { id: payment.userId },
    resource_token: resourceToken,
    status: payment.status,
    ...(failure === undefined ? {} : { failure_stage: failure.stage, failure_reason: failure.reason }),
  });
}

function withPayment(
  state: State,
  app: App,
  { params }: SimulatedRequest,
  work: (payment: SimulatedPayment) => Reply,
): Reply {
  const payment = state.payments.get(params.id ?? '');
  if (payment === undefined || payment.clientId !== app.clientId) {
    return problem(404, 'Payment could not be found.');
  }
  expirePayment(state, payment);
  return work(payment);
}

function startFlow(state: State, payment: SimulatedPayment, request: SimulatedRequest): Reply {
  const returnUri = textOf(recordOf(recordOf(request.json).redirect).return_uri);
  if (!URL.canParse(returnUri)) {
    return problem(400, 'The request body was invalid.', {
      errors: { 'redirect.return_uri': ['Required.'] },
    });
  }
  if (!isOpen(payment)) return invalidState();
  payment.status = 'authorizing';
  payment.flow = { returnUri, uri: `${state.root}/bank/payments/${payment.id}` };
  return json(200, {
    authorization_flow: { actions: { next: { type: 'redirect', uri: payment.flow.uri } } },
    status: payment.status,
  });
}

function cancelPayment(state: State, payment: SimulatedPayment): Reply {
  if (!isOpen(payment)) return invalidState();
  cancelSoon(state, payment);
  return nothing(202);
}

function invalidState(): Reply {
  return problem(400, 'Status of the payment does not allow this action to be executed.', {
    title: 'Invalid State',
  });
}
