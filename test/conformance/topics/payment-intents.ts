/** Payments: what creating, advancing, cancelling and listing them takes and refuses. How they end is another topic. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Checked, checkRequests, type Fields, get, post } from '../checked-requests.ts';
import type { Context, Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectRefusal, expectSuccess } from '../expect.ts';
import { UNKNOWN, unique } from '../fixtures.ts';
import {
  advance,
  begin,
  cancel,
  create,
  decide,
  euros,
  eventsOf,
  isOver,
  lookAt,
  type Parties,
  partiesOf,
  pay,
  pounds,
  type Quote,
  quoteFor,
  RETURN_URI,
  until,
} from '../paying.ts';
import { PSU_RIGHT, PSU_WRONG } from '../psu-samples.ts';
import { walk } from '../walk.ts';

type About = (context: Context, parties: () => Promise<Parties>) => void;

/** Payments take seconds, most of them waiting, so they are made side by side. */
const SIDE_BY_SIDE = { concurrency: 6 };

export const paymentIntents: Topic = (context) => {
  checkRequests(context, CREATION, (answer) => expectNotFound(answer, 'quote'));
  checkRequests(context, ADVANCE, (answer) => expectNotFound(answer));
  checkRequests(context, LIST, (answer) => expectSuccess('paymentIntents.list', answer));
  identifiers(context);
  const parties = partiesOf(context.api);
  describe('created', SIDE_BY_SIDE, () => creating(context, parties));
  describe('advanced', SIDE_BY_SIDE, () => advancing(context, parties));
  describe('cancelled', SIDE_BY_SIDE, () => cancelling(context, parties));
  describe('listed', () => listing(context, parties));
};

const CREATION: Checked = {
  what: 'POST /v1/payment_intents',
  send: post('/v1/payment_intents', { quote: 'qt_00000000', digest: 'sha256:0', returnUri: RETURN_URI }),
  right: [{ reference: 'Invoice 4711' }, { metadata: { a: 'b' } }, ...PSU_RIGHT.map((psu) => ({ psu }))],
  wrong: [
    ['quote', { quote: undefined }],
    ['quote', { quote: UNKNOWN.paymentIntent }],
    ['digest', { digest: undefined }],
    ['digest', { digest: 7 }],
    ['returnUri', { returnUri: undefined }],
    ['reference', { reference: 7 }],
    ['metadata', { metadata: [] }],
    ['amount', { amount: euros('100') }],
    ...PSU_WRONG.map(([param, psu]): [string, Fields] => [param, { psu }]),
  ],
};

const ADVANCE: Checked = {
  what: 'POST /v1/payment_intents/{id}/advance',
  send: post(`/v1/payment_intents/${UNKNOWN.paymentIntent}/advance`, {}),
  right: [
    {},
    { returnParams: {} },
    { returnParams: { code: 'c', state: 's' } },
    { sdkResult: { token: 't' } },
  ],
  wrong: [
    ['returnParams', { returnParams: 'code=c' }],
    ['returnParams', { returnParams: ['code'] }],
    ['returnParams', { returnParams: null }],
    ['returnParams.code', { returnParams: { code: 7 } }],
    ['returnParams.code', { returnParams: { code: ['c'] } }],
    ['sdkResult', { sdkResult: 'token' }],
    ['sdkResult.token', { sdkResult: { token: null } }],
  ],
};

const LIST: Checked = {
  what: 'GET /v1/payment_intents',
  send: get('/v1/payment_intents', {}),
  right: [{}, { customer: UNKNOWN.customer }, { limit: 100 }],
  wrong: [
    ['customer', { customer: 'user-1' }],
    ['after', { after: UNKNOWN.customer }],
    ['after', { after: 'x' }],
    ['after', { after: UNKNOWN.paymentIntent }],
    ['status', { status: 'succeeded' }],
  ],
};

const identifiers: Topic = ({ api }) => {
  for (const [path, method] of [
    ['/v1/payment_intents/{id}', 'GET'],
    ['/v1/payment_intents/{id}/advance', 'POST'],
    ['/v1/payment_intents/{id}/cancel', 'POST'],
  ] as const) {
    const right = UNKNOWN.paymentIntent;
    for (const id of [UNKNOWN.customer, right.slice(0, 9), right.toUpperCase(), '0', `${right}-`]) {
      test(`${method} ${path} refuses the id ${id}`, async () => {
        expectInvalid(await api(path.replace('{id}', id), { method }), 'id');
      });
    }
    test(`${method} ${path} answers 404 for a payment that is not there`, async () => {
      expectNotFound(await api(path.replace('{id}', right), { method }));
    });
  }
};

const creating: About = ({ api, live }, parties) => {
  const quoted = quotedBy(api, parties);

  test('a payment is what its quote said, and starts by asking for approval', async () => {
    const quote = await quoted();
    const { customer } = await parties();
    const metadata = { order: '4711' };
    const payment = await begin(api, quote, { reference: 'INV 4711', metadata, psu: { ip: '203.0.113.7' } });
    assert.equal(payment.status, 'requires_action');
    assert.equal(payment.action?.type, 'redirect');
    assert.deepEqual(
      [payment.quote, payment.digest, payment.from, payment.to, payment.customer],
      [quote.id, quote.digest, quote.from, quote.to, customer],
    );
    assert.deepEqual([payment.send, payment.receive], [quote.send, quote.receive]);
    assert.deepEqual([payment.reference, payment.metadata], ['INV 4711', metadata]);
    assert.deepEqual(
      payment.legs.map(({ sequence, kind, rail, connection, send, receive, fees }) => ({
        ...{ sequence, kind, rail, connection, send, receive, fees },
      })),
      quote.legs.map(({ sequence, kind, rail, connection, send, receive, fees }) => ({
        ...{ sequence, kind, rail, connection, send, receive, fees },
      })),
    );
    assert.deepEqual(payment.moneyPosition, [
      { holder: 'payer', custody: 'payer-own-account', ...quote.send },
    ]);
    assert.equal(payment.cancellable.now, true);
    assert.equal(payment.statusDetail.key, 'payment.awaiting_approval');
    assert.deepEqual(await lookAt(api, payment), payment);
  });

  test('another digest is 409 quote_changed, and the quote stays unspent', async () => {
    const quote = await quoted();
    const last = quote.digest.at(-1) === '0' ? '1' : '0';
    for (const digest of ['x', quote.digest.toUpperCase(), `${quote.digest.slice(0, -1)}${last}`]) {
      const answer = await create(api, quote, { digest });
      const changed = { status: 409, code: 'quote_changed', param: 'digest' } as const;
      expectRefusal(answer, { ...changed, key: 'quote.other_digest' });
    }
    await begin(api, quote);
  });

  test('a quote is good for one payment: used again it is 409 quote_changed and names the payment', async () => {
    const quote = await quoted();
    const payment = await begin(api, quote);
    const used = { status: 409, code: 'quote_changed', param: 'quote', key: 'quote.used' } as const;
    const { explanation } = expectRefusal(await create(api, quote), used);
    assert.deepEqual(explanation?.vars, { paymentIntent: payment.id });
  });

  test('ten who want one quote at once make one payment', async () => {
    const quote = await quoted();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(api, quote)));
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      const { explanation } = expectRefusal(answer, { status: 409, code: 'quote_changed', param: 'quote' });
      assert.equal(explanation?.vars.paymentIntent, made[0]?.body.id);
    }
  });

  test('a quote of another environment is 404', async () => {
    expectNotFound(await create(live, await quoted()), 'quote');
  });

  test('a payment of another environment is 404', async () => {
    const { id } = await begin(api, await quoted());
    expectNotFound(await live(`/v1/payment_intents/${id}`));
    expectNotFound(await live(`/v1/payment_intents/${id}/advance`, { body: {} }));
    expectNotFound(await live(`/v1/payment_intents/${id}/cancel`, { method: 'POST' }));
  });

  test('a reference longer than the quote says is 400, never cut, and the quote stays unspent', async () => {
    const quote = await quoted();
    assert.ok(quote.referenceMax > 0 && quote.referenceMax < 140);
    const tooLong = await create(api, quote, { reference: 'x'.repeat(quote.referenceMax + 1) });
    const { explanation } = expectInvalid(tooLong, 'reference', 'reference.too_long');
    assert.equal(explanation?.vars.max, String(quote.referenceMax));
    const reference = 'x'.repeat(quote.referenceMax);
    assert.equal((await begin(api, quote, { reference })).reference, reference);
  });

  test('a reference that the rail cannot carry is 400, and the quote stays unspent', async () => {
    const quote = await quoted();
    for (const reference of ['🚂', 'a\tb', 'ключ'])
      expectInvalid(await create(api, quote, { reference }), 'reference');
    await begin(api, quote, { reference: 'plain' });
  });

  test('an empty reference is as good as none', async () => {
    const answer = await create(api, await quoted(), { reference: '' });
    assert.ok(answer.status === 201 || answer.status === 400, answer.text);
  });

  test('a repeat with the same Idempotency-Key is byte-identical and pays nothing more', async () => {
    const { id: quote, digest } = await quoted();
    const headers = { 'idempotency-key': unique('key') };
    const body = { quote, digest, returnUri: RETURN_URI };
    const first = await api('/v1/payment_intents', { body, headers });
    const again = await api('/v1/payment_intents', { body, headers });
    const payment = expectSuccess('paymentIntents.create', first);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await api('/v1/payment_intents', { body: { ...body, reference: 'x' }, headers });
    expectRefusal(other, { status: 409, code: 'idempotency_conflict', param: 'Idempotency-Key' });
    const created = (await eventsOf(api, payment)).filter(
      ({ type, previous }) => type === 'payment_intent.processing' && previous === undefined,
    );
    assert.equal(created.length, 1);
  });

  test('ten equal creations at once make one payment', async () => {
    const { id: quote, digest } = await quoted();
    const headers = { 'idempotency-key': unique('key') };
    const body = { quote, digest, returnUri: RETURN_URI };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api('/v1/payment_intents', { body, headers })),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.ok(made.length > 0);
    assert.equal(new Set(made.map(({ text }) => text)).size, 1);
    for (const answer of answers)
      if (answer.status !== 201)
        expectRefusal(answer, { status: 409, code: 'idempotency_conflict', key: 'idempotency.in_flight' });
  });
};

const advancing: About = ({ api }, parties) => {
  const quoted = quotedBy(api, parties);

  test('parameters of another payment are 400 and do no harm', async () => {
    const payment = await begin(api, await quoted());
    const params = await decide(payment, 'approve');
    for (const foreign of [{}, { ...params, state: 'another' }, { code: params.code ?? '' }]) {
      const answer = await advance(api, payment, { returnParams: foreign });
      expectInvalid(answer, 'returnParams', 'payment_intent.foreign_return');
    }
    const other = await begin(api, await quoted());
    expectInvalid(await advance(api, other, { returnParams: params }), 'returnParams');
    expectSuccess('paymentIntents.advance', await advance(api, payment, { returnParams: params }));
    assert.equal((await until(api, payment, isOver)).status, 'succeeded');
    assert.equal((await lookAt(api, other)).status, 'requires_action');
  });

  test('the same parameters again answer 200, other ones with a state that was used 409', async () => {
    const payment = await begin(api, await quoted());
    const returnParams = await decide(payment, 'approve');
    for (let time = 0; time < 3; time += 1)
      expectSuccess('paymentIntents.advance', await advance(api, payment, { returnParams }));
    const ended = await until(api, payment, isOver);
    const again = expectSuccess('paymentIntents.advance', await advance(api, payment, { returnParams }));
    assert.deepEqual(again, ended);
    const other = await advance(api, payment, { returnParams: { ...returnParams, more: 'x' } });
    const key = 'payment_intent.already_returned';
    expectRefusal(other, { status: 409, code: 'invalid_request', key });
  });

  test('advance without parameters only looks', async () => {
    const payment = await begin(api, await quoted());
    const looked = expectSuccess('paymentIntents.advance', await advance(api, payment, {}));
    assert.equal(looked.status, 'requires_action');
    const bare = await api(`/v1/payment_intents/${payment.id}/advance`, { method: 'POST' });
    assert.equal(expectSuccess('paymentIntents.advance', bare).status, 'requires_action');
  });

  test('what an SDK handed back is refused where no SDK was opened', async () => {
    const payment = await begin(api, await quoted());
    expectInvalid(await advance(api, payment, { sdkResult: { public_token: 'x' } }), 'sdkResult');
  });

  test('the return URI keeps what it had, and the state comes with it', async () => {
    const params = await decide(await begin(api, await quoted()), 'approve');
    assert.equal(params.basket, '7');
    assert.ok((params.state ?? '').length >= 20);
  });
};

const cancelling: About = ({ api }, parties) => {
  for (const rail of ['truelayer', 'plaid', 'berlin-group-xs2a', 'enable-banking'] as const) {
    test(`over ${rail} a payment that nobody has approved is cancelled, or is asked to be and never paid`, async () => {
      const payment = await begin(api, await quotedBy(api, parties, rail)());
      const asked = expectSuccess('paymentIntents.cancel', await cancel(api, payment));
      if (asked.status !== 'cancelled') {
        assert.deepEqual([asked.status, asked.statusDetail.key], ['processing', 'cancel.requested']);
        assert.notEqual(asked.action?.type, 'redirect', 'nobody is sent to approve what is being stopped');
        return;
      }
      assert.ok(asked.legs.every(({ status }) => status === 'cancelled'));
      assert.deepEqual(asked.moneyPosition, [
        { holder: 'payer', custody: 'payer-own-account', ...payment.send },
      ]);
      assert.equal(asked.action, undefined);
      assert.deepEqual([asked.cancellable.now, asked.failure], [false, undefined]);
      const again = expectSuccess('paymentIntents.cancel', await cancel(api, payment));
      assert.deepEqual(again, asked, 'cancelling again answers 200 with it');
      const types = (await eventsOf(api, payment)).map(({ type }) => type);
      assert.equal(types.filter((type) => type === 'payment_intent.cancelled').length, 1);
      assert.equal(types.at(-1), 'payment_intent.cancelled');
    });
  }

  test('what has succeeded or failed is not cancelled: 409', async () => {
    const quoted = quotedBy(api, parties);
    for (const decision of ['approve', 'decline'] as const) {
      const payment = await pay(api, await quoted(), decision);
      expectRefusal(await cancel(api, payment), { status: 409, code: 'invalid_request' });
      assert.deepEqual(await lookAt(api, payment), payment);
    }
  });

  test('what has been submitted and cannot be stopped is not cancelled: 409', async () => {
    const payment = await begin(api, await quotedBy(api, parties)(), { reference: 'SIM slow' });
    const returnParams = await decide(payment, 'approve');
    await advance(api, payment, { returnParams });
    const submitted = await until(api, payment, ({ status }) => status === 'processing');
    assert.equal(submitted.cancellable.now, false);
    const refused = await cancel(api, payment);
    expectRefusal(refused, { status: 409, code: 'invalid_request', key: 'cancel.too_late' });
  });

  test('a repeat of a cancellation with the same Idempotency-Key is byte-identical', async () => {
    const payment = await begin(api, await quotedBy(api, parties)());
    const request = { method: 'POST', headers: { 'idempotency-key': unique('key') } };
    const path = `/v1/payment_intents/${payment.id}/cancel`;
    const [first, again] = [await api(path, request), await api(path, request)];
    assert.equal(first.status, 200);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });
};

const listing: About = ({ api }, parties) => {
  test('payments are listed newest first, page by page, and per customer', async () => {
    const { customer } = await parties();
    const quoted = quotedBy(api, parties);
    const made: string[] = [];
    for (let one = 0; one < 3; one += 1) made.push((await begin(api, await quoted())).id);
    const all = await walk(api, 'paymentIntents.list', '/v1/payment_intents', { limit: 2 });
    const ids = all.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted().toReversed());
    assert.deepEqual(ids.filter((id) => made.includes(id)).toReversed(), made);
    const path = `/v1/payment_intents?customer=${customer}`;
    const own = await walk(api, 'paymentIntents.list', path, { limit: 50 });
    assert.deepEqual(
      own.map(({ id }) => id),
      all.filter((payment) => payment.customer === customer).map(({ id }) => id),
    );
    const [newest] = own;
    assert.deepEqual(newest, await lookAt(api, { id: newest?.id ?? '' }));
  });

  test('a payment from an account of no customer has none', async () => {
    const { wallet, walletPayee } = await parties();
    const asset = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    const quote = await quoteFor(api, { from: wallet, to: walletPayee, amount: { value: '1', asset } });
    assert.equal((await begin(api, quote)).customer, undefined);
  });
};

/** Small sums, in pounds over TrueLayer unless another rail is asked for. */
function quotedBy(
  api: Context['api'],
  parties: () => Promise<Parties>,
  rail = 'truelayer',
): () => Promise<Quote> {
  return async () => {
    const { british, german, britishPayee, germanPayee } = await parties();
    return rail === 'truelayer' || rail === 'plaid'
      ? quoteFor(api, { from: british, to: britishPayee, amount: pounds('1250') }, rail)
      : quoteFor(api, { from: german, to: germanPayee, amount: euros('1250') }, rail);
  };
}
