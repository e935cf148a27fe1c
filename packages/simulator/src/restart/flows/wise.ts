import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { WISE_API_TOKEN, WISE_PROFILE_ID } from '../../providers/wise/index.ts';
import { call, type Flow, until } from '../flow.ts';
import { PAYEE_IBAN } from './ibans.ts';

export const wiseFlow: Flow = {
  name: 'Wise: a funded transfer not yet sent, webhooks not yet taken',
  async begin(simulator, hook) {
    await call('POST', `${simulator}/wise/__dashboard`, { body: { webhookUrl: `${hook}/wise` } });
    const before = await balance(simulator);
    const profile = `/v3/profiles/${WISE_PROFILE_ID}`;
    const quote = await ask(simulator, 'POST', `${profile}/quotes`, {
      sourceCurrency: 'EUR',
      targetCurrency: 'EUR',
      sourceAmount: 10,
    });
    const recipient = await ask(simulator, 'POST', '/v1/accounts', {
      currency: 'EUR',
      type: 'iban',
      accountHolderName: 'Some Body',
      details: { legalType: 'PRIVATE', IBAN: PAYEE_IBAN },
    });
    const creation = {
      targetAccount: recipient.body.id,
      quoteUuid: quote.body.id,
      customerTransactionId: randomUUID(),
      details: { reference: 'SIM slow' },
    };
    const { id } = (await ask(simulator, 'POST', '/v1/transfers', creation)).body;
    const funded = await ask(simulator, 'POST', `${profile}/transfers/${id}/payments`, { type: 'BALANCE' });
    assert.equal(funded.body.status, 'COMPLETED', funded.text);

    return async (again, received) => {
      await until('the transfer is sent', async () => {
        const { body } = await ask(again, 'GET', `/v1/transfers/${id}`);
        return body.status === 'outgoing_payment_sent';
      });
      assert.equal(await balance(again), before - 10, 'it was paid once');
      assert.equal((await ask(again, 'POST', '/v1/transfers', creation)).body.id, id);
      await until('a webhook tells of it', () =>
        received.some((body) => body.includes('outgoing_payment_sent') && body.includes(String(id))),
      );
      const next = await ask(again, 'POST', '/v1/transfers', {
        ...creation,
        customerTransactionId: randomUUID(),
        quoteUuid: (
          await ask(again, 'POST', `${profile}/quotes`, {
            sourceCurrency: 'EUR',
            targetCurrency: 'EUR',
            sourceAmount: 1,
          })
        ).body.id,
      });
      assert.ok(next.body.id > id, 'ids go on');
    };
  },
};

function ask(simulator: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${WISE_API_TOKEN}` };
  return call(method, `${simulator}/wise${path}`, { headers, ...(body === undefined ? {} : { body }) });
}

async function balance(simulator: string): Promise<number> {
  const { body } = await ask(simulator, 'GET', `/v4/profiles/${WISE_PROFILE_ID}/balances?types=STANDARD`);
  return body.find(({ currency }: { currency: string }) => currency === 'EUR').amount.value;
}
