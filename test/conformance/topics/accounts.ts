import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectSuccess, withoutRequestId } from '../expect.ts';
import { createCustomer, IBAN, OTHER_PAYTO, PAYTO, registerAccount, UNKNOWN, unique } from '../fixtures.ts';
import { walk } from '../walk.ts';

const PATH = '/v1/accounts';

export const accounts: Topic = (context) => {
  registering(context);
  refusing(context);
  reading(context);
};

const registering: Topic = ({ api, live }) => {
  test('an account has what it was registered with, its address masked', async () => {
    const customer = await createCustomer(api);
    const account = await registerAccount(api, {
      customer: customer.id,
      holderName: 'Grace Hopper',
      metadata: { supplier: '4711' },
    });
    const { id: _, fingerprint: __, createdAt, updatedAt, ...rest } = account;
    assert.deepEqual(rest, {
      object: 'account',
      customer: customer.id,
      source: 'registered',
      holderName: 'Grace Hopper',
      address: { scheme: 'iban', masked: 'DE****6199', country: 'DE' },
      assets: ['iso4217:EUR'],
      rails: [],
      status: 'active',
      metadata: { supplier: '4711' },
    });
    assert.equal(updatedAt, createdAt);
  });

  test('an account need not belong to a customer', async () => {
    assert.equal('customer' in (await registerAccount(api)), false);
  });

  test('a scheme that is not modelled yet can be registered', async () => {
    const account = await registerAccount(api, { payto: 'payto://x-new-bank/1234567890' });
    assert.deepEqual(account.address, { scheme: 'x-new-bank', masked: '****7890' });
  });

  test('a holder name is returned as the payee gave it', async () => {
    const holderName = '  Ólafur "Óli" \\ 田中 🚂 ';
    assert.equal((await registerAccount(api, { holderName })).holderName, holderName);
  });

  test('no answer holds the address in full', async () => {
    const created = await api(PATH, { body: { holderName: 'Ada', payto: PAYTO } });
    const { id } = expectSuccess('accounts.create', created);
    const answers = [created, await api(`${PATH}/${id}`), await api(PATH), await api('/v1/events?limit=100')];
    for (const { text } of answers) assert.ok(!text.includes(IBAN) && !text.includes('512108001245'));
  });

  test('registering an address again makes another account with the same fingerprint', async () => {
    const first = await registerAccount(api);
    const second = await registerAccount(api);
    assert.notEqual(second.id, first.id);
    assert.equal(second.fingerprint, first.fingerprint);
  });

  test('an address written otherwise has the same fingerprint', async () => {
    const plain = await registerAccount(api);
    const dressed = await registerAccount(api, {
      payto: `payto://iban/SOGEDEFFXXX/${IBAN.toLowerCase()}?receiver-name=Ada`,
    });
    assert.equal(dressed.fingerprint, plain.fingerprint);
  });

  test('another address has another fingerprint', async () => {
    const first = await registerAccount(api);
    assert.notEqual((await registerAccount(api, { payto: OTHER_PAYTO })).fingerprint, first.fingerprint);
  });

  test('the fingerprints of two environments cannot be compared', async () => {
    assert.notEqual((await registerAccount(live)).fingerprint, (await registerAccount(api)).fingerprint);
  });
};

const refusing: Topic = ({ api, live }) => {
  const register = (fields: object) => api(PATH, { body: { holderName: 'Ada', payto: PAYTO, ...fields } });

  for (const field of ['holderName', 'payto'] as const) {
    test(`${field} is required`, async () => {
      const { [field]: _, ...body } = { holderName: 'Ada', payto: PAYTO };
      expectInvalid(await api(PATH, { body }), field, 'input.required');
    });
    for (const value of [null, 1, ['a']]) {
      test(`${field} is a string, not ${JSON.stringify(value)}`, async () => {
        expectInvalid(await register({ [field]: value }), field, 'input.type');
      });
    }
  }

  for (const payto of [
    'payto://iban/DE75512108001245126198',
    'iban:DE75512108001245126199',
    'x',
    'payto://',
  ]) {
    test(`the address ${payto} is refused, and the answer does not repeat it`, async () => {
      const answer = await register({ payto });
      expectInvalid(answer, 'payto');
      assert.ok(!answer.text.includes('512108001245'));
    });
  }

  test('an address of a test network is refused in live', async () => {
    const payto = 'payto://bitcoin/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    await registerAccount(api, { payto });
    expectInvalid(await live(PATH, { body: { holderName: 'Ada', payto } }), 'payto', 'payto.testnet');
  });

  for (const customer of ['cus_short', UNKNOWN.account, '', 1, null]) {
    test(`the customer ${JSON.stringify(customer)} is no customer id`, async () => {
      expectInvalid(await register({ customer }), 'customer');
    });
  }

  test('a customer that does not exist is not found', async () => {
    expectNotFound(await register({ customer: UNKNOWN.customer }), 'customer');
  });

  test('a customer of another environment is not found, in the same words', async () => {
    const foreign = await createCustomer(live);
    const answer = await register({ customer: foreign.id });
    expectNotFound(answer, 'customer');
    assert.equal(withoutRequestId(answer), withoutRequestId(await register({ customer: UNKNOWN.customer })));
  });

  test('the id of an account without a customer is not taken for a customer', async () => {
    const { id } = await registerAccount(api);
    expectNotFound(await register({ customer: id.replace('acct_', 'cus_') }), 'customer');
  });

  test('a refused registration leaves no account and no event behind', async () => {
    const holderName = unique('Nobody');
    const newest = (await api(`${PATH}?limit=1`)).text;
    const before = (await walk(api, 'events.list', '/v1/events', { limit: 100 })).length;
    expectNotFound(await register({ holderName, customer: UNKNOWN.customer }), 'customer');
    assert.equal((await api(`${PATH}?limit=1`)).text, newest);
    assert.equal((await walk(api, 'events.list', '/v1/events', { limit: 100 })).length, before);
  });
};

const reading: Topic = ({ api }) => {
  test('an account is found by its id', async () => {
    const account = await registerAccount(api, { metadata: { a: 'b' } });
    assert.deepEqual(expectSuccess('accounts.get', await api(`${PATH}/${account.id}`)), account);
  });

  test('customer filters the list to their accounts', async () => {
    const customer = await createCustomer(api);
    const first = await registerAccount(api, { customer: customer.id });
    await registerAccount(api);
    const second = await registerAccount(api, { customer: customer.id, payto: OTHER_PAYTO });
    const page = expectSuccess('accounts.list', await api(`${PATH}?customer=${customer.id}`));
    assert.deepEqual(page, { data: [second, first], hasMore: false });
  });

  test('a customer without accounts answers an empty page', async () => {
    const customer = await createCustomer(api);
    const page = expectSuccess('accounts.list', await api(`${PATH}?customer=${customer.id}`));
    assert.deepEqual(page, { data: [], hasMore: false });
  });

  test('the filter customer takes a customer id only', async () => {
    expectInvalid(await api(`${PATH}?customer=${UNKNOWN.account}`), 'customer');
  });
};
