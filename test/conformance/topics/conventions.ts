import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectSuccess, withoutRequestId } from '../expect.ts';
import { createCustomer, registerAccount, UNKNOWN, unique } from '../fixtures.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** One object of each kind that can exist today, and where it is found. */
const RESOURCES = [
  { kind: 'customer', prefix: 'cus_', path: '/v1/customers' },
  { kind: 'account', prefix: 'acct_', path: '/v1/accounts' },
  { kind: 'event', prefix: 'evt_', path: '/v1/events' },
] as const;

export const conventions: Topic = (context) => {
  ids(context);
  environments(context);
  timestamps(context);
  countries(context);
  amounts(context);
  metadata(context);
};

const ids: Topic = ({ api }) => {
  test('ids are their prefix and 22 base62 characters', async () => {
    const customer = await createCustomer(api);
    const account = await registerAccount(api);
    const events = expectSuccess('events.list', await api('/v1/events'));
    assert.match(customer.id, /^cus_[A-Za-z0-9]{22}$/);
    assert.match(account.id, /^acct_[A-Za-z0-9]{22}$/);
    assert.ok(events.data.length > 0);
    for (const event of events.data) assert.match(event.id, /^evt_[A-Za-z0-9]{22}$/);
  });

  test('ids sort by the time of their making', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await createCustomer(api)).id);
    assert.deepEqual(made.toSorted(), made);
    assert.equal(new Set(made).size, made.length);
  });

  for (const { kind, prefix, path } of RESOURCES) {
    for (const length of [8, 64]) {
      test(`${kind} ids: one of ${length} characters behind its prefix is well-formed`, async () => {
        expectNotFound(await api(`${path}/${prefix}${'0'.repeat(length)}`));
      });
    }
    const malformed = {
      'of 7 characters': `${prefix}${'a'.repeat(7)}`,
      'of 65 characters': `${prefix}${'a'.repeat(65)}`,
      'of 1,100 characters': `${prefix}${'a'.repeat(1_100)}`,
      'without its prefix': 'aaaaaaaaaaaaaaaaaaaaaa',
      'with a prefix in capitals': `${prefix.toUpperCase()}aaaaaaaaaaaaaaaaaaaaaa`,
      'of another kind': 'con_aaaaaaaaaaaaaaaaaaaaaa',
      'with a hyphen': `${prefix}aaaa-aaaa`,
      'with a letter outside ASCII': `${prefix}${encodeURIComponent('aaaaaaaä')}`,
      'with a NUL': `${prefix}aaaaaaaa%00`,
      'with a newline behind it': `${prefix}aaaaaaaa%0A`,
      'with a slash in it': `${prefix}aaaa%2Faaaa`,
    };
    for (const [how, id] of Object.entries(malformed)) {
      test(`${kind} ids: one ${how} is refused`, async () => {
        expectInvalid(await api(`${path}/${id}`), 'id');
      });
    }
  }
};

const environments: Topic = ({ api, live }) => {
  test('the key decides the environment: one externalId is two customers in two environments', async () => {
    const externalId = unique('user');
    const there = await createCustomer(live, { externalId, name: 'Live' });
    const here = await createCustomer(api, { externalId, name: 'Test' });
    assert.notEqual(here.id, there.id);
    assert.equal(here.name, 'Test');
    const found = expectSuccess('customers.list', await live(`/v1/customers?externalId=${externalId}`));
    assert.deepEqual(found.data, [there]);
  });

  for (const { kind, path } of RESOURCES) {
    test(`${kind} ids: one of another environment answers exactly like an unknown one`, async () => {
      const account = await registerAccount(live);
      const events = expectSuccess('events.list', await live('/v1/events?limit=1'));
      const foreign = {
        customer: (await createCustomer(live)).id,
        account: account.id,
        event: events.data[0]?.id ?? '',
      }[kind];
      assert.equal((await live(`${path}/${foreign}`)).status, 200);
      const answer = await api(`${path}/${foreign}`);
      expectNotFound(answer);
      assert.equal(withoutRequestId(answer), withoutRequestId(await api(`${path}/${UNKNOWN[kind]}`)));
    });
  }
};

const timestamps: Topic = ({ api }) => {
  test('timestamps are ISO 8601 with an offset, and tell the time', async () => {
    const before = Date.now();
    const customer = await createCustomer(api);
    const account = await registerAccount(api);
    const after = Date.now();
    for (const timestamp of [customer.createdAt, account.createdAt, account.updatedAt]) {
      assert.match(timestamp, DATE_TIME);
      const at = Date.parse(timestamp);
      assert.ok(before - 5 <= at && at <= after + 5, `${timestamp} lies within the request`);
    }
  });
};

const countries: Topic = ({ api }) => {
  for (const country of ['DE', 'GB', 'US', 'ZZ']) {
    test(`the country ${country} has the right shape`, async () => {
      assert.equal((await createCustomer(api, { country })).country, country);
      expectSuccess('rails.list', await api(`/v1/rails?country=${country}`));
      expectSuccess('institutions.list', await api(`/v1/institutions?country=${country}`));
    });
  }
  for (const country of ['de', 'D', 'DEU', 'D1', ' DE', 'DE ', 'DE\n', 'ÄÖ', 'ＤＥ']) {
    test(`the country ${JSON.stringify(country)} is refused`, async () => {
      const body = { externalId: unique('user'), country };
      expectInvalid(await api('/v1/customers', { body }), 'country');
      expectInvalid(await api(`/v1/rails?country=${encodeURIComponent(country)}`), 'country');
      expectInvalid(await api(`/v1/institutions?country=${encodeURIComponent(country)}`), 'country');
    });
  }
};

const amounts: Topic = ({ api }) => {
  const quote = (amount: unknown) =>
    api('/v1/route_quotes', {
      body: { from: UNKNOWN.account, to: 'acct_1111111111111111111111', amount },
    });

  for (const value of ['1', '25000', '9'.repeat(38)]) {
    test(`the amount ${value} is well-formed`, async () => {
      expectNotFound(await quote({ value, asset: 'iso4217:EUR' }), 'from');
    });
  }
  const refused = ['0', '', '00', '01', '-1', '+1', '1.5', '1.0', '1e3', '0x10', ' 1', '1 ', '1\n', '1_000'];
  for (const value of [...refused, '١', '9'.repeat(39), 1, 1.5, null, true, ['1']]) {
    test(`the amount ${JSON.stringify(value)} is refused`, async () => {
      expectInvalid(await quote({ value, asset: 'iso4217:EUR' }), 'amount.value');
    });
  }
  const assets = [
    'iso4217:EUR',
    'iso4217:JPY',
    'eip155:1/slip44:60',
    'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  ];
  for (const asset of assets) {
    test(`the asset ${asset} is well-formed`, async () => {
      expectNotFound(await quote({ value: '1', asset }), 'from');
    });
  }
  const wrongAssets = ['EUR', 'iso4217:eur', 'iso4217:EURO', 'iso4217:', 'ISO4217:EUR', 'iso4217:DEM'];
  for (const asset of [
    ...wrongAssets,
    'iso4217:QQQ',
    'eip155:1',
    'eip155/slip44:60',
    '',
    'iso4217:EUR ',
    978,
    null,
  ]) {
    test(`the asset ${JSON.stringify(asset)} is refused`, async () => {
      expectInvalid(await quote({ value: '1', asset }), 'amount.asset');
    });
  }
  test('an amount has a value, an asset and nothing else', async () => {
    expectInvalid(await quote({ value: '1' }), 'amount.asset');
    expectInvalid(await quote({ asset: 'iso4217:EUR' }), 'amount.value');
    expectInvalid(await quote({ value: '1', asset: 'iso4217:EUR', currency: 'EUR' }), 'amount.currency');
    expectInvalid(await quote('1 EUR'), 'amount');
  });
};

const metadata: Topic = ({ api }) => {
  const create = (value: unknown) =>
    api('/v1/customers', { body: { externalId: unique('user'), metadata: value } });

  test('metadata is returned as it was given', async () => {
    const given = {
      plan: 'pro',
      '': 'an empty key',
      empty: '',
      'quotes " and \\ slashes': '"\\/\b\f\n\r\t\u2028\u2029\u007f',
      '🚂': '日本語 • ẞ',
      constructor: 'c',
      toString: 't',
      hasOwnProperty: 'h',
    };
    const customer = await createCustomer(api, { metadata: given });
    assert.deepEqual(customer.metadata, given);
    const again = expectSuccess('customers.get', await api(`/v1/customers/${customer.id}`));
    assert.deepEqual(again.metadata, given);
  });

  test('metadata is an empty object where none was given', async () => {
    assert.deepEqual((await createCustomer(api)).metadata, {});
    assert.deepEqual((await registerAccount(api)).metadata, {});
  });

  for (const value of [[], ['a'], 'text', 1, true, null]) {
    test(`metadata is an object, not ${JSON.stringify(value)}`, async () => {
      expectInvalid(await create(value), 'metadata');
    });
  }
  for (const value of [1, true, null, {}, ['a']]) {
    test(`a value of metadata is a string, not ${JSON.stringify(value)}`, async () => {
      expectInvalid(await create({ note: value }), 'metadata.note');
    });
  }
};
