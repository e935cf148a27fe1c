import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BELGIAN_BUSINESS, BRITISH_BUSINESS, type Business } from '../../providers/wise/business.ts';
import { call, type Flow, until } from '../flow.ts';
import { PAYEE_IBAN } from './ibans.ts';

export const wiseFlow = flowOf(BRITISH_BUSINESS);
export const wiseBelgiumFlow = flowOf(BELGIAN_BUSINESS);

function flowOf(business: Business): Flow {
  return {
    name: `${business.title}: a funded transfer not yet sent, webhooks not yet taken`,
    async begin(simulator, hook) {
      await call('POST', `${simulator}/${business.id}/__dashboard`, {
        body: { webhookUrl: `${hook}/${business.id}` },
      });
      const before = await balance(business, simulator);
      const profile = `/v3/profiles/${business.profileId}`;
      const quote = await ask(business, simulator, 'POST', `${profile}/quotes`, {
        sourceCurrency: 'EUR',
        targetCurrency: 'EUR',
        sourceAmount: 10,
      });
      const recipient = await ask(business, simulator, 'POST', '/v1/accounts', {
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
      const { id } = (await ask(business, simulator, 'POST', '/v1/transfers', creation)).body;
      const funded = await ask(business, simulator, 'POST', `${profile}/transfers/${id}/payments`, {
        type: 'BALANCE',
      });
      assert.equal(funded.body.status, 'COMPLETED', funded.text);

      return async (again, received) => {
        await until('the transfer is sent', async () => {
          const { body } = await ask(business, again, 'GET', `/v1/transfers/${id}`);
          return body.status === 'outgoing_payment_sent';
        });
        assert.equal(await balance(business, again), before - 10, 'it was paid once');
        assert.equal((await ask(business, again, 'POST', '/v1/transfers', creation)).body.id, id);
        await until('a webhook tells of it', () =>
          received.some((body) => body.includes('outgoing_payment_sent') && body.includes(String(id))),
        );
        const next = await ask(business, again, 'POST', '/v1/transfers', {
          ...creation,
          customerTransactionId: randomUUID(),
          quoteUuid: (
            await ask(business, again, 'POST', `${profile}/quotes`, {
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
}

function ask({ id, token }: Business, simulator: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}` };
  return call(method, `${simulator}/${id}${path}`, { headers, ...(body === undefined ? {} : { body }) });
}

async function balance(business: Business, simulator: string): Promise<number> {
  const { body } = await ask(
    business,
    simulator,
    'GET',
    `/v4/profiles/${business.profileId}/balances?types=STANDARD`,
  );
  return body.find(({ currency }: { currency: string }) => currency === 'EUR').amount.value;
}
