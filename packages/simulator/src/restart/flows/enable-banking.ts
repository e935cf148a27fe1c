import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { call, type Flow, form, until } from '../flow.ts';
import { PAYEE_IBAN, payerIban } from './ibans.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
const APP = 'restarts';
const REDIRECT_URL = 'https://client.example/back';

export const enableBankingFlow: Flow = {
  name: 'Enable Banking: a code not yet exchanged, an approved payment not yet settled',
  async begin(simulator) {
    const root = `${simulator}/enable-banking`;
    await call('POST', `${root}/__dashboard`, { body: { app_id: APP, certificate } });
    const headers = { authorization: `Bearer ${await token()}` };
    const start = { aspsp: { name: 'DKB', country: 'DE' }, state: 's', redirect_url: REDIRECT_URL };

    const access = { valid_until: new Date(Date.now() + 86_400_000).toISOString() };
    const begun = await call('POST', `${root}/auth`, { headers, body: { ...start, access } });
    assert.equal(begun.status, 200, begun.text);
    const sessionid: string = begun.body.authorization_id;
    const back = await call('POST', `${root}/ais/start`, { body: form({ sessionid, decision: 'approve' }) });
    const code = new URL(back.location).searchParams.get('code');

    const paid = await call('POST', `${root}/payments`, { headers, body: { ...start, ...payment() } });
    assert.equal(paid.status, 200, paid.text);
    const { payment_id } = paid.body;
    await call('POST', `${root}/pis/start`, { body: form({ payment_id, decision: 'approve' }) });

    return async (again) => {
      const now = `${again}/enable-banking`;
      const opened = await call('POST', `${now}/sessions`, { headers, body: { code } });
      assert.equal(opened.status, 200, opened.text);
      assert.ok(opened.body.accounts.length > 0);
      await until('the payment is settled', async () => {
        const { body } = await call('GET', `${now}/payments/${payment_id}`, { headers });
        return body.final_status && ['ACSC', 'ACSP'].includes(body.status);
      });
    };
  },
};

function payment() {
  return {
    psu_type: 'personal',
    payment_type: 'SEPA',
    payment_request: {
      debtor_account: { scheme_name: 'IBAN', identification: payerIban() },
      credit_transfer_transaction: [
        {
          instructed_amount: { currency: 'EUR', amount: '5.00' },
          beneficiary: {
            creditor: { name: 'Simulated Slow' },
            creditor_account: { scheme_name: 'IBAN', identification: PAYEE_IBAN },
          },
        },
      ],
    },
  };
}

function token(): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat: now, exp: now + 3600 };
  return new SignJWT(claims).setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: APP }).sign(privateKey);
}
