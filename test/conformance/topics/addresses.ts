import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess } from '../expect.ts';
import { createCustomer, PAYTO, unique } from '../fixtures.ts';
import { walk } from '../walk.ts';

const PATH = '/v1/addresses/parse';

/** An address of each scheme the service models, and how much of it may be shown. */
const KNOWN = [
  { payto: 'payto://iban/DE75512108001245126199', scheme: 'iban', masked: 'DE****6199', country: 'DE' },
  {
    payto: 'payto://iban/SOGEDEFFXXX/DE75512108001245126199',
    scheme: 'iban',
    masked: 'DE****6199',
    country: 'DE',
  },
  { payto: 'payto://bic/SOGEDEFFXXX', scheme: 'bic', masked: 'SOGEDEFFXXX', country: 'DE' },
  { payto: 'payto://ach/122000661/0001234567', scheme: 'ach', masked: '****4567', country: 'US' },
  { payto: 'payto://gb-scan/202959/63748472', scheme: 'gb-scan', masked: '****8472', country: 'GB' },
  { payto: 'payto://upi/alice@okhdfcbank', scheme: 'upi', masked: 'a***@okhdfcbank', country: 'IN' },
  { payto: 'payto://pix/alice@example.com', scheme: 'pix', masked: 'a***@example.com', country: 'BR' },
  { payto: 'payto://mx-clabe/032180000118359719', scheme: 'mx-clabe', masked: '032****9719', country: 'MX' },
  { payto: 'payto://au-bsb/062000/12345678', scheme: 'au-bsb', masked: '****678', country: 'AU' },
  {
    payto: 'payto://ca-interac/alice@example.com',
    scheme: 'ca-interac',
    masked: 'a***@example.com',
    country: 'CA',
  },
  {
    payto: 'payto://bitcoin/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    scheme: 'bitcoin',
    masked: 'bc1qw5...f3t4',
  },
  {
    payto: 'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1',
    scheme: 'eth',
    masked: '0x84af...8ea1',
  },
] as const;

const REFUSED = {
  'another URI': 'https://example.com/DE75512108001245126199',
  'no authority': 'payto:iban/DE75512108001245126199',
  'no scheme': 'payto:///DE75512108001245126199',
  'a checksum that is wrong': 'payto://iban/DE75512108001245126198',
  'an IBAN cut short': 'payto://iban/DE7551210800124512619',
  'a country without IBANs': 'payto://iban/US75512108001245126199',
  'a routing number that is wrong': 'payto://ach/122000662/0001234567',
  'a sort code that does not fit': 'payto://gb-scan/089999/66374959',
  'a capital that breaks EIP-55': 'payto://eth/0x84aF3D5824F0390b9510440B6ABB5CC02BB68ea1',
  'a percent sequence cut short': 'payto://iban/DE75512108001245126199?receiver-name=A%2',
  'a control character': 'payto://iban/DE75512108001245126199?receiver-name=A%0AB',
  'a space': 'payto://iban/DE75 5121 0800 1245 1261 99',
  'an amount that is no amount': 'payto://iban/DE75512108001245126199?amount=EUR',
  'a receiver named twice': 'payto://iban/DE75512108001245126199?receiver-name=A&receiver-name=B',
} as const;

const TESTNET = 'payto://bitcoin/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

export const addresses: Topic = ({ api, live }) => {
  const parse = (payto: unknown) => api(PATH, { body: { payto } });

  for (const { payto, ...expected } of KNOWN) {
    test(`parses and masks ${payto}`, async () => {
      assert.deepEqual(expectSuccess('addresses.parse', await parse(payto)), { ...expected, known: true });
    });
  }

  test('a scheme that is valid but not modelled is not known', async () => {
    const parsed = expectSuccess('addresses.parse', await parse('payto://x-new-bank/1234567890'));
    assert.deepEqual(parsed, { scheme: 'x-new-bank', known: false, masked: '****7890' });
  });

  test('the receiver-name of the address is its receiverName', async () => {
    const parsed = expectSuccess(
      'addresses.parse',
      await parse(`${PAYTO}?receiver-name=Ada%20L%C3%B6velace`),
    );
    assert.equal(parsed.receiverName, 'Ada Lövelace');
  });

  test('an address without receiver-name has no receiverName', async () => {
    assert.equal('receiverName' in (await parse(PAYTO)).body, false);
  });

  for (const [what, payto] of Object.entries(REFUSED)) {
    test(`an address with ${what} is refused, and the answer does not repeat it`, async () => {
      const answer = await parse(payto);
      expectInvalid(answer, 'payto');
      assert.doesNotMatch(answer.text, /7551210800124512619|0001234567|66374959|84af3d5824f0390b/i);
    });
  }

  for (const value of [null, 7, true, [PAYTO], { payto: PAYTO }]) {
    test(`the address is a string, not ${JSON.stringify(value)}`, async () => {
      expectInvalid(await parse(value), 'payto', 'input.type');
    });
  }

  test('the address is required', async () => {
    expectInvalid(await api(PATH, { body: {} }), 'payto', 'input.required');
  });

  test('an address of a test network parses in test and is refused in live', async () => {
    const parsed = expectSuccess('addresses.parse', await parse(TESTNET));
    assert.equal(parsed.scheme, 'bitcoin');
    expectInvalid(await live(PATH, { body: { payto: TESTNET } }), 'payto', 'payto.testnet');
  });

  test('parsing leaves no account and no event behind', async () => {
    const before = (await walk(api, 'events.list', '/v1/events', { limit: 100 })).length;
    const newest = (await api('/v1/accounts?limit=1')).text;
    expectSuccess('addresses.parse', await parse(PAYTO));
    assert.equal((await walk(api, 'events.list', '/v1/events', { limit: 100 })).length, before);
    assert.equal((await api('/v1/accounts?limit=1')).text, newest);
  });

  test('parsing stores nothing for its Idempotency-Key: another address with the same key is parsed', async () => {
    const headers = { 'idempotency-key': unique('key') };
    for (const { payto, masked } of [...KNOWN.slice(0, 4), ...KNOWN.slice(0, 1)]) {
      const answer = await api(PATH, { body: { payto }, headers });
      assert.equal(expectSuccess('addresses.parse', answer).masked, masked);
      assert.equal(answer.headers.get('idempotent-replayed'), null);
    }
  });

  test('an Idempotency-Key used for parsing is still free for a write', async () => {
    const key = unique('key');
    const headers = { 'idempotency-key': key };
    expectSuccess('addresses.parse', await api(PATH, { body: { payto: PAYTO }, headers }));
    const answer = await api('/v1/customers', { body: { externalId: key }, headers });
    assert.equal(expectSuccess('customers.create', answer).externalId, key);
  });

  test('an Idempotency-Key used for a write does not stop parsing', async () => {
    const headers = { 'idempotency-key': unique('key') };
    await createCustomer(api);
    expectSuccess(
      'customers.create',
      await api('/v1/customers', { body: { externalId: unique('user') }, headers }),
    );
    expectSuccess('addresses.parse', await api(PATH, { body: { payto: PAYTO }, headers }));
  });
};
