/** The adapter against the emulated Plaid, over real HTTP, with somebody to receive its webhooks. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  Grant,
  HttpAnswer,
  HttpRequest,
  LinkedAccount,
  LinkStart,
  Party,
  PaymentOrder,
  Rail,
  WebhookDelivery,
} from '@switchyard/rail-kit';
import { createRealHttp } from '@switchyard/rail-kit/conformance';
import { plaidRail } from '../../../packages/rails/src/plaid/index.ts';
import {
  createPlaid,
  PLAID_CLIENT_ID,
  PLAID_SECRET,
} from '../../../packages/simulator/src/providers/plaid/index.ts';
import { startSimulator } from '../../../packages/simulator/src/start-simulator.ts';
import { comeBack } from './person.ts';

export interface Exchange {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer;
}

export interface PlaidStage {
  readonly baseUrl: string;
  readonly credentials: ReturnType<typeof credentialsFor>;
  readonly rail: Required<
    Pick<Rail, 'bankLink' | 'institutions' | 'payment' | 'payout' | 'transit' | 'webhook'>
  >;
  /** Every call the adapter made, with its answer. */
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly WebhookDelivery[];
  moveClock(byMs: number): void;
  /** Tells the control API. */
  control(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

export const RETURN_URI = 'https://app.example/back?from=app';

export async function openPlaid(options: { readonly timeoutMs?: number } = {}): Promise<PlaidStage> {
  const simulator = await startSimulator({ providers: [createPlaid], seed: 1 });
  const receiver = await receiveWebhooks();
  const exchanges: Exchange[] = [];
  const real = createRealHttp(options.timeoutMs ?? 5_000);
  let offsetMs = 0;
  const credentials = credentialsFor(simulator.baseUrl);
  const { bankLink, institutions, payment, payout, transit, webhook } = plaidRail.open({
    rail: 'plaid',
    credentials,
    ports: {
      http: {
        async send(request) {
          const answer = await real.send(request);
          exchanges.push({ request, answer });
          return answer;
        },
      },
      now: () => Date.now() + offsetMs,
      randomUuid: () => crypto.randomUUID(),
      webhookUrl: receiver.url,
    },
  });
  assert.ok(bankLink && institutions && payment && payout && transit && webhook);
  await post(`${simulator.baseUrl}/plaid/__dashboard`, { webhookUrl: receiver.url });
  return {
    baseUrl: simulator.baseUrl,
    credentials,
    rail: { bankLink, institutions, payment, payout, transit, webhook },
    exchanges,
    deliveries: receiver.deliveries,
    moveClock: (byMs) => {
      offsetMs += byMs;
    },
    control: (path, body) => post(`${simulator.baseUrl}/control${path}`, body),
    async stop() {
      await simulator.stop();
      await receiver.stop();
    },
  };
}

export function credentialsFor(simulatorUrl: string) {
  return {
    client_id: PLAID_CLIENT_ID,
    secret: PLAID_SECRET,
    base_url: `${simulatorUrl}/plaid`,
    client_name: 'Switchyard test',
    transfer: 'enabled' as const,
  };
}

export function linkStart(changes: Partial<LinkStart> = {}): LinkStart {
  return {
    key: crypto.randomUUID(),
    user: 'cus_1',
    country: 'GB',
    channel: 'web',
    returnUri: RETURN_URI,
    state: crypto.randomUUID(),
    ...changes,
  };
}

/** Links an account at a bank and gives it with its grant, as a host would keep them. */
export async function linkAccount(
  { rail }: PlaidStage,
  country: string,
  bank?: string,
): Promise<{ readonly account: LinkedAccount; readonly grant: Grant }> {
  const started = await rail.bankLink.start(linkStart({ country }));
  assert.ok(
    started.kind === 'requires_action' && started.action.type === 'redirect',
    JSON.stringify(started),
  );
  const returnParams = await comeBack(started.action.url, {
    decision: 'approve',
    ...(bank === undefined ? {} : { bank }),
  });
  const linked = await rail.bankLink.resume({ memo: started.memo, returnUri: RETURN_URI, returnParams });
  assert.equal(linked.kind, 'done', JSON.stringify(linked));
  const [account] = linked.result.accounts;
  assert.ok(account);
  return { account, grant: linked.result.grant };
}

export function partyOf({ account, grant }: Awaited<ReturnType<typeof linkAccount>>): Party {
  return {
    payto: account.payto,
    holderName: account.holderName ?? 'Somebody',
    link: { account: account.id, grant: grant.secret },
  };
}

/** Asks the emulated Plaid directly, past the adapter. */
export async function askPlaid({ credentials }: PlaidStage, path: string, body: object) {
  const answer = await fetch(`${credentials.base_url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: credentials.client_id, secret: credentials.secret, ...body }),
  });
  assert.equal(answer.status, 200);
  return answer.json();
}

export async function waitFor<T>(look: () => T | undefined, waitMs = 5_000): Promise<T> {
  const endMs = Date.now() + waitMs;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    assert.ok(Date.now() < endMs, 'waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export function paymentOrder(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    key: crypto.randomUUID(),
    amount: { value: 1_010n, asset: 'iso4217:GBP' },
    scheme: 'gb-fps',
    payer: { payto: 'payto://gb-scan/200000/35371422', holderName: 'Ada Fairweather', country: 'GB' },
    payee: { payto: 'payto://gb-scan/400530/30043443', holderName: 'Shop Ltd', country: 'GB' },
    reference: 'Order 17',
    returnUri: RETURN_URI,
    state: crypto.randomUUID(),
    channel: 'web',
    ...changes,
  };
}

/** Asks until the answer is none of the given kinds any more. */
export async function settle<Step extends { readonly kind: string }>(
  ask: () => Promise<Step>,
  waitMs = 8_000,
): Promise<Step> {
  const endMs = Date.now() + waitMs;
  for (;;) {
    const step = await ask();
    if (step.kind !== 'processing' || Date.now() > endMs) return step;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${url} answered ${answer.status}`);
}

async function receiveWebhooks() {
  const deliveries: WebhookDelivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    deliveries.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(chunks),
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/rails/plaid`,
    deliveries,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
