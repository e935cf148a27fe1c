import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { WebhookRefused } from './errors.ts';
import { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'leg.updated',
  data: { object: { note: 'é' } },
});
const at = new Date(Math.floor(Date.now() / 1000) * 1000);
const now = () => at.getTime();

function headersOf(by: string = secret, when: Date = at) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(when.getTime() / 1000),
    'webhook-signature': new Webhook(by).sign('evt_1', when, body),
  };
}

async function refusal(payload: string, headers: WebhookHeaders, by: string = secret): Promise<string> {
  const error = await verifyWebhook(payload, headers, by, { now }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof WebhookRefused, String(error));
  assert.ok(!error.message.includes('whsec_'));
  return error.reason;
}

test('what the standard library signs is taken, as text or as bytes, with headers of any kind', async () => {
  const headers = headersOf();
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  for (const given of [headers, new Headers(headers), shouted]) {
    assert.equal((await verifyWebhook(body, given, secret, { now })).id, 'evt_1');
  }
  assert.equal((await verifyWebhook(Buffer.from(body), headers, secret, { now })).type, 'leg.updated');
});

test('during a rotation either secret will do, and what is not v1 is passed over', async () => {
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  const both = {
    ...headersOf(),
    'webhook-signature': `v1a,xyz ${headersOf(other)['webhook-signature']} ${headersOf()['webhook-signature']}`,
  };
  for (const each of [secret, other]) assert.ok(await verifyWebhook(body, both, each, { now }));
});

test('another body, id, time or secret is refused', async () => {
  assert.equal(await refusal(`${body} `, headersOf()), 'signature');
  assert.equal(await refusal(body, { ...headersOf(), 'webhook-id': 'evt_2' }), 'signature');
  assert.equal(await refusal(body, headersOf(`whsec_${randomBytes(32).toString('base64')}`)), 'signature');
  const later = { ...headersOf(), 'webhook-timestamp': String(at.getTime() / 1000 + 1) };
  assert.equal(await refusal(body, later), 'signature');
  for (const signature of ['', 'v1,', 'v1,***', 'v1', 'v2,AAAA']) {
    assert.equal(await refusal(body, { ...headersOf(), 'webhook-signature': signature }), 'signature');
  }
});

test('one older or newer than five minutes is refused, though its signature is right', async () => {
  const off = (s: number) => headersOf(secret, new Date(at.getTime() + s * 1000));
  assert.ok(await verifyWebhook(body, off(-300), secret, { now }));
  assert.ok(await verifyWebhook(body, off(300), secret, { now }));
  assert.equal(await refusal(body, off(-301)), 'time');
  assert.equal(await refusal(body, off(301)), 'time');
  for (const timestamp of ['', 'now', '1e9', '-1', '0x10']) {
    assert.equal(await refusal(body, { ...headersOf(), 'webhook-timestamp': timestamp }), 'time');
  }
});

test('a missing header is named as the reason, and a secret that is none is a TypeError', async () => {
  for (const name of Object.keys(headersOf())) {
    assert.equal(await refusal(body, { ...headersOf(), [name]: undefined }), 'headers');
  }
  for (const wrong of ['', 'whsec_', 'whsec_***', secret.slice(6)]) {
    await assert.rejects(verifyWebhook(body, headersOf(), wrong), TypeError);
  }
});
