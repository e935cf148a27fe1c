/** The adapter and the simulated Wise, each on its own side of a real connection, and somebody who pays and is paid. */
import assert from 'node:assert/strict';
import type { PaymentStep, PayoutOrder, Ports, Rail } from '@switchyard/rail-kit';
import type { WiseCredentials } from '../../../packages/rails/src/wise/credentials.ts';
import { wiseRail } from '../../../packages/rails/src/wise/index.ts';
import { json, nothing } from '../../../packages/simulator/src/http/replies.ts';
import { startSimulator } from '../../../packages/simulator/src/index.ts';
import type { CreateProvider } from '../../../packages/simulator/src/provider.ts';
import {
  createWise,
  WISE_API_TOKEN,
  WISE_PROFILE_ID,
  WISE_WEBHOOK_PUBLIC_KEY,
} from '../../../packages/simulator/src/providers/wise/index.ts';
import { eventOf, openInbox } from '../open-inbox.ts';
import { patientHttp } from '../patient-http.ts';
import { postJson } from '../post-json.ts';

/** A payee outside the simulated world, so that everything it gets is counted. */
export { eventually } from '../eventually.ts';

export const BRITISH_PAYEE = { payto: 'payto://gb-scan/200000/55779911', holderName: 'Petra Payee' };
export const EURO_PAYEE = { payto: 'payto://iban/DE75512108001245126199', holderName: 'Petra Payee' };
export const US_PAYEE = {
  payto: 'payto://ach/021000021/4455667788',
  holderName: 'Petra Payee',
  country: 'US',
};
const WATCHED = ['200000-55779911', 'DE75512108001245126199', '021000021-4455667788'];

export interface Received {
  readonly number: string;
  readonly amountMinor: string;
  readonly currency: string;
  readonly reference: string;
}

export async function startWise() {
  const inbox = await openInbox('/rails/wise/inbox');
  const simulator = await startSimulator({ providers: [createWise, createOutside] });
  const root = `${simulator.baseUrl}/wise`;
  const credentials: WiseCredentials = {
    api_token: WISE_API_TOKEN,
    profile_id: String(WISE_PROFILE_ID),
    api_base_url: root,
    webhook_public_key: WISE_WEBHOOK_PUBLIC_KEY,
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: { authorization: `Bearer ${WISE_API_TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  for (const trigger_on of ['transfers#state-change', 'balances#credit']) {
    const path = `/v3/profiles/${WISE_PROFILE_ID}/subscriptions`;
    const delivery = { version: '2.0.0', url: inbox.url };
    assert.equal((await ask('POST', path, { name: 'tests', trigger_on, delivery })).status, 200);
  }
  return {
    root,
    credentials,
    inbox: {
      ...inbox,
      about: (type: string, id?: string) =>
        inbox.deliveries.filter((delivery) => {
          const event = eventOf(delivery);
          return event.event_type === type && (id === undefined || String(event.data.resource.id) === id);
        }),
    },
    ask,
    open: (ports: Partial<Ports> = {}) =>
      openRail(credentials, {
        http: patientHttp(),
        now: Date.now,
        randomUuid: () => crypto.randomUUID(),
        ...ports,
      }),
    control: (path: string, body: unknown) => postJson(`${simulator.baseUrl}/control${path}`, body),
    async clearFaults() {
      await fetch(`${simulator.baseUrl}/control/faults`, { method: 'DELETE' });
    },
    /** Somebody pays to an account number. */
    payIn: (payment: Received) => postJson(`${simulator.baseUrl}/outside/pay`, payment),
    async received(): Promise<readonly Received[]> {
      return (await fetch(`${simulator.baseUrl}/outside/received`)).json() as Promise<readonly Received[]>;
    },
    async atProvider(key: string): Promise<readonly AtProvider[]> {
      const answer = await fetch(`${root}/__dashboard/transfers?customerTransactionId=${key}`);
      const { items } = (await answer.json()) as { items: readonly AtProvider[] };
      return items;
    },
    async balance(currency: string): Promise<number> {
      const { body } = await ask('GET', `/v4/profiles/${WISE_PROFILE_ID}/balances?types=STANDARD`);
      return body.find((each: { currency: string }) => each.currency === currency).amount.value;
    },
    async stop() {
      await simulator.stop();
      await inbox.close();
    },
  };
}

export interface AtProvider {
  readonly id: number;
  readonly status: string;
  readonly isFunded: boolean;
}

export type Started = Awaited<ReturnType<typeof startWise>>;

/** With the roles known to be there. */
export function openRail(credentials: WiseCredentials, ports: Ports) {
  const rail: Rail = wiseRail.open({ rail: 'wise', credentials, ports });
  const { fx, payout, transit, webhook } = rail;
  assert.ok(fx && payout?.cancel && transit && webhook);
  return { fx, payout: { ...payout, cancel: payout.cancel }, transit, webhook };
}

export function britishPayout(reference?: string): PayoutOrder {
  return {
    key: crypto.randomUUID(),
    amount: { value: 12_345n, asset: 'iso4217:GBP' },
    sendAsset: 'iso4217:GBP',
    scheme: 'gb-fps',
    payee: BRITISH_PAYEE,
    ...(reference === undefined ? {} : { reference }),
  };
}

export type OpenRail = ReturnType<typeof openRail>;

/** Asks until there is something final. */
export async function settle(
  { payout }: Pick<OpenRail, 'payout'>,
  order: PayoutOrder,
  first: PaymentStep,
  timeoutMs = 30_000,
): Promise<Exclude<PaymentStep, { kind: 'processing' }>> {
  const untilMs = Date.now() + timeoutMs;
  let step = first;
  while (step.kind === 'processing') {
    assert.ok(Date.now() < untilMs, `still ${step.providerStatus}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const next = await payout.query({ order, memo: step.memo });
    assert.ok(next.kind !== 'absent');
    step = next;
  }
  return step;
}

/** The rest of the world: it pays to any number, and remembers what its own numbers got. */
const createOutside: CreateProvider = ({ money }) => {
  const received: Received[] = [];
  for (const number of WATCHED) {
    money.watchCredits(number, ({ amountMinor, currency, reference }) =>
      received.push({ number, amountMinor: String(amountMinor), currency, reference }),
    );
  }
  return {
    id: 'outside',
    name: 'Outside',
    routes: [
      {
        method: 'POST',
        path: '/pay',
        kind: 'page',
        handle(request) {
          const { number, amountMinor, currency, reference } = request.json as Received;
          money.payTo(number, {
            amountMinor: BigInt(amountMinor),
            currency,
            reference,
            payerName: 'Paul Payer',
          });
          return nothing(204);
        },
      },
      { method: 'GET', path: '/received', kind: 'page', handle: () => json(200, received) },
    ],
  };
};
