/** Quotes: what is taken and refused, what a quote promises, and what is said where there is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSums, quoteDigest } from '@switchyard/engine';
import { type Checked, checkRequests, post } from '../checked-requests.ts';
import type { Context, Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectRefusal, expectSuccess } from '../expect.ts';
import { registerAccount, UNKNOWN, unique } from '../fixtures.ts';
import { euros, findQuotes, type Parties, partiesOf, pounds, type Quote, usdc } from '../paying.ts';

const OTHER_ACCOUNT = 'acct_1111111111111111111111';
const LIFETIME_MS_MAX = 300_000;

type About = (context: Context, parties: () => Promise<Parties>) => void;

export const routeQuotes: Topic = (context) => {
  checkRequests(context, CREATION, (answer) => expectNotFound(answer, 'from'));
  const parties = partiesOf(context.api);
  accounts(context, parties);
  promises(context, parties);
  sides(context, parties);
  order(context, parties);
  reasons(context, parties);
  repeating(context, parties);
};

const CREATION: Checked = {
  what: 'POST /v1/route_quotes',
  send: post('/v1/route_quotes', { from: UNKNOWN.account, to: OTHER_ACCOUNT, amount: euros('100') }),
  right: [
    ...['cheapest', 'fastest', 'recommended'].map((preference) => ({ preference })),
    { preferRail: 'truelayer' },
    { channel: 'web' },
    { channel: 'native' },
  ],
  wrong: [
    ['from', { from: undefined }],
    ['from', { from: UNKNOWN.customer }],
    ['to', { to: undefined }],
    ['to', { to: 'DE75512108001245126199' }],
    ['to', { to: UNKNOWN.account }],
    ['amount', { amount: undefined }],
    ['amount', { amount: '100' }],
    ['amount.value', { amount: euros('0') }],
    ['amount.band', { amount: { ...euros('100'), band: { min: '100', max: '200' } } }],
    ['preference', { preference: 'best' }],
    ['preferRail', { preferRail: ['truelayer'] }],
    ['channel', { channel: 'WEB' }],
    ['reference', { reference: 'Invoice 4711' }],
  ],
};

const accounts: About = ({ api, live }, parties) => {
  test('an account that is not there is 404, whichever side it is on', async () => {
    const { british, germanPayee } = await parties();
    const ask = (body: object) => api('/v1/route_quotes', { body: { amount: euros('100'), ...body } });
    expectNotFound(await ask({ from: UNKNOWN.account, to: germanPayee }), 'from');
    expectNotFound(await ask({ from: british, to: UNKNOWN.account }), 'to');
  });

  test('an account of another environment is 404', async () => {
    const { british } = await parties();
    const { id: to } = await registerAccount(live);
    const answer = await live('/v1/route_quotes', { body: { from: british, to, amount: euros('100') } });
    expectNotFound(answer, 'from');
  });

  test('an account cannot pay itself', async () => {
    const { british } = await parties();
    const body = { from: british, to: british, amount: pounds('100') };
    expectInvalid(await api('/v1/route_quotes', { body }), 'to', 'input.same_account');
  });
};

const promises: About = ({ api }, parties) => {
  const allQuotes = async (): Promise<readonly Quote[]> => {
    const { british, german, britishPayee, germanPayee, wallet, walletPayee } = await parties();
    const found = [
      await findQuotes(api, { from: british, to: britishPayee, amount: pounds('1250') }),
      await findQuotes(api, { from: german, to: germanPayee, amount: euros('1250') }),
      await findQuotes(api, { from: british, to: germanPayee, amount: euros('5000') }),
      await findQuotes(api, { from: british, to: germanPayee, amount: pounds('5000') }),
      await findQuotes(api, { from: wallet, to: walletPayee, amount: usdc('1000000') }),
    ];
    for (const { quotes } of found) assert.ok(quotes.length > 0);
    return found.flatMap(({ quotes }) => quotes);
  };

  test('anybody can compute the digest again from the quote', async () => {
    for (const quote of await allQuotes()) assert.equal(quoteDigest(engineTerms(quote)), quote.digest);
  });

  test('a change in any term changes the digest, a change of rank or cost does not', async () => {
    const [quote] = (await allQuotes()).filter(({ legs }) => legs.length > 1);
    assert.ok(quote);
    const changed: readonly Partial<Quote>[] = [
      { from: quote.to },
      { to: quote.from },
      { fixed: quote.fixed === 'send' ? 'receive' : 'send' },
      { send: { ...quote.send, value: `${quote.send.value}0` } },
      { receive: { ...quote.receive, value: `1${quote.receive.value}` } },
      { legs: quote.legs.toReversed() },
      { fees: [] },
      { custody: [] },
      { returnPolicy: { ...quote.returnPolicy, mode: 'none' } },
      { expiresAt: quote.createdAt },
    ];
    for (const change of changed) {
      const digest = quoteDigest(engineTerms({ ...quote, ...change }));
      assert.notEqual(digest, quote.digest, Object.keys(change).join());
    }
    assert.equal(quoteDigest(engineTerms({ ...quote, rank: 9, cost: null, labels: [] })), quote.digest);
  });

  test('send, receive, fees and rates of every leg add up to the minor unit', async () => {
    for (const quote of await allQuotes()) assert.deepEqual(checkSums(engineTerms(quote)), []);
  });

  test('a quote lives five minutes at most, and no longer than its rate is held', async () => {
    for (const { createdAt, expiresAt, legs } of await allQuotes()) {
      const lifetimeMs = Date.parse(expiresAt) - Date.parse(createdAt);
      assert.ok(lifetimeMs > 0 && lifetimeMs <= LIFETIME_MS_MAX, `${lifetimeMs} ms`);
      for (const { fx } of legs)
        if (fx?.lockedUntil !== undefined) assert.ok(Date.parse(expiresAt) <= Date.parse(fx.lockedUntil));
    }
  });

  test('arrival is after now, and nineteen of twenty later than half', async () => {
    for (const { arrival, createdAt, legs } of await allQuotes()) {
      assert.ok(Date.parse(createdAt) <= Date.parse(arrival.p50));
      for (const { p50, p95 } of [arrival, ...legs.map(({ eta }) => eta)])
        assert.ok(Date.parse(p50) <= Date.parse(p95));
    }
  });

  test('legs are numbered from 1, and each says its rail, its scheme and whether the user must approve', async () => {
    for (const { legs } of await allQuotes()) {
      assert.deepEqual(
        legs.map(({ sequence }) => sequence),
        legs.map((_, index) => index + 1),
      );
      for (const { rail, scheme, kind, requiresAction } of legs) {
        assert.ok(rail.length > 0 && scheme.length > 0);
        if (kind === 'payment' || kind === 'pay-in') assert.ok(requiresAction, `${rail} ${kind}`);
        else assert.ok(!requiresAction, `${rail} ${kind}`);
      }
    }
  });

  test('each quote says the longest reference it carries, why it stands where it does, and by what snapshot', async () => {
    for (const { referenceMax, explanation, snapshot, returnPolicy } of await allQuotes()) {
      assert.ok(referenceMax >= 0 && referenceMax <= 140);
      for (const { key, message } of [explanation, returnPolicy.explanation]) {
        assert.notEqual(key, '');
        assert.doesNotMatch(message, /\{[A-Za-z]+\}|undefined/);
      }
      assert.match(snapshot, /^sha256:[0-9a-f]{64}$/);
    }
  });

  test('pounds to euros is a route of several legs, with money in between at the rail that says so', async () => {
    const { british, germanPayee } = await parties();
    const { quotes } = await findQuotes(api, { from: british, to: germanPayee, amount: euros('5000') });
    const [first] = quotes;
    assert.deepEqual(
      first?.legs.map(({ kind }) => kind),
      ['pay-in', 'payout'],
    );
    assert.equal(first?.returnPolicy.mode, 'to_payer');
    assert.ok(first?.fx);
  });

  test('a wallet that a connection has the key of pays on its chain', async () => {
    const { wallet, walletPayee } = await parties();
    const { quotes } = await findQuotes(api, { from: wallet, to: walletPayee, amount: usdc('1000000') });
    assert.deepEqual(
      quotes.map(({ legs }) => legs.map(({ kind }) => kind)),
      [['on-chain']],
    );
  });
};

const sides: About = ({ api }, parties) => {
  test("an amount in the payee's asset is what the payee receives, exactly", async () => {
    const { british, germanPayee } = await parties();
    for (const value of ['1', '999', '5000', '123457']) {
      const { quotes } = await findQuotes(api, { from: british, to: germanPayee, amount: euros(value) });
      assert.ok(quotes.length > 0);
      for (const { fixed, receive } of quotes) {
        assert.equal(fixed, 'receive');
        assert.deepEqual(receive, euros(value));
      }
    }
  });

  test("an amount in the payer's asset is what the payer sends, exactly", async () => {
    const { british, germanPayee } = await parties();
    for (const value of ['999', '5000', '123457']) {
      const { quotes } = await findQuotes(api, { from: british, to: germanPayee, amount: pounds(value) });
      assert.ok(quotes.length > 0);
      for (const { fixed, send } of quotes) {
        assert.equal(fixed, 'send');
        assert.deepEqual(send, pounds(value));
      }
    }
  });
};

const order: About = ({ api }, parties) => {
  const ask = async (more: object) => {
    const { german, germanPayee } = await parties();
    return (await findQuotes(api, { from: german, to: germanPayee, amount: euros('1250'), ...more })).quotes;
  };
  const routeOf = ({ legs }: Quote) => legs.map(({ rail, scheme }) => `${rail}/${scheme}`).join(' → ');

  test('quotes are ranked from 1, at most 10 of them, and each label stands at one', async () => {
    const quotes = await ask({});
    assert.deepEqual(
      quotes.map(({ rank }) => rank),
      quotes.map((_, index) => index + 1),
    );
    assert.ok(quotes.length > 2 && quotes.length <= 10);
    const labels = quotes.flatMap((quote) => quote.labels);
    assert.deepEqual(labels.toSorted(), ['cheapest', 'fastest', 'recommended']);
  });

  for (const preference of ['cheapest', 'fastest', 'recommended']) {
    test(`preference ${preference} puts that label first and changes nothing else`, async () => {
      const [plain, preferred] = [await ask({}), await ask({ preference })];
      assert.ok(preferred[0]?.labels.some((label) => label === preference));
      assert.deepEqual(preferred.map(routeOf).toSorted(), plain.map(routeOf).toSorted());
    });
  }

  test('preferRail puts the routes over that rail first and changes nothing else', async () => {
    const [plain, preferred] = [await ask({}), await ask({ preferRail: 'enable-banking' })];
    const over = preferred.map(({ legs }) => legs.some(({ rail }) => rail === 'enable-banking'));
    assert.ok(over.includes(true) && over.includes(false));
    assert.deepEqual(
      over,
      over.toSorted((a, b) => Number(b) - Number(a)),
    );
    assert.deepEqual(preferred.map(routeOf).toSorted(), plain.map(routeOf).toSorted());
  });

  test('preferRail that serves nothing leaves everything as it is', async () => {
    const [plain, preferred] = [await ask({}), await ask({ preferRail: 'nothing-of-the-kind' })];
    assert.deepEqual(preferred.map(routeOf), plain.map(routeOf));
  });
};

const reasons: About = ({ api, live }, parties) => {
  test('every connection that serves no quote is named once, with a reason; none that serves one', async () => {
    const { british, germanPayee } = await parties();
    const { quotes, infeasible } = await findQuotes(api, {
      from: british,
      to: germanPayee,
      amount: euros('5000'),
    });
    const snapshot = expectSuccess('routingSnapshot.get', await api('/v1/routing_snapshot'));
    const serving = new Set(
      quotes.flatMap(({ legs }) => legs.map(({ connection }): string | undefined => connection)),
    );
    const named = infeasible.filter(({ legs }) => legs === undefined).map(({ connection }) => connection);
    const others = snapshot.connections.map(({ id }) => id).filter((id) => !serving.has(id));
    assert.deepEqual(named.toSorted(), others.toSorted());
    for (const { code, explanation, fix } of infeasible) {
      assert.equal(code, explanation.key);
      for (const { message } of [explanation, ...(fix === undefined ? [] : [fix.explanation])])
        assert.doesNotMatch(message, /\{[A-Za-z]+\}|undefined/);
    }
    assert.ok(infeasible.filter(({ legs }) => legs !== undefined).length <= 20);
  });

  test('no route is 200 with no quotes and a suggestion', async () => {
    const { british, britishPayee } = await parties();
    const huge = await findQuotes(api, { from: british, to: britishPayee, amount: pounds('9'.repeat(30)) });
    assert.deepEqual(huge.quotes, []);
    assert.equal(huge.suggestion?.action, 'change_amount');
    assert.ok(huge.infeasible.length > 0);
  });

  test('an environment without connections has no routes, and is told to connect a rail', async () => {
    const [from, to] = [await registerAccount(live), await registerAccount(live)];
    const { quotes, infeasible, suggestion } = await findQuotes(live, {
      from: from.id,
      to: to.id,
      amount: euros('100'),
    });
    assert.deepEqual([quotes, infeasible, suggestion?.action], [[], [], 'connect_rail']);
  });

  test('where there are quotes nothing is suggested', async () => {
    const { german, germanPayee } = await parties();
    const { suggestion } = await findQuotes(api, { from: german, to: germanPayee, amount: euros('100') });
    assert.equal(suggestion, null);
  });
};

const repeating: About = ({ api }, parties) => {
  test('a repeat with the same Idempotency-Key is byte-identical; another request with it is 409', async () => {
    const { german, germanPayee } = await parties();
    const headers = { 'idempotency-key': unique('key') };
    const body = { from: german, to: germanPayee, amount: euros('100') };
    const first = await api('/v1/route_quotes', { body, headers });
    const again = await api('/v1/route_quotes', { body, headers });
    expectSuccess('routeQuotes.create', first);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await api('/v1/route_quotes', { body: { ...body, amount: euros('101') }, headers });
    expectRefusal(other, { status: 409, code: 'idempotency_conflict', param: 'Idempotency-Key' });
  });

  test('ten equal requests at once have one answer', async () => {
    const { german, germanPayee } = await parties();
    const headers = { 'idempotency-key': unique('key') };
    const body = { from: german, to: germanPayee, amount: euros('100') };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api('/v1/route_quotes', { body, headers })),
    );
    const made = answers.filter(({ status }) => status === 200);
    assert.ok(made.length > 0);
    assert.equal(new Set(made.map(({ text }) => text)).size, 1);
    for (const answer of answers) assert.ok([200, 409].includes(answer.status), answer.text);
  });
};

/** A quote from the wire holds its terms; the contract's optional members differ from the engine's in their types only. */
function engineTerms(quote: Quote): Parameters<typeof quoteDigest>[0] & Parameters<typeof checkSums>[0] {
  return quote as unknown as Parameters<typeof quoteDigest>[0] & Parameters<typeof checkSums>[0];
}
