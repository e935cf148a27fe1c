/** The standard's words (NextGenPSD2 XS2A 1.3.x): its operations, their headers, and what of their answers is read. */
import { isIPv4 } from 'node:net';
import type { Ports, Psu } from '@switchyard/rail-kit';
import { z } from 'zod';
import { type CallOutcome, call, type Silence } from '../calling/call.ts';
import type { BerlinGroupCredentials } from './credentials.ts';

export type PaymentProduct = 'sepa-credit-transfers' | 'instant-sepa-credit-transfers';

const links = z
  .object({
    scaRedirect: z.object({ href: z.string().min(1) }).optional(),
    scaStatus: z.object({ href: z.string().min(1) }).optional(),
  })
  .optional();
export type Links = z.infer<typeof links>;

const account = z.object({
  resourceId: z.string().min(1).optional(),
  iban: z.string().optional(),
  currency: z.string(),
  ownerName: z.string().optional(),
  cashAccountType: z.string().optional(),
  status: z.string().optional(),
});
export type Account = z.infer<typeof account>;

const answers = {
  consentCreated: z.object({ consentStatus: z.string().min(1), consentId: z.string().min(1), _links: links }),
  consent: z.object({ consentStatus: z.string().min(1), validUntil: z.string() }),
  accounts: z.object({ accounts: z.array(account) }),
  paymentCreated: z.object({
    transactionStatus: z.string().min(1),
    paymentId: z.string().min(1),
    _links: links,
  }),
  paymentStatus: z.object({ transactionStatus: z.string().min(1), fundsAvailable: z.boolean().optional() }),
  scaStatus: z.object({ scaStatus: z.string() }),
  cancelled: z.object({ transactionStatus: z.string() }).optional(),
};

export type ConsentAnswer = z.infer<typeof answers.consent>;
export type PaymentStatusAnswer = z.infer<typeof answers.paymentStatus>;

export interface ConsentRequest {
  readonly access: {
    readonly accounts: readonly [];
    readonly additionalInformation?: { readonly ownerName: readonly [] };
  };
  readonly recurringIndicator: true;
  readonly validUntil: string;
  readonly frequencyPerDay: number;
  readonly combinedServiceIndicator: false;
}

export interface PaymentRequest {
  readonly instructedAmount: { readonly currency: string; readonly amount: string };
  readonly debtorAccount: { readonly iban: string };
  readonly creditorName: string;
  readonly creditorAccount: { readonly iban: string };
  readonly endToEndIdentification: string;
  readonly remittanceInformationUnstructured?: string;
}

/** Where the bank sends the user: one address when it went well, the other when it did not. */
export interface Returns {
  readonly ok: string;
  readonly nok: string;
}

interface Sent {
  /** Of the call, unique. */
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type BerlinGroupApi = ReturnType<typeof createApi>;

export function createApi(credentials: BerlinGroupCredentials, { http, randomUuid }: Ports) {
  const root = `${credentials.base_url.replace(/\/+$/, '')}/v1`;

  function send<T>(
    purpose: string,
    [method, path]: readonly ['GET' | 'POST' | 'DELETE', string],
    expected: { readonly answer: z.ZodType<T>; readonly silence: Silence },
    { requestId = randomUuid(), headers = {}, body }: Sent = {},
  ): Promise<CallOutcome<T>> {
    return call(
      http,
      {
        purpose,
        method,
        url: `${root}${path}`,
        headers: {
          'x-request-id': requestId,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      expected,
    );
  }

  /** The standard wants an address in any case, and its format is that of version 4. */
  const psuHeaders = (psu: Psu | undefined) => ({
    ...activePsuHeaders(psu),
    'psu-ip-address': psu?.ip !== undefined && isIPv4(psu.ip) ? psu.ip : credentials.tpp_ip_address,
  });

  return {
    createConsent: (body: ConsentRequest, returns: Returns, requestId: string, psu: Psu | undefined) =>
      send(
        'consents.create',
        ['POST', '/consents'],
        { answer: answers.consentCreated, silence: 'nothing' },
        { requestId, body, headers: { ...psuHeaders(psu), ...returnHeaders(returns) } },
      ),

    getConsent: (id: string) =>
      send('consents.get', ['GET', `/consents/${encodeURIComponent(id)}`], {
        answer: answers.consent,
        silence: 'nothing',
      }),

    listAccounts: (consentId: string, psu: Psu | undefined) =>
      send(
        'accounts.list',
        ['GET', '/accounts'],
        { answer: answers.accounts, silence: 'nothing' },
        { headers: { 'consent-id': consentId, ...activePsuHeaders(psu) } },
      ),

    createPayment: (
      product: PaymentProduct,
      body: PaymentRequest,
      returns: Returns,
      requestId: string,
      psu: Psu | undefined,
    ) =>
      send(
        'payments.create',
        ['POST', `/payments/${product}`],
        { answer: answers.paymentCreated, silence: 'unknown' },
        { requestId, body, headers: { ...psuHeaders(psu), ...returnHeaders(returns) } },
      ),

    getPaymentStatus: (product: PaymentProduct, id: string) =>
      send('payments.status', ['GET', `${paymentPath(product, id)}/status`], {
        answer: answers.paymentStatus,
        silence: 'nothing',
      }),

    getScaStatus: (product: PaymentProduct, id: string, authorisationId: string) =>
      send(
        'payments.authorisation',
        ['GET', `${paymentPath(product, id)}/authorisations/${encodeURIComponent(authorisationId)}`],
        { answer: answers.scaStatus, silence: 'nothing' },
      ),

    /** Silence is unknown here: it may have been cancelled. */
    cancelPayment: (product: PaymentProduct, id: string) =>
      send('payments.cancel', ['DELETE', paymentPath(product, id)], {
        answer: answers.cancelled,
        silence: 'unknown',
      }),
  };
}

function paymentPath(product: PaymentProduct, id: string): string {
  return `/payments/${product}/${encodeURIComponent(id)}`;
}

function returnHeaders({ ok, nok }: Returns): Readonly<Record<string, string>> {
  return { 'tpp-redirect-preferred': 'true', 'tpp-redirect-uri': ok, 'tpp-nok-redirect-uri': nok };
}

/** Only where the user is behind the call. What cannot stand in a header is left out. */
function activePsuHeaders(psu: Psu | undefined): Readonly<Record<string, string>> {
  const { ip, userAgent, deviceId } = psu ?? {};
  return {
    ...(ip !== undefined && isIPv4(ip) ? { 'psu-ip-address': ip } : {}),
    ...(userAgent !== undefined && VISIBLE.test(userAgent) ? { 'psu-user-agent': userAgent } : {}),
    ...(deviceId !== undefined && UUID.test(deviceId) ? { 'psu-device-id': deviceId } : {}),
  };
}

const VISIBLE = /^[\x20-\x7e]+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
