/** How payments end, rail by rail and test outcome by test outcome: final state, money, and the events in order. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Context, Topic } from '../context.ts';
import { expectSuccess } from '../expect.ts';
import {
  advance,
  begin,
  decide,
  euros,
  eventsOf,
  isOver,
  type Parties,
  type Payment,
  partiesOf,
  pay,
  pounds,
  type Quote,
  quoteFor,
  until,
  usdc,
} from '../paying.ts';

type About = (context: Context, parties: () => Promise<Parties>) => void;

export const paymentOutcomes: Topic = (context) => {
  const parties = partiesOf(context.api);
  describe('side by side', { concurrency: 8 }, () => {
    rails(context, parties);
    references(context, parties);
    routes(context, parties);
    events(context, parties);
  });
};

/** As the design has it, repeated on purpose. */
const LEG_TABLE: Readonly<Record<string, readonly string[]>> = {
  pending: ['requires_action', 'submitting', 'cancelled'],
  requires_action: ['submitting', 'submitted', 'settled', 'failed', 'cancelled', 'unknown'],
  submitting: ['submitted', 'settled', 'failed', 'unknown'],
  submitted: ['settled', 'failed', 'cancelled', 'unknown'],
  unknown: ['submitted', 'settled', 'failed', 'review'],
  review: ['settled', 'failed', 'returning'],
  settled: ['returning', 'returned'],
  returning: ['returned', 'review'],
};

const INTENT_TABLE: Readonly<Record<string, readonly string[]>> = {
  requires_action: ['processing', 'failed', 'cancelled'],
  processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
};

const rails: About = ({ api }, parties) => {
  for (const rail of RAILS) {
    test(`over ${rail} a payment that is approved succeeds`, async () => {
      const payment = await pay(api, await quoted(api, parties, rail), 'approve');
      expectSucceeded(payment);
      await checkEvents(api, payment, 'succeeded');
    });

    test(`over ${rail} a payment that is declined fails with user_declined, and the money never left`, async () => {
      const payment = await pay(api, await quoted(api, parties, rail), 'decline');
      expectFailed(payment, 'user_declined');
      await checkEvents(api, payment, 'failed');
    });

    test(`over ${rail} a payment that is approved goes on though nobody comes back to advance it`, async () => {
      const payment = await begin(api, await quoted(api, parties, rail));
      await decide(payment, 'approve');
      expectSucceeded(await until(api, payment, isOver));
    });
  }
};

const RAILS = ['truelayer', 'plaid', 'berlin-group-xs2a', 'enable-banking'] as const;
type TestedRail = (typeof RAILS)[number];

const references: About = ({ api }, parties) => {
  for (const rail of RAILS) {
    for (const [reference, codes] of [
      ['SIM refused', ['bank_refused', 'provider_rejected']],
      ['SIM insufficient', ['insufficient_funds', 'bank_refused']],
    ] as const) {
      test(`over ${rail} ${reference} ends failed with ${codes.join(' or ')}`, async () => {
        const payment = await pay(api, await quoted(api, parties, rail), 'approve', { reference });
        assert.ok(
          codes.some((code) => code === payment.failure?.code),
          JSON.stringify(payment),
        );
        expectFailed(payment, payment.failure?.code);
        await checkEvents(api, payment, 'failed');
      });
    }
  }

  for (const [rail, code] of [
    ['truelayer', 'bank_refused'],
    ['plaid', 'provider_rejected'],
  ] as const) {
    test(`over ${rail} SIM rejected: the answer is 201 whatever the provider said, and the payment has failed`, async () => {
      const quote = await quoted(api, parties, rail);
      const payment = await until(api, await begin(api, quote, { reference: 'SIM rejected' }), isOver);
      expectFailed(payment, code);
      await checkEvents(api, payment, 'failed');
    });
  }

  for (const reference of ['SIM timeout', 'SIM reset', 'SIM error']) {
    test(`${reference}: a rail that knows its keys again is asked again under the same key, and pays once`, async () => {
      const quote = await quoted(api, parties, 'truelayer');
      const payment = await begin(api, quote, { reference });
      const asked = await until(
        api,
        payment,
        ({ status, legs }) => status !== 'processing' || legs[0]?.status === 'unknown',
      );
      if (asked.status === 'requires_action') {
        const returnParams = await decide(asked, 'approve');
        expectSuccess('paymentIntents.advance', await advance(api, asked, { returnParams }));
        expectSucceeded(await until(api, payment, isOver));
      } else {
        assert.equal(asked.status, 'processing', 'what nobody knows is never failed');
      }
    });
  }

  test('SIM timeout over a rail without idempotency is unknown and stays processing: never failed, never resent', async () => {
    const quote = await quoted(api, parties, 'plaid');
    const payment = await begin(api, quote, { reference: 'SIM timeout' });
    const lost = await until(api, payment, ({ legs }) => legs[0]?.status === 'unknown');
    assert.deepEqual(
      [lost.status, lost.statusDetail.key, lost.failure],
      ['processing', 'payment.finding_out', undefined],
    );
    assert.equal(lost.legs[0]?.attempts, 1);
    assert.equal(lost.cancellable.now, false);
    await checkEvents(api, lost, 'processing');
  });

  test('SIM duplicate and SIM reordered: webhooks twice and out of order change nothing twice and nothing back', async () => {
    for (const reference of ['SIM duplicate', 'SIM reordered', 'SIM no webhook']) {
      const payment = await pay(api, await quoted(api, parties, 'truelayer'), 'approve', { reference });
      expectSucceeded(payment);
      await checkEvents(api, payment, 'succeeded');
    }
  });
};

const routes: About = ({ api }, parties) => {
  test('pounds arrive as euros over a pay-in and a payout, and the sums are those of the quote', async () => {
    const { british, germanPayee } = await parties();
    const quote = await quoteFor(api, { from: british, to: germanPayee, amount: euros('5000') }, 'truelayer');
    const payment = await begin(api, quote, { reference: 'FX 1' });
    const returnParams = await decide(payment, 'approve');
    expectSuccess('paymentIntents.advance', await advance(api, payment, { returnParams }));
    const holders = new Set(payment.moneyPosition.map(({ holder }) => holder));
    const done = await until(api, payment, (now) => {
      for (const { holder } of now.moneyPosition) holders.add(holder);
      return isOver(now);
    });
    expectSucceeded(done);
    assert.deepEqual(
      done.legs.map(({ kind, finality }) => [kind, finality.basis]),
      [
        ['pay-in', 'credited'],
        ['payout', 'accepted'],
      ],
    );
    assert.ok(holders.has('payer') && holders.has('payee'));
    await checkEvents(api, done, 'succeeded');
    const settled = (await eventsOf(api, done)).filter(
      ({ data }) => 'status' in data.object && data.object.status === 'settled',
    );
    assert.deepEqual(
      settled.map(({ data }) => data.object.id),
      done.legs.map(({ id }) => id),
      'a leg follows only when the one before it is credited',
    );
  });

  test('SIM returned: money that comes back after it had arrived leaves the payment succeeded and its leg returned', async () => {
    const payment = await payAcross(api, parties, 'SIM returned');
    assert.equal(payment.status, 'succeeded');
    const later = await until(api, payment, ({ legs }) => legs.at(-1)?.status === 'returned');
    assert.equal(later.status, 'succeeded');
    assert.equal(later.statusDetail.key, 'payment.returned_later');
    assert.deepEqual(
      later.moneyPosition.map(({ holder, asset }) => [holder, asset]),
      [['wise', 'iso4217:GBP']],
    );
    await checkEvents(api, later, 'succeeded');
  });

  test('SIM refused: when the payout is refused the money goes back to the payer, and only then has the payment failed', async () => {
    const payment = await payAcross(api, parties, 'SIM refused');
    assert.equal(payment.status, 'failed', JSON.stringify(payment));
    const [payIn, payout, back] = payment.legs;
    assert.deepEqual(
      [payIn?.status, payout?.status, back?.status, back?.compensationOf],
      ['returned', 'failed', 'settled', payIn?.id],
    );
    assert.deepEqual(
      payment.moneyPosition.map(({ holder }) => holder),
      ['payer'],
    );
    await checkEvents(api, payment, 'failed');
  });

  test('a stablecoin is paid from the wallet whose key a connection has, and asks nobody', async () => {
    const { wallet, walletPayee } = await parties();
    const quote = await quoteFor(api, { from: wallet, to: walletPayee, amount: usdc('1000000') });
    const payment = await begin(api, quote);
    assert.notEqual(payment.action?.type, 'redirect');
    const done = await until(api, payment, isOver);
    expectSucceeded(done);
    assert.equal(done.legs[0]?.finality.basis, 'confirmations');
    const types = (await eventsOf(api, done)).map(({ type }) => type);
    assert.ok(!types.includes('payment_intent.requires_action'));
    await checkEvents(api, done, 'succeeded');
  });
};

const events: About = ({ api }, parties) => {
  test('events tell a payment in order, from processing to its end', async () => {
    const payment = await pay(api, await quoted(api, parties, 'berlin-group-xs2a'), 'approve');
    const types = (await eventsOf(api, payment))
      .map(({ type }) => type)
      .filter((type) => type !== 'leg.updated');
    assert.deepEqual(types, [
      'payment_intent.processing',
      'payment_intent.requires_action',
      'payment_intent.processing',
      'payment_intent.succeeded',
    ]);
  });

  test('no event of a payment holds its reference, its metadata, its action or a name', async () => {
    const payment = await pay(api, await quoted(api, parties, 'truelayer'), 'approve', {
      reference: 'SECRET 4711',
      metadata: { note: 'confidential' },
    });
    const told = JSON.stringify(await eventsOf(api, payment));
    for (const secret of [
      'SECRET 4711',
      'confidential',
      'Grace',
      'Hopper',
      'Lovelace',
      'metadata',
      '"action"',
    ])
      assert.ok(!told.includes(secret), secret);
  });
};

/** Each change of state has one event, they agree with the tables, and the resource is told as it was then. */
async function checkEvents(api: Context['api'], payment: Payment, end: string): Promise<void> {
  const all = await eventsOf(api, payment);
  const own = all.filter(({ type }) => type !== 'leg.updated');
  assert.equal(own[0]?.type, 'payment_intent.processing');
  assert.equal(own[0]?.previous, undefined, 'the first event has nothing before it');
  assert.equal(own.at(-1)?.type, `payment_intent.${end}`);
  let status = 'processing';
  for (const { type, previous, data } of own.slice(1)) {
    const next = type.slice('payment_intent.'.length);
    assert.ok(INTENT_TABLE[status]?.includes(next), `${status} → ${next}`);
    assert.deepEqual(previous, { status });
    assert.equal(statusIn(data.object), next);
    const failed = 'failure' in data.object && data.object.failure !== undefined;
    assert.equal(failed, next === 'failed', `failure in ${type}`);
    const detail = 'statusDetail' in data.object ? JSON.stringify(data.object.statusDetail) : '';
    const isEnd = /"key":"payment\.(?:succeeded|cancelled|failed\.\w+)"/.test(detail);
    assert.equal(isEnd, INTENT_TABLE[next] === undefined, `${detail} in ${type}`);
    status = next;
  }
  for (const leg of payment.legs) {
    let now = 'pending';
    for (const { data, previous } of all.filter(({ data }) => data.object.id === leg.id)) {
      const next = statusIn(data.object);
      assert.ok(LEG_TABLE[now]?.includes(next), `leg ${now} → ${next}`);
      assert.deepEqual(previous, { status: now });
      now = next;
    }
    assert.equal(now, leg.status);
  }
}

function statusIn(object: object): string {
  return 'status' in object && typeof object.status === 'string' ? object.status : '';
}

function expectSucceeded(payment: Payment): void {
  assert.equal(payment.status, 'succeeded', JSON.stringify(payment));
  assert.equal(payment.statusDetail.key, 'payment.succeeded');
  assert.ok(payment.legs.every(({ status }) => status === 'settled'));
  assert.deepEqual(payment.moneyPosition, [{ holder: 'payee', custody: 'none', ...payment.receive }]);
  assert.deepEqual([payment.action, payment.failure, payment.cancellable.now], [undefined, undefined, false]);
}

function expectFailed(payment: Payment, code: string | undefined): void {
  assert.equal(payment.status, 'failed', JSON.stringify(payment));
  assert.equal(payment.failure?.code, code);
  assert.deepEqual(payment.statusDetail, payment.failure?.explanation);
  assert.ok(payment.legs.every(({ status }) => status === 'failed' || status === 'cancelled'));
  assert.deepEqual(payment.moneyPosition, [
    { holder: 'payer', custody: 'payer-own-account', ...payment.send },
  ]);
  assert.deepEqual([payment.action, payment.cancellable.now], [undefined, false]);
}

async function payAcross(
  api: Context['api'],
  parties: () => Promise<Parties>,
  reference: string,
): Promise<Payment> {
  const { british, germanPayee } = await parties();
  const wish = { from: british, to: germanPayee, amount: euros('5000') };
  return pay(api, await quoteFor(api, wish, 'truelayer'), 'approve', { reference });
}

async function quoted(
  api: Context['api'],
  parties: () => Promise<Parties>,
  rail: TestedRail,
): Promise<Quote> {
  const { british, german, britishPayee, germanPayee } = await parties();
  return rail === 'truelayer' || rail === 'plaid'
    ? quoteFor(api, { from: british, to: britishPayee, amount: pounds('1250') }, rail)
    : quoteFor(api, { from: german, to: germanPayee, amount: euros('1250') }, rail);
}
