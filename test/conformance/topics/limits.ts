/** Every limit of the API document, at the limit and one past it. Lengths count Unicode code points. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api, ApiAnswer } from '../../harness/api.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectRefusal, expectSuccess } from '../expect.ts';
import { createCustomer, PAYTO, registerAccount, UNKNOWN, unique } from '../fixtures.ts';

const RETURN_URI = 'https://shop.example/return';
const QUOTE = 'qt_0000000000000000000000';

interface TextLimit {
  readonly what: string;
  readonly max: number;
  readonly param: string;
  readonly key?: string;
  /** Sends the text where the limit holds, and checks the answer to one that is within it. */
  readonly send: (api: Api, text: string) => Promise<ApiAnswer>;
  readonly accept: (answer: ApiAnswer, text: string) => void;
}

const acceptCustomer = (read: (customer: ReturnType<typeof readCustomer>) => unknown) => {
  return (answer: ApiAnswer, text: string) => assert.deepEqual(read(readCustomer(answer)), text);
};

function readCustomer(answer: ApiAnswer) {
  return expectSuccess('customers.create', answer);
}

const customerWith = (fields: (text: string) => object) => (api: Api, text: string) =>
  api('/v1/customers', { body: { externalId: unique('user'), ...fields(text) } });

const intentWith = (fields: (text: string) => object) => (api: Api, text: string) =>
  api('/v1/payment_intents', { body: { quote: QUOTE, digest: 'd', returnUri: RETURN_URI, ...fields(text) } });

const sessionWith = (fields: (text: string) => object) => (api: Api, text: string) =>
  api('/v1/link_sessions', {
    body: { customer: UNKNOWN.customer, country: 'DE', returnUri: RETURN_URI, ...fields(text) },
  });

const TEXT_LIMITS: readonly TextLimit[] = [
  {
    what: 'externalId',
    max: 128,
    param: 'externalId',
    send: customerWith((externalId) => ({ externalId })),
    accept: acceptCustomer(({ externalId }) => externalId),
  },
  {
    what: 'customer name',
    max: 140,
    param: 'name',
    send: customerWith((name) => ({ name })),
    accept: acceptCustomer(({ name }) => name),
  },
  {
    what: 'account holderName',
    max: 140,
    param: 'holderName',
    send: (api, holderName) => api('/v1/accounts', { body: { holderName, payto: PAYTO } }),
    accept: (answer, text) => assert.equal(expectSuccess('accounts.create', answer).holderName, text),
  },
  {
    what: 'institution search q',
    max: 80,
    param: 'q',
    send: (api, q) => api(`/v1/institutions?country=DE&q=${encodeURIComponent(q)}`),
    accept: (answer) => assert.deepEqual(expectSuccess('institutions.list', answer).data, []),
  },
  {
    what: 'payment reference',
    max: 140,
    param: 'reference',
    send: intentWith((reference) => ({ reference })),
    accept: (answer) => expectNotFound(answer, 'quote'),
  },
  {
    what: 'metadata key',
    max: 40,
    param: 'metadata',
    key: 'input.key_too_long',
    send: customerWith((key) => ({ metadata: { [key]: 'value' } })),
    accept: acceptCustomer(({ metadata }) => Object.keys(metadata)[0]),
  },
  {
    what: 'metadata value of a customer',
    max: 500,
    param: 'metadata.note',
    send: customerWith((note) => ({ metadata: { note } })),
    accept: acceptCustomer(({ metadata }) => metadata.note),
  },
  {
    what: 'metadata value of an account',
    max: 500,
    param: 'metadata.note',
    send: (api, note) => api('/v1/accounts', { body: { holderName: 'A', payto: PAYTO, metadata: { note } } }),
    accept: (answer, text) => assert.equal(expectSuccess('accounts.create', answer).metadata.note, text),
  },
  {
    what: 'metadata value of a payment',
    max: 500,
    param: 'metadata.note',
    send: intentWith((note) => ({ metadata: { note } })),
    accept: (answer) => expectNotFound(answer, 'quote'),
  },
  {
    what: 'psu userAgent',
    max: 512,
    param: 'psu.userAgent',
    send: sessionWith((userAgent) => ({ psu: { userAgent } })),
    accept: (answer) => expectNotFound(answer, 'customer'),
  },
  {
    what: 'psu deviceId',
    max: 512,
    param: 'psu.deviceId',
    send: intentWith((deviceId) => ({ psu: { deviceId } })),
    accept: (answer) => expectNotFound(answer, 'quote'),
  },
];

/** A letter of one, two, three and four bytes; the last is two UTF-16 units. */
const LETTERS = ['a', 'ä', '€', '🚂'];

export const limits: Topic = (context) => {
  for (const limit of TEXT_LIMITS) {
    for (const letter of LETTERS) textLimit(context, limit, letter);
  }
  leastLengths(context);
  addressLengths(context);
  metadataKeys(context);
  pageSizes(context);
  latencies(context);
  noRateLimit(context);
};

function textLimit({ api }: Parameters<Topic>[0], limit: TextLimit, letter: string): void {
  const { what, max, param, key = 'input.too_long', send, accept } = limit;
  test(`${what}: ${max} times ${letter} is within the limit`, async () => {
    // Names that must be unique start with something of their own.
    const text =
      what === 'externalId' ? unique('').slice(0, 37) + letter.repeat(max - 37) : letter.repeat(max);
    accept(await send(api, text), text);
  });
  test(`${what}: ${max + 1} times ${letter} is past it`, async () => {
    const refused = expectInvalid(await send(api, letter.repeat(max + 1)), param, key);
    assert.equal(refused.explanation?.vars.max, String(max));
  });
}

const leastLengths: Topic = ({ api }) => {
  test('externalId: one character is enough', async () => {
    assert.equal((await createCustomer(api, { externalId: 'x' })).externalId, 'x');
  });
  test('externalId: none is too few', async () => {
    expectInvalid(await api('/v1/customers', { body: { externalId: '' } }), 'externalId', 'input.too_short');
  });
};

const addressLengths: Topic = ({ api }) => {
  const longest = `payto://x-long/${'a'.repeat(2048 - 15)}`;

  test('payto of an address to parse: 8 characters are too few', async () => {
    expectInvalid(
      await api('/v1/addresses/parse', { body: { payto: 'payto://' } }),
      'payto',
      'input.too_short',
    );
  });
  test('payto of an address to parse: 9 characters are enough to be looked at', async () => {
    const answer = await api('/v1/addresses/parse', { body: { payto: 'payto:///' } });
    assert.equal(expectInvalid(answer, 'payto').explanation?.key, 'payto.syntax');
  });
  test('payto of an address to parse: 2048 characters are within the limit', async () => {
    expectSuccess('addresses.parse', await api('/v1/addresses/parse', { body: { payto: longest } }));
  });
  test('payto of an address to parse: 2049 characters are past it', async () => {
    const answer = await api('/v1/addresses/parse', { body: { payto: `${longest}a` } });
    expectInvalid(answer, 'payto', 'input.too_long');
  });
  test('payto of an account: 2048 characters are within the limit', async () => {
    await registerAccount(api, { payto: longest });
  });
  test('payto of an account: 2049 characters are past it', async () => {
    const body = { holderName: 'Ada', payto: `${longest}a` };
    expectInvalid(await api('/v1/accounts', { body }), 'payto', 'input.too_long');
  });
  for (const [path, rest] of [
    ['/v1/addresses/parse', {}],
    ['/v1/accounts', { holderName: 'Ada' }],
  ] as const) {
    test(`payto for ${path}: its length counts code points`, async () => {
      const trains = `payto://x-long/${'🚂'.repeat(2048 - 15)}`;
      const within = await api(path, { body: { ...rest, payto: trains } });
      assert.doesNotMatch(within.body.data?.explanation?.key ?? '', /too_long/);
      const past = await api(path, { body: { ...rest, payto: `${trains}🚂` } });
      expectInvalid(past, 'payto', 'input.too_long');
    });
  }
};

const metadataKeys: Topic = ({ api }) => {
  const metadata = (keys: number) =>
    Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key${index}`, 'value']));

  test('metadata: 20 keys are within the limit', async () => {
    assert.deepEqual((await createCustomer(api, { metadata: metadata(20) })).metadata, metadata(20));
    assert.deepEqual((await registerAccount(api, { metadata: metadata(20) })).metadata, metadata(20));
    expectNotFound(await intentWith(() => ({ metadata: metadata(20) }))(api, ''), 'quote');
  });
  test('metadata: 21 keys are past it', async () => {
    const body = { externalId: unique('user'), metadata: metadata(21) };
    expectInvalid(await api('/v1/customers', { body }), 'metadata', 'input.too_many');
    const account = { holderName: 'Ada', payto: PAYTO, metadata: metadata(21) };
    expectInvalid(await api('/v1/accounts', { body: account }), 'metadata', 'input.too_many');
    expectInvalid(
      await intentWith(() => ({ metadata: metadata(21) }))(api, ''),
      'metadata',
      'input.too_many',
    );
  });
};

const SIZED = [
  { path: '/v1/customers?', name: 'customers.list' },
  { path: '/v1/accounts?', name: 'accounts.list' },
  { path: '/v1/events?', name: 'events.list' },
  { path: '/v1/payment_intents?', name: 'paymentIntents.list' },
  { path: '/v1/institutions?country=DE&', name: 'institutions.list' },
] as const;

const pageSizes: Topic = ({ api }) => {
  for (const list of SIZED) {
    for (const size of ['1', '100']) {
      test(`${list.path}limit=${size} is within the limit`, async () => {
        const answer = await api(`${list.path}limit=${size}`);
        assert.ok(expectSuccess(list.name, answer).data.length <= Number(size));
      });
    }
    const refused = [
      '0',
      '101',
      '-1',
      '1.5',
      '1e1',
      '0x10',
      '010',
      '+5',
      ' 5',
      '5 ',
      '',
      'ten',
      '٥',
      '1'.repeat(40),
    ];
    for (const size of refused) {
      test(`${list.path}limit=${JSON.stringify(size)} is refused`, async () => {
        expectInvalid(await api(`${list.path}limit=${encodeURIComponent(size)}`), 'limit');
      });
    }
  }
};

const latencies: Topic = ({ api }) => {
  const report = (latencyMs: unknown) =>
    api('/v1/outcomes', {
      body: {
        decision: 'dec_0000000000000000000000',
        rail: 'truelayer',
        status: 'succeeded',
        latencyMs,
        context: { operation: 'banking.pis.single', country: 'GB' },
      },
    });

  for (const latencyMs of [0, 1, 2_592_000_000]) {
    test(`outcome latencyMs: ${latencyMs} is within the limit`, async () => {
      expectSuccess('outcomes.create', await report(latencyMs));
    });
  }
  for (const latencyMs of [-1, 2_592_000_001, 1.5, '1', null, true]) {
    test(`outcome latencyMs: ${JSON.stringify(latencyMs)} is refused`, async () => {
      expectInvalid(await report(latencyMs), 'latencyMs');
    });
  }
  test('outcome latencyMs: 2592000001 is refused as too large', async () => {
    const refused = expectRefusal(await report(2_592_000_001), {
      status: 400,
      code: 'invalid_request',
      param: 'latencyMs',
      key: 'input.too_large',
    });
    assert.equal(refused.explanation?.vars.max, '2592000000');
  });
};

const noRateLimit: Topic = ({ api, withKey }) => {
  test('the development start has no rate limits: 300 calls at once all pass, and none speaks of a limit', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => api('/v1/customers?limit=1')));
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('ratelimit'), null);
      assert.equal(answer.headers.get('ratelimit-policy'), null);
    }
  });
  test('the development start does not count wrong keys either', async () => {
    const wrong = withKey('sy_test_sk_wrong');
    const answers = await Promise.all(Array.from({ length: 50 }, () => wrong('/v1/rails')));
    for (const answer of answers) assert.equal(answer.status, 401);
  });
};
