/**
 * Payments v3. Every call carries an access token of ours, kept until shortly before it ends; every write is signed, its
 * idempotency key included.
 */
import type { Ports, Psu } from '@switchyard/rail-kit';
import { z } from 'zod';
import type { TruelayerCredentials } from '../credentials.ts';
import { readSigningKey } from '../credentials.ts';
import { signMessage } from '../signature.ts';
import type { AuthApi } from './auth.ts';
import { type Exchange, NO_BODY, readExchange, type Unheard } from './exchange.ts';

export interface PaymentsApi {
  create(write: Write<CreatePayment>): Promise<PaymentsExchange<PaymentCreated>>;
  startAuthorization(
    id: string,
    write: Write<StartAuthorization>,
  ): Promise<PaymentsExchange<AuthorizationStarted>>;
  get(id: string): Promise<PaymentsExchange<TruelayerPayment>>;
  cancel(id: string, write: Write<undefined>): Promise<PaymentsExchange<unknown>>;
  searchProviders(search: ProviderSearch): Promise<PaymentsExchange<{ items: readonly PaymentsProvider[] }>>;
}

export interface Write<Body> {
  readonly idempotencyKey: string;
  readonly body: Body;
  readonly psu?: Psu | undefined;
}

/** `no_token`: the call itself was never made, so nothing can have come of it. */
export type PaymentsExchange<Body> = Exchange<Body> | { readonly kind: 'no_token'; readonly why: Unheard };

export type AccountIdentifier =
  | {
      readonly type: 'sort_code_account_number';
      readonly sort_code: string;
      readonly account_number: string;
    }
  | { readonly type: 'iban'; readonly iban: string }
  | { readonly type: 'nrb'; readonly nrb: string };

interface AccountHolder {
  readonly account_holder_name: string;
  readonly account_identifier: AccountIdentifier;
}

export interface CreatePayment {
  readonly amount_in_minor: number;
  readonly currency: string;
  readonly payment_method: {
    readonly type: 'bank_transfer';
    readonly provider_selection: {
      readonly type: 'preselected';
      readonly provider_id: string;
      readonly scheme_selection: { readonly type: 'preselected'; readonly scheme_id: string };
      readonly remitter?: AccountHolder;
    };
    readonly beneficiary: AccountHolder & { readonly type: 'external_account'; readonly reference: string };
  };
  readonly user: { readonly name: string; readonly email: string };
  readonly metadata: Readonly<Record<string, string>>;
}

export interface StartAuthorization {
  readonly redirect: { readonly return_uri: string };
}

export interface ProviderSearch {
  readonly countries: readonly string[];
  readonly release_channel: 'general_availability' | 'public_beta' | 'private_beta';
  readonly authorization_flow: {
    readonly configuration: { readonly redirect: Readonly<Record<string, never>> };
  };
  readonly capabilities: { readonly payments: { readonly bank_transfer: Readonly<Record<string, never>> } };
}

const failure = { failure_stage: z.string().optional(), failure_reason: z.string().optional() };
const nextAction = z.object({ type: z.string(), uri: z.string().optional() });
const created = z.object({ id: z.string().min(1), status: z.string().min(1), ...failure });
const started = z.object({
  status: z.string().min(1),
  authorization_flow: z.object({ actions: z.object({ next: nextAction.optional() }).optional() }).optional(),
  ...failure,
});
const payment = started.extend({
  id: z.string().min(1),
  amount_in_minor: z.number().int(),
  currency: z.string(),
  created_at: z.string(),
});
const providers = z.object({
  items: z.array(
    z.object({
      id: z.string().min(1),
      display_name: z.string().min(1),
      country_code: z.string().regex(/^[A-Z]{2}$/),
      logo_uri: z.string().nullish(),
      swift_code: z.string().nullish(),
      capabilities: z
        .object({
          payments: z
            .object({
              bank_transfer: z
                .object({
                  release_channel: z.string().optional(),
                  availability: z.object({ recommended_status: z.string() }).nullish(),
                })
                .nullish(),
            })
            .nullish(),
        })
        .optional(),
    }),
  ),
});

export type PaymentCreated = z.infer<typeof created>;
export type AuthorizationStarted = z.infer<typeof started>;
export type TruelayerPayment = z.infer<typeof payment>;
export type PaymentsProvider = z.infer<typeof providers>['items'][number];

/** So long before its end a token is no longer used: a call may be under way when it ends. */
const TOKEN_MARGIN_MS = 60_000;

export function createPaymentsApi(
  credentials: TruelayerCredentials,
  { http, now, auth }: Pick<Ports, 'http' | 'now'> & { readonly auth: AuthApi },
): PaymentsApi {
  const key = readSigningKey(credentials.signing_private_key);
  let kept: { readonly token: string; readonly untilMs: number } | undefined;

  async function takeToken(): Promise<{ readonly token: string; readonly isKept: boolean } | Unheard> {
    if (kept !== undefined && now() < kept.untilMs) return { token: kept.token, isKept: true };
    const asked = await auth.clientToken('payments');
    if (asked.kind !== 'ok') return asked;
    const { access_token, expires_in } = asked.body;
    kept = { token: access_token, untilMs: now() + expires_in * 1_000 - TOKEN_MARGIN_MS };
    return { token: access_token, isKept: false };
  }

  async function call<Body>(
    purpose: string,
    shape: z.ZodType<Body>,
    request: {
      readonly method: 'GET' | 'POST';
      readonly path: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly idempotencyKey?: string;
    },
  ): Promise<PaymentsExchange<Body>> {
    const taken = await takeToken();
    if (!('token' in taken)) return { kind: 'no_token', why: taken };
    const url = `${credentials.api_base_url}${request.path}`;
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const answer = await http.send({
      method: request.method,
      url,
      headers: {
        authorization: `Bearer ${taken.token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
        ...(request.idempotencyKey === undefined ? {} : seal(url, body ?? '', request.idempotencyKey)),
      },
      ...(body === undefined ? {} : { body }),
      purpose,
    });
    const exchange = readExchange(answer, shape);
    if (exchange.kind !== 'refused' || exchange.httpStatus !== 401) return exchange;
    kept = undefined;
    return { ...exchange, withKeptToken: taken.isKept };
  }

  /** The header's name is signed as it is written here. */
  function seal(url: string, body: string, idempotencyKey: string): Readonly<Record<string, string>> {
    const headers = { 'Idempotency-Key': idempotencyKey };
    if (key === undefined) return headers;
    const message = { method: 'POST', path: new URL(url).pathname, headers, body };
    return { ...headers, 'Tl-Signature': signMessage(message, { kid: credentials.signing_key_id, key }) };
  }

  const write = <Body>(purpose: string, shape: z.ZodType<Body>, path: string, input: Write<unknown>) =>
    call(purpose, shape, {
      method: 'POST',
      path,
      body: input.body,
      headers: psuHeaders(input.psu),
      idempotencyKey: input.idempotencyKey,
    });

  return {
    create: (input) => write('payments.create', created, '/v3/payments', input),
    startAuthorization: (id, input) =>
      write('payments.authorize', started, `${pathOf(id)}/authorization-flow`, input),
    get: (id) => call('payments.get', payment, { method: 'GET', path: pathOf(id) }),
    cancel: (id, input) => write('payments.cancel', NO_BODY, `${pathOf(id)}/actions/cancel`, input),
    searchProviders: (search) =>
      call('payments.providers', providers, {
        method: 'POST',
        path: '/v3/payments-providers/search',
        body: search,
      }),
  };
}

function pathOf(id: string): string {
  return `/v3/payments/${encodeURIComponent(id)}`;
}

function psuHeaders(psu: Psu | undefined): Readonly<Record<string, string>> {
  return {
    ...(psu?.ip === undefined ? {} : { 'x-forwarded-for': psu.ip }),
    ...(psu?.userAgent === undefined ? {} : { 'x-device-user-agent': psu.userAgent }),
  };
}
