/** The provider's words: its operations, what they are sent and what of their answers is read. */
import type { Ports } from '@switchyard/rail-kit';
import { z } from 'zod';
import { type CallOutcome, call, type Silence } from '../calling/call.ts';
import { createBearerToken } from './bearer-token.ts';
import type { EnableBankingCredentials } from './credentials.ts';

export type PsuType = 'personal' | 'business';
export type PaymentType = 'SEPA' | 'INST_SEPA';

/** A bank has no id here: its name and country are what it is called by. */
export interface Aspsp {
  readonly name: string;
  readonly country: string;
}

const aspsp = z.object({ name: z.string().min(1), country: z.string().regex(/^[A-Z]{2}$/) });

const aspspData = aspsp.extend({
  logo: z.string().optional(),
  bic: z.string().nullish(),
  beta: z.boolean(),
  psu_types: z.array(z.string()),
  required_psu_headers: z.array(z.string()).nullish(),
  payments: z
    .array(
      z.object({
        payment_type: z.string(),
        psu_type: z.string().optional(),
        currencies: z.array(z.string()).nullish(),
        final_successful_statuses: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
});
export type AspspData = z.infer<typeof aspspData>;

const account = z.object({
  account_id: z.object({ iban: z.string().nullish() }).nullish(),
  name: z.string().nullish(),
  cash_account_type: z.string(),
  currency: z.string(),
  identification_hash: z.string().min(1),
});
export type Account = z.infer<typeof account>;

const access = z.object({ valid_until: z.string() });

const answers = {
  aspsps: z.object({ aspsps: z.array(aspspData) }),
  authorization: z.object({ url: z.url({ protocol: /^https?$/ }), authorization_id: z.string().min(1) }),
  session: z.object({ session_id: z.string().min(1), accounts: z.array(account), aspsp, access }),
  sessionStatus: z.object({ status: z.string().min(1), access }),
  paymentCreated: z.object({
    payment_id: z.string().min(1),
    status: z.string().min(1),
    url: z.url({ protocol: /^https?$/ }),
  }),
  payment: z.object({
    payment_id: z.string().min(1),
    status: z.string().min(1),
    final_status: z.boolean(),
    status_reason_information: z.object({ status_reason_code: z.string() }).nullish(),
  }),
};

export type Session = z.infer<typeof answers.session>;
export type SessionStatusAnswer = z.infer<typeof answers.sessionStatus>;
export type PaymentAnswer = z.infer<typeof answers.payment>;

export interface AuthorizationRequest {
  readonly access: { readonly valid_until: string; readonly balances: false; readonly transactions: false };
  readonly aspsp: Aspsp;
  readonly state: string;
  readonly redirect_url: string;
  readonly psu_type: PsuType;
  readonly psu_id: string;
}

export interface PaymentRequest {
  readonly payment_type: PaymentType;
  readonly payment_request: {
    readonly debtor_account: AccountName;
    readonly credit_transfer_transaction: readonly [CreditTransfer];
  };
  readonly aspsp: Aspsp;
  readonly state: string;
  readonly redirect_url: string;
  readonly psu_type: PsuType;
}

interface CreditTransfer {
  readonly instructed_amount: { readonly currency: string; readonly amount: string };
  readonly beneficiary: {
    readonly creditor: { readonly name: string };
    readonly creditor_account: AccountName;
  };
  readonly payment_id: { readonly end_to_end_id: string };
  readonly remittance_information?: readonly string[];
}

interface AccountName {
  readonly scheme_name: 'IBAN';
  readonly identification: string;
}

export interface AspspFilter {
  readonly country?: string;
  readonly service?: 'AIS' | 'PIS';
  readonly payment_type?: PaymentType;
  readonly psu_type?: PsuType;
}

export type EnableBankingApi = ReturnType<typeof createApi>;

export function createApi(credentials: EnableBankingCredentials, { http, now }: Ports) {
  const root = credentials.api_url.replace(/\/+$/, '');
  const token = createBearerToken(
    { applicationId: credentials.application_id, privateKey: credentials.private_key },
    now,
  );

  function send<T>(
    purpose: string,
    [method, path]: readonly ['GET' | 'POST', string],
    expected: { readonly answer: z.ZodType<T>; readonly silence: Silence },
    body?: unknown,
  ): Promise<CallOutcome<T>> {
    return call(
      http,
      {
        purpose,
        method,
        url: `${root}${path}`,
        headers: {
          authorization: `Bearer ${token()}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      expected,
    );
  }

  return {
    listAspsps: (filter: AspspFilter) =>
      send('aspsps.list', ['GET', `/aspsps${queryOf(filter)}`], {
        answer: answers.aspsps,
        silence: 'nothing',
      }),

    authorize: (body: AuthorizationRequest) =>
      send('auth.start', ['POST', '/auth'], { answer: answers.authorization, silence: 'nothing' }, body),

    openSession: (code: string) =>
      send(
        'sessions.create',
        ['POST', '/sessions'],
        { answer: answers.session, silence: 'nothing' },
        { code },
      ),

    getSession: (id: string) =>
      send('sessions.get', ['GET', `/sessions/${encodeURIComponent(id)}`], {
        answer: answers.sessionStatus,
        silence: 'nothing',
      }),

    createPayment: (body: PaymentRequest) =>
      send(
        'payments.create',
        ['POST', '/payments'],
        { answer: answers.paymentCreated, silence: 'unknown' },
        body,
      ),

    getPayment: (id: string) =>
      send('payments.get', ['GET', `/payments/${encodeURIComponent(id)}`], {
        answer: answers.payment,
        silence: 'nothing',
      }),
  };
}

function queryOf(filter: AspspFilter): string {
  const query = new URLSearchParams(Object.entries(filter)).toString();
  return query === '' ? '' : `?${query}`;
}
