import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSimulator } from '../../start-simulator.ts';
import { createBerlinGroup } from './create-berlin-group.ts';

const simulator = await startSimulator({ providers: [createBerlinGroup], seed: 1 });
after(() => simulator.stop());
const root = `${simulator.baseUrl}/berlin-group/de-dkb/v1`;

const HEADERS = {
  'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
  'psu-ip-address': '192.0.2.1',
  'tpp-redirect-uri': 'https://tpp.example/ok',
  'content-type': 'application/json',
};
const CONSENT = {
  access: { accounts: [] },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const PAYMENT = {
  instructedAmount: { currency: 'EUR', amount: '12.05' },
  debtorAccount: { iban: 'DE75512108001245126199' },
  creditorAccount: { iban: 'DE75512108001245126199' },
  creditorName: 'Somebody',
};

async function send(method: string, url: string, headers: Readonly<Record<string, string>>, body?: unknown) {
  const answer = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

function codeOf({ body }: Awaited<ReturnType<typeof send>>): string | undefined {
  return body?.tppMessages?.[0]?.code;
}

test('a call without what every call must have is refused in the standard’s shape', async () => {
  const { 'x-request-id': _id, ...anonymous } = HEADERS;
  const { 'psu-ip-address': _ip, ...nowhere } = HEADERS;
  const { 'tpp-redirect-uri': _uri, ...noReturn } = HEADERS;
  for (const headers of [anonymous, nowhere, noReturn, { ...HEADERS, 'x-request-id': '1' }])
    for (const [path, body] of [
      ['/consents', CONSENT],
      ['/payments/sepa-credit-transfers', PAYMENT],
    ] as const) {
      const answer = await send('POST', root + path, headers, body);
      assert.deepEqual([answer.status, codeOf(answer)], [400, 'FORMAT_ERROR']);
      assert.ok(answer.headers.get('x-request-id'));
    }
});

test('a body without one of its fields is refused', async () => {
  for (const field of Object.keys(CONSENT)) {
    const { [field]: _gone, ...body } = CONSENT as Record<string, unknown>;
    assert.equal(codeOf(await send('POST', `${root}/consents`, HEADERS, body)), 'FORMAT_ERROR', field);
  }
  for (const field of Object.keys(PAYMENT)) {
    const { [field]: _gone, ...body } = PAYMENT as Record<string, unknown>;
    const answer = await send('POST', `${root}/payments/sepa-credit-transfers`, HEADERS, body);
    assert.equal(codeOf(answer), 'FORMAT_ERROR', field);
  }
});

test('products, banks, consents and payments that are not there are refused, each by its code', async () => {
  const codes = await Promise.all([
    send('POST', `${root}/payments/target-2-payments`, HEADERS, PAYMENT),
    send('POST', `${simulator.baseUrl}/berlin-group/fr-cic/v1/consents`, HEADERS, CONSENT),
    send('GET', `${root}/consents/none`, HEADERS),
    send('GET', `${root}/accounts`, { ...HEADERS, 'consent-id': 'none' }),
    send('GET', `${root}/payments/sepa-credit-transfers/none/status`, HEADERS),
    send('POST', `${root}/consents`, HEADERS, { ...CONSENT, validUntil: '2020-01-01' }),
  ]);
  assert.deepEqual(codes.map(codeOf), [
    'PRODUCT_UNKNOWN',
    'RESOURCE_UNKNOWN',
    'CONSENT_UNKNOWN',
    'CONSENT_UNKNOWN',
    'RESOURCE_UNKNOWN',
    'PERIOD_INVALID',
  ]);
});

test('accounts are shown under a valid consent alone, shortened as banks do, and not after it was ended', async () => {
  const made = await send('POST', `${root}/consents`, HEADERS, CONSENT);
  assert.deepEqual([made.status, made.body.consentStatus], [201, 'received']);
  assert.equal(made.headers.get('aspsp-sca-approach'), 'REDIRECT');
  const { consentId, _links } = made.body;
  const accounts = () => send('GET', `${root}/accounts`, { ...HEADERS, 'consent-id': consentId });
  assert.equal(codeOf(await accounts()), 'CONSENT_INVALID');

  const form = new URLSearchParams({ decision: 'approve' });
  const decided = await fetch(_links.scaRedirect.href, { method: 'POST', body: form, redirect: 'manual' });
  assert.equal(decided.headers.get('location'), 'https://tpp.example/ok');
  assert.ok((await accounts()).body.accounts.length > 0);
  const { body: consent } = await send('GET', `${root}/consents/${consentId}`, HEADERS);
  assert.ok(consent.validUntil < '2100');
  const sca = await send('GET', simulator.baseUrl + _links.scaStatus.href, HEADERS);
  assert.equal(sca.body.scaStatus, 'finalised');

  const again = await fetch(_links.scaRedirect.href, { method: 'POST', body: form, redirect: 'manual' });
  assert.equal(again.status, 410, 'a page decides once');
  assert.equal((await send('DELETE', `${root}/consents/${consentId}`, HEADERS)).status, 204);
  assert.equal(codeOf(await accounts()), 'CONSENT_INVALID');
  const { body: status } = await send('GET', `${root}/consents/${consentId}/status`, HEADERS);
  assert.equal(status.consentStatus, 'terminatedByTpp');
});

test('a payment can be read again as it was sent, with its status', async () => {
  const made = await send('POST', `${root}/payments/sepa-credit-transfers`, HEADERS, PAYMENT);
  const { body } = await send('GET', simulator.baseUrl + made.body._links.self.href, HEADERS);
  assert.deepEqual(body, { ...PAYMENT, transactionStatus: 'RCVD' });
});
