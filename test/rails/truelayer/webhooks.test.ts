/** Webhooks: those of the simulator, and those signed by TrueLayer's own library, which knows nothing of our code. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { extractJku, sign as signWithOracle, verify as verifyWithOracle } from 'truelayer-signing';
import { createWebhook } from '../../../packages/rails/src/truelayer/webhook.ts';
import type { HttpAnswer, WebhookDelivery } from './kit.ts';
import { britishOrder, decide, eventually, type Started, startTruelayer } from './start-truelayer.ts';

const BASE = 'https://webhooks.truelayer.com';
const JWKS = `${BASE}/.well-known/jwks`;
const NOW = Date.parse('2026-11-15T12:00:00Z');
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp521r1' });

describe('webhooks of TrueLayer', () => {
  let started: Started;
  before(async () => {
    started = await startTruelayer();
  });
  after(() => started.stop());

  test('a payment’s way is told step by step, each verified and naming the payment', async () => {
    const { payment, webhook } = started.open();
    const first = await payment.start(britishOrder());
    assert.ok(first.kind === 'requires_action' && first.ref !== undefined);
    await decide(first.action, 'approve');
    for (const type of ['payment_authorized', 'payment_executed']) {
      const delivery = await eventually(() => started.inbox.about(first.ref ?? '', type)[0]);
      const verdict = await webhook.verify(delivery);
      assert.ok(verdict.kind === 'genuine', JSON.stringify(verdict));
      assert.deepEqual(verdict.notices, [{ about: 'payment', ref: first.ref }]);
    }
  });

  test('a webhook sent twice has the same id twice; one that is not sent is not missed', async () => {
    const { payment, webhook } = started.open();
    const twice = await payment.start(britishOrder('SIM duplicate'));
    const never = await payment.start(britishOrder('SIM no webhook'));
    assert.ok(twice.kind === 'requires_action' && never.kind === 'requires_action');
    await decide(never.action, 'decline');
    await decide(twice.action, 'decline');
    const both = await eventually(() => {
      const found = started.inbox.about(twice.ref ?? '', 'payment_failed');
      return found.length === 2 ? found : undefined;
    });
    const verdicts = await Promise.all(both.map((delivery) => webhook.verify(delivery)));
    assert.ok(verdicts.every((verdict) => verdict.kind === 'genuine'));
    assert.equal(new Set(verdicts.map((verdict) => verdict.kind === 'genuine' && verdict.id)).size, 1);
    assert.deepEqual(started.inbox.about(never.ref ?? '', 'payment_failed'), []);
  });

  test('reordered webhooks arrive the wrong way round and verify all the same', async () => {
    const { payment, webhook } = started.open();
    const first = await payment.start(britishOrder('SIM reordered'));
    assert.ok(first.kind === 'requires_action');
    await decide(first.action, 'approve');
    const late = await eventually(() => started.inbox.about(first.ref ?? '', 'payment_authorized')[0]);
    const early = await eventually(() => started.inbox.about(first.ref ?? '', 'payment_executed')[0]);
    assert.ok(started.inbox.deliveries.indexOf(early) < started.inbox.deliveries.indexOf(late));
    for (const delivery of [early, late]) assert.equal((await webhook.verify(delivery)).kind, 'genuine');
  });

  test('one signed by TrueLayer’s library is genuine', async () => {
    const verdict = await open().webhook.verify(await delivery());
    assert.deepEqual(verdict, {
      kind: 'genuine',
      id: 'event-1',
      notices: [{ about: 'payment', ref: 'payment-1' }],
    });
  });

  test('events about what is not ours are genuine and say nothing', async () => {
    for (const type of ['payout_executed', 'refund_failed', 'mandate_revoked', 'external_payment_received']) {
      const verdict = await open().webhook.verify(
        await delivery({ body: { type, event_id: 'e', payment_id: 'p' } }),
      );
      assert.deepEqual(verdict, { kind: 'genuine', id: 'e', notices: [] }, type);
    }
    const verdict = await open().webhook.verify(await delivery({ body: 'not an event' }));
    assert.ok(verdict.kind === 'genuine' && verdict.id.length === 64 && verdict.notices.length === 0);
  });

  test('a key said to be elsewhere is not fetched', async () => {
    for (const jku of [null, '', 'https://evil.example/.well-known/jwks', `${JWKS}?x=1`, `${JWKS}/`]) {
      const { webhook, asked } = open();
      assert.equal((await webhook.verify(await delivery({ jku }))).kind, 'forged', String(jku));
      assert.deepEqual(asked, []);
    }
  });

  test('the time and the content type must be signed, and the time must be near', async () => {
    const forged = async (input: Parameters<typeof delivery>[0]) =>
      (await open().webhook.verify(await delivery(input))).kind;
    assert.equal(await forged({ signed: ['Content-Type'] }), 'forged');
    assert.equal(await forged({ signed: ['X-Tl-Webhook-Timestamp'] }), 'forged');
    assert.equal(await forged({ sentAt: NOW - 5 * 60_000 - 1 }), 'forged');
    assert.equal(await forged({ sentAt: NOW + 5 * 60_000 + 1 }), 'forged');
    assert.equal(await forged({ sentAt: NOW - 5 * 60_000 }), 'genuine');
    const moved = await delivery({ sentAt: NOW - 60 * 60_000 });
    const headers = { ...moved.headers, 'x-tl-webhook-timestamp': new Date(NOW).toISOString() };
    assert.equal((await open().webhook.verify({ ...moved, headers })).kind, 'forged', 'a time put in later');
    const undated = { ...moved.headers, 'x-tl-webhook-timestamp': 'yesterday' };
    assert.equal((await open().webhook.verify({ ...moved, headers: undated })).kind, 'forged');
  });

  test('when the keys cannot be fetched nothing is said of the delivery', async () => {
    for (const answer of [
      { kind: 'not_connected' },
      { kind: 'no_answer' },
      { kind: 'answer', status: 503, headers: {}, body: '' },
      { kind: 'answer', status: 200, headers: {}, body: '{}' },
    ] as const)
      assert.equal((await open(answer).webhook.verify(await delivery())).kind, 'unverifiable');
  });

  test('keys are kept; an unknown one makes us ask again, at most once a minute', async () => {
    const stage = open();
    assert.equal((await stage.webhook.verify(await delivery())).kind, 'genuine');
    assert.equal((await stage.webhook.verify(await delivery())).kind, 'genuine');
    assert.equal(stage.asked.length, 1);
    for (let count = 0; count < 5; count += 1)
      assert.equal((await stage.webhook.verify(await delivery({ kid: `unknown-${count}` }))).kind, 'forged');
    assert.equal(stage.asked.length, 1);
    stage.moveClock(60_000);
    assert.equal(
      (await stage.webhook.verify(await delivery({ kid: 'unknown', sentAt: NOW + 60_000 }))).kind,
      'forged',
    );
    assert.equal(stage.asked.length, 2);
  });

  test('a key on another curve verifies nothing', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export({ format: 'jwk' });
    assert.equal((await open(keys(other)).webhook.verify(await delivery())).kind, 'forged');
  });

  test('what the simulator sends verifies with TrueLayer’s own library and the keys it publishes', async () => {
    const { payment } = started.open();
    const first = await payment.start(britishOrder());
    assert.ok(first.kind === 'requires_action');
    await decide(first.action, 'decline');
    const { body, headers, path } = await eventually(
      () => started.inbox.about(first.ref ?? '', 'payment_failed')[0],
    );
    const signature = headers['tl-signature'] ?? '';
    assert.equal(extractJku(signature), `${started.root}/.well-known/jwks`);
    const jwks = await (await fetch(`${started.root}/.well-known/jwks`)).text();
    assert.doesNotMatch(jwks, /"d":/, 'only the public half');
    const text = Buffer.from(body).toString('utf8');
    const requiredHeaders = ['X-Tl-Webhook-Timestamp', 'Content-Type'];
    verifyWithOracle({
      ...{ jwks, signature, method: 'POST', path, body: text, headers, requiredHeaders },
    } as unknown as OracleInput);
  });
});

function open(answer: HttpAnswer = keys(publicKey.export({ format: 'jwk' }))) {
  const asked: string[] = [];
  let aheadMs = 0;
  const webhook = createWebhook(
    { webhooks_base_url: BASE },
    {
      now: () => NOW + aheadMs,
      http: {
        async send({ url }) {
          asked.push(url);
          return answer;
        },
      },
    },
  );
  return {
    webhook,
    asked,
    moveClock: (byMs: number) => {
      aheadMs += byMs;
    },
  };
}

function keys(jwk: object): HttpAnswer {
  return {
    kind: 'answer',
    status: 200,
    headers: {},
    body: JSON.stringify({ keys: [{ ...jwk, kid: 'kid-1' }] }),
  };
}

/** As TrueLayer would send it. */
async function delivery({
  body = {
    type: 'payment_executed',
    event_id: 'event-1',
    event_version: 1,
    payment_id: 'payment-1',
  } as unknown,
  jku = JWKS as string | null,
  kid = 'kid-1',
  sentAt = NOW,
  signed = ['X-Tl-Webhook-Timestamp', 'Content-Type'],
} = {}): Promise<WebhookDelivery> {
  const text = JSON.stringify(body);
  const all: Readonly<Record<string, string>> = {
    'X-Tl-Webhook-Timestamp': new Date(sentAt).toISOString(),
    'Content-Type': 'application/json',
  };
  const path = '/rails/inbound/unguessable';
  const headers = Object.fromEntries(signed.map((name) => [name, all[name] ?? '']));
  const header = {
    alg: 'ES512',
    kid,
    tl_version: '2',
    tl_headers: signed.join(','),
    ...(jku === null ? {} : { jku }),
  };
  return {
    method: 'POST',
    path,
    headers: {
      ...Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value])),
      'tl-signature': await signedBy({ path, headers, body: text, kid }, header),
    },
    body: Uint8Array.from(Buffer.from(text)),
  };
}

/**
 * The library makes the text that is signed, and hands it out before it is; the header it made, which has no `jku`, is
 * replaced on the way. What comes of it the library verifies itself.
 */
async function signedBy(
  message: {
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly kid: string;
  },
  header: object,
): Promise<string> {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signature = await signWithOracle({
    ...message,
    signingFunction: async (text) => {
      const [, payload] = text.split('.');
      const input = Buffer.from(`${head}.${payload}`);
      return sign('sha512', input, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    },
  });
  const whole = `${head}..${signature.split('.').at(-1)}`;
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  verifyWithOracle({ ...message, method: 'POST', signature: whole, publicKeyPem } as unknown as OracleInput);
  return whole;
}

/** The library names methods by a `const enum`, which is a text all the same. */
type OracleInput = Parameters<typeof verifyWithOracle>[0];
