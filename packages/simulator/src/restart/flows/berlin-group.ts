import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { call, type Flow, form, until } from '../flow.ts';
import { PAYEE_IBAN, payerIban } from './ibans.ts';

const HEADERS = {
  'x-request-id': randomUUID(),
  'psu-ip-address': '192.0.2.1',
  'tpp-redirect-uri': 'https://tpp.example/ok',
};

export const berlinGroupFlow: Flow = {
  name: 'Berlin Group: a consent not yet used, one that is about to be revoked, an approved payment not yet settled',
  async begin(simulator) {
    const consent = await consentAt(simulator, 'de-dkb');
    const doomed = await consentAt(simulator, 'de-test-revokes');
    const made = await call('POST', `${rootOf(simulator)}/payments/sepa-credit-transfers`, {
      headers: HEADERS,
      body: {
        instructedAmount: { currency: 'EUR', amount: '12.05' },
        debtorAccount: { iban: payerIban() },
        creditorAccount: { iban: PAYEE_IBAN },
        creditorName: 'Simulated Slow',
      },
    });
    assert.equal(made.status, 201, made.text);
    await call('POST', made.body._links.scaRedirect.href, { body: form({ decision: 'approve' }) });

    return async (again) => {
      const headers = { ...HEADERS, 'consent-id': consent };
      const accounts = await call('GET', `${rootOf(again)}/accounts`, { headers });
      assert.ok(accounts.body.accounts.length > 0);
      const statusOf = (path: string) => call('GET', `${again}${path}/status`, { headers: HEADERS });
      await until('the payment is settled', async () => {
        const { body } = await statusOf(made.body._links.self.href);
        return body.transactionStatus === 'ACSC';
      });
      await until('the other consent is revoked', async () => {
        const { body } = await statusOf(`/berlin-group/de-test-revokes/v1/consents/${doomed}`);
        return body.consentStatus === 'revokedByPsu';
      });
    };
  },
};

function rootOf(simulator: string, bank = 'de-dkb'): string {
  return `${simulator}/berlin-group/${bank}/v1`;
}

async function consentAt(simulator: string, bank: string): Promise<string> {
  const { body, text } = await call('POST', `${rootOf(simulator, bank)}/consents`, {
    headers: HEADERS,
    body: {
      access: { accounts: [] },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    },
  });
  assert.ok(body.consentId, text);
  const done = await call('POST', body._links.scaRedirect.href, { body: form({ decision: 'approve' }) });
  assert.equal(done.status, 303, done.text);
  return body.consentId;
}
