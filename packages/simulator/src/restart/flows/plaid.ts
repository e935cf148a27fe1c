import assert from 'node:assert/strict';
import { PLAID_CLIENT_ID, PLAID_SECRET } from '../../providers/plaid/index.ts';
import { call, type Flow, form, until } from '../flow.ts';

const BANK = 'Wells Fargo';
const BANK_ACCOUNT = 'us-wells-fargo-1';

export const plaidFlow: Flow = {
  name: 'Plaid: a public token not yet exchanged, a transfer not yet settled, a webhook not yet taken',
  async begin(simulator, hook) {
    const webhook = `${hook}/plaid`;
    await call('POST', `${simulator}/plaid/__dashboard`, { body: { webhookUrl: webhook } });
    const early = await link(simulator, webhook);
    const used = await link(simulator, webhook);
    const accessToken = await exchange(simulator, used);
    const accountId = await usdAccount(simulator, accessToken);
    const account = { access_token: accessToken, account_id: accountId };
    const authorized = await ask(simulator, '/transfer/authorization/create', {
      ...account,
      idempotency_key: 'restart',
      type: 'debit',
      network: 'ach',
      ach_class: 'web',
      amount: '12.34',
      user: { legal_name: 'Ada Fairweather' },
    });
    const creation = {
      ...account,
      authorization_id: authorized.body.authorization.id,
      description: 'SIM slow',
    };
    const { transfer } = (await ask(simulator, '/transfer/create', creation)).body;

    return async (again, received) => {
      const session = await ask(again, '/link/token/get', { link_token: early });
      const [result] = session.body.link_sessions[0].results.item_add_results;
      assert.ok(result.public_token, 'the session is still finished');
      assert.ok(await exchange(again, early));
      await until('the transfer is through', async () => {
        const { body } = await ask(again, '/transfer/get', { transfer_id: transfer.id });
        return body.transfer.status === 'funds_available';
      });
      const events = await ask(again, '/transfer/event/list', { transfer_id: transfer.id });
      const types = events.body.transfer_events.map((event: { event_type: string }) => event.event_type);
      assert.deepEqual(types.toReversed(), ['pending', 'posted', 'settled', 'funds_available']);
      assert.equal((await ask(again, '/transfer/create', creation)).body.transfer.id, transfer.id);
      await until('webhooks tell of it', () =>
        received.some((body) => body.includes('TRANSFER_EVENTS_UPDATE')),
      );
      await until('and of the link', () => received.some((body) => body.includes(early)));
    };
  },
};

function ask(simulator: string, path: string, body: Readonly<Record<string, unknown>>) {
  const keys = { client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET };
  return call('POST', `${simulator}/plaid${path}`, { body: { ...keys, ...body } });
}

/** Links an account with Hosted Link; answers the link token. */
async function link(simulator: string, webhook: string): Promise<string> {
  const banks = await ask(simulator, '/institutions/get', { country_codes: ['US'], count: 100, offset: 0 });
  const { institution_id: institution } = banks.body.institutions.find(
    ({ name }: { readonly name: string }) => name === BANK,
  );
  const made = await ask(simulator, '/link/token/create', {
    user: { client_user_id: 'ada' },
    client_name: 'Restarts',
    language: 'en',
    country_codes: ['US'],
    products: ['auth'],
    webhook,
    hosted_link: {},
  });
  const token: string = made.body.link_token;
  const decision = form({ token, institution, account: BANK_ACCOUNT, decision: 'approve' });
  const done = await call('POST', `${simulator}/plaid/hosted-link`, { body: decision });
  assert.equal(done.status, 200, done.text);
  return token;
}

async function exchange(simulator: string, linkToken: string): Promise<string> {
  const session = await ask(simulator, '/link/token/get', { link_token: linkToken });
  const { public_token } = session.body.link_sessions[0].results.item_add_results[0];
  return (await ask(simulator, '/item/public_token/exchange', { public_token })).body.access_token;
}

async function usdAccount(simulator: string, accessToken: string): Promise<string> {
  const { body } = await ask(simulator, '/auth/get', { access_token: accessToken });
  return body.accounts[0].account_id;
}
