/** The adapter and the simulated TrueLayer, each on its own side of a real connection, and a user between them. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { TruelayerCredentials } from '../../../packages/rails/src/truelayer/credentials.ts';
import { eventOf, openInbox } from '../open-inbox.ts';
import { patientHttp } from '../patient-http.ts';
import { postJson } from '../post-json.ts';
import type { Action, PaymentOrder, Ports, Rail, UserReturn } from './kit.ts';
import { createTruelayer, startSimulator, truelayerRail } from './kit.ts';

export { eventually } from '../eventually.ts';

export const WEBHOOK_PATH = '/rails/truelayer/inbox';

export async function startTruelayer({ now = Date.now }: { readonly now?: () => number } = {}) {
  const inbox = await openInbox(WEBHOOK_PATH);
  const simulator = await startSimulator({ providers: [createTruelayer], now });
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'secp521r1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const root = `${simulator.baseUrl}/truelayer`;
  const credentials: TruelayerCredentials = {
    client_id: 'switchyard-tests',
    client_secret: 'the-secret-of-the-tests',
    signing_key_id: 'key-of-the-tests',
    signing_private_key: privateKey,
    auth_base_url: root,
    api_base_url: root,
    webhooks_base_url: root,
    user_contact_email: 'payments@switchyard.example',
  };
  await postJson(`${root}/__dashboard`, {
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
    signingKey: { kid: credentials.signing_key_id, publicKeyPem: publicKey },
    webhookUrl: inbox.url,
  });
  return {
    root,
    credentials,
    publicKey,
    inbox: {
      ...inbox,
      about: (payment: string, type: string) =>
        inbox.deliveries.filter((delivery) => {
          const event = eventOf(delivery);
          return event.payment_id === payment && event.type === type;
        }),
    },
    open: (ports: Partial<Ports> = {}) =>
      openRail(credentials, {
        http: patientHttp(),
        now,
        randomUuid: () => crypto.randomUUID(),
        ...ports,
      }),
    control: (path: string, body: unknown) => postJson(`${simulator.baseUrl}/control${path}`, body),
    async clearFaults() {
      await fetch(`${simulator.baseUrl}/control/faults`, { method: 'DELETE' });
    },
    async countAtProvider(key: string): Promise<number> {
      const answer = await fetch(`${root}/__dashboard/payments?idempotency_key=${key}`);
      const { items } = (await answer.json()) as { items: readonly unknown[] };
      return items.length;
    },
    async stop() {
      await simulator.stop();
      await inbox.close();
    },
  };
}

export type Started = Awaited<ReturnType<typeof startTruelayer>>;

/** With the roles known to be there. */
export function openRail(credentials: TruelayerCredentials, ports: Ports) {
  const rail: Rail = truelayerRail.open({ rail: 'truelayer', credentials, ports });
  const { bankLink, institutions, payment, webhook } = rail;
  assert.ok(bankLink && institutions && payment?.cancel && webhook);
  return { bankLink, institutions, payment: { ...payment, cancel: payment.cancel }, webhook };
}

/** A payment in Britain, from the simulated person's account at Monzo. */
export function britishOrder(reference?: string): PaymentOrder {
  return {
    key: crypto.randomUUID(),
    state: crypto.randomUUID(),
    amount: { value: 1_234n, asset: 'iso4217:GBP' },
    scheme: 'gb-fps',
    payer: {
      payto: 'payto://gb-scan/040004/45055674',
      holderName: 'A Payer of the Tests',
      institution: 'ob-monzo',
    },
    payee: { payto: 'payto://gb-scan/200000/35371422', holderName: 'A Payee of the Tests' },
    ...(reference === undefined ? {} : { reference }),
    returnUri: 'https://client.example/back?keep=1',
    channel: 'web',
  };
}

/** A user at a page: opens it, decides, and is sent back. */
export async function decide(
  action: Action,
  decision: 'approve' | 'decline',
  more: Readonly<Record<string, string>> = {},
): Promise<UserReturn & { readonly returnParams: Readonly<Record<string, string>>; readonly uri: URL }> {
  assert.equal(action.type, 'redirect');
  let answer = await fetch(action.url, { redirect: 'manual' });
  let page = await answer.text();
  if (/name="institution"/.test(page)) {
    answer = await submit(page, { institution: more.institution ?? 'ob-monzo' });
    answer = await fetch(answer.headers.get('location') ?? '', { redirect: 'manual' });
    page = await answer.text();
  }
  assert.equal(answer.status, 200, page);
  const { institution: _chosen, ...fields } = more;
  const decided = await submit(page, { decision, ...fields });
  assert.equal(decided.status, 303);
  const uri = new URL(decided.headers.get('location') ?? '');
  return { returnParams: Object.fromEntries(uri.searchParams), uri };
}

function submit(page: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const [, address] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
  assert.ok(address, 'the page has a form');
  const body = new URLSearchParams(fields);
  return fetch(address, { method: 'POST', body, redirect: 'manual' });
}
