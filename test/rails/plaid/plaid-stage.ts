/** The adapter against the emulated Plaid, over real HTTP, with somebody to receive its webhooks. */
import assert from 'node:assert/strict';
import type {
  Grant,
  LinkedAccount,
  LinkStart,
  Party,
  PaymentOrder,
  Rail,
  WebhookDelivery,
} from '@switchyard/rail-kit';
import { plaidRail } from '../../../packages/rails/src/plaid/index.ts';
import {
  createPlaid,
  PLAID_CLIENT_ID,
  PLAID_SECRET,
} from '../../../packages/simulator/src/providers/plaid/index.ts';
import { startSimulator } from '../../../packages/simulator/src/start-simulator.ts';
import { openInbox } from '../open-inbox.ts';
import { hastyHttp } from '../patient-http.ts';
import { postJson } from '../post-json.ts';
import { createRecordedHttp, type Exchange } from '../recorded-http.ts';
import { comeBack } from './person.ts';

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
  /** The next call to a path that begins so is given up soon, if it hangs. */
  hurry(path: string): void;
  /** Tells the control API. */
  control(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

export const RETURN_URI = 'https://app.example/back?from=app';

export async function openPlaid(): Promise<PlaidStage> {
  const simulator = await startSimulator({ providers: [createPlaid], seed: 1 });
  const receiver = await openInbox('/rails/plaid');
  const hasty = hastyHttp();
  const http = createRecordedHttp(hasty);
  let offsetMs = 0;
  const credentials = credentialsFor(simulator.baseUrl);
  const { bankLink, institutions, payment, payout, transit, webhook } = plaidRail.open({
    rail: 'plaid',
    credentials,
    ports: {
      http,
      now: () => Date.now() + offsetMs,
      randomUuid: () => crypto.randomUUID(),
      webhookUrl: receiver.url,
    },
  });
  assert.ok(bankLink && institutions && payment && payout && transit && webhook);
  await postJson(`${simulator.baseUrl}/plaid/__dashboard`, { webhookUrl: receiver.url });
  return {
    baseUrl: simulator.baseUrl,
    credentials,
    rail: { bankLink, institutions, payment, payout, transit, webhook },
    exchanges: http.exchanges,
    deliveries: receiver.deliveries,
    moveClock: (byMs) => {
      offsetMs += byMs;
    },
    hurry: (path) => hasty.hurry(({ url }) => new URL(url).pathname.startsWith(`/plaid${path}`)),
    control: (path, body) => postJson(`${simulator.baseUrl}/control${path}`, body),
    async stop() {
      await simulator.stop();
      await receiver.close();
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
  waitMs = 30_000,
): Promise<Step> {
  const endMs = Date.now() + waitMs;
  for (;;) {
    const step = await ask();
    if (step.kind !== 'processing' || Date.now() > endMs) return step;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
