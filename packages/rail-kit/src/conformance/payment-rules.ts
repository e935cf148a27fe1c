import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Absent } from '../answer.ts';
import type { Payment, PaymentFacts, PaymentOrder, PaymentStep } from '../roles/payment.ts';
import type { Payout, PayoutOrder } from '../roles/payout.ts';
import type { ListedPayment, Statement } from '../roles/statement.ts';
import { endureDisturbances } from './disturbances.ts';
import type { PaymentFixture, PayoutFixture, RailFixture } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

const POLLS_MAX = 100;
const POLL_AFTER_MS = 100;

export function paymentRules<Credentials>(fixture: RailFixture<Credentials>, payment: PaymentFixture): void {
  test('an approved payment ends in a status that is declared as settled', async () => {
    const stage = openStage(fixture);
    const order = await orderOf(stage, payment);
    const first = await paymentOf(stage).start(order);
    const next =
      first.kind === 'requires_action'
        ? await paymentOf(stage).resume({ order, memo: first.memo, ...(await payment.approve(first.action)) })
        : first;
    const last = await settle(next, (memo) => paymentOf(stage).query({ order, memo }));
    assert.equal(last.kind, 'done', inspect(last));
    assert.ok(
      paymentOf(stage).facts.settledStatuses.includes(last.result.providerStatus),
      last.result.providerStatus,
    );
    assert.equal(await payment.countAtProvider(order.key), 1);
    await isListed(paymentOf(stage).statement, order, last.result.ref);
  });

  const { decline } = payment;
  if (decline !== undefined) {
    test('a payment that the user declines is refused, and it says why', async () => {
      const stage = openStage(fixture);
      const order = await orderOf(stage, payment);
      const first = await paymentOf(stage).start(order);
      assert.equal(first.kind, 'requires_action', inspect(first));
      const next = await paymentOf(stage).resume({
        order,
        memo: first.memo,
        ...(await decline(first.action)),
      });
      const last = await settle(next, (memo) => paymentOf(stage).query({ order, memo }));
      assert.ok(last.kind === 'refused' && last.code === 'user_declined', inspect(last));
    });
  }

  onePaymentForOneKey(fixture, payment, async (stage) => {
    const order = await orderOf(stage, payment);
    return { key: order.key, facts: paymentOf(stage).facts, start: () => paymentOf(stage).start(order) };
  });

  test('a call that may have moved money and has no clear answer is an unknown outcome', async () => {
    await endureDisturbances(
      fixture,
      async (stage) => {
        const order = await orderOf(stage, payment);
        return () => paymentOf(stage).start(order);
      },
      payment.moneyPurposes,
    );
  });

  factsRule(() => paymentOf(openStage(fixture)).facts);
}

export function payoutRules<Credentials>(fixture: RailFixture<Credentials>, payout: PayoutFixture): void {
  const orderPayout = (): PayoutOrder => ({ ...payout.order(), key: crypto.randomUUID() });

  test('a payout ends in a status that is declared as settled', async () => {
    const stage = openStage(fixture);
    const order = orderPayout();
    const last = await settle(await payoutOf(stage).start(order), (memo) =>
      payoutOf(stage).query({ order, memo }),
    );
    assert.equal(last.kind, 'done', inspect(last));
    assert.ok(
      payoutOf(stage).facts.settledStatuses.includes(last.result.providerStatus),
      last.result.providerStatus,
    );
    await isListed(payoutOf(stage).statement, order, last.result.ref);
  });

  onePaymentForOneKey(fixture, payout, async (stage) => {
    const order = orderPayout();
    return { key: order.key, facts: payoutOf(stage).facts, start: () => payoutOf(stage).start(order) };
  });

  test('a payout call that may have moved money and has no clear answer is an unknown outcome', async () => {
    await endureDisturbances(
      fixture,
      (stage) => () => payoutOf(stage).start(orderPayout()),
      payout.moneyPurposes,
    );
  });

  factsRule(() => payoutOf(openStage(fixture)).facts);
}

function onePaymentForOneKey<Credentials>(
  fixture: RailFixture<Credentials>,
  provider: { countAtProvider(key: string): Promise<number> },
  prepare: (stage: Stage) => Promise<{
    readonly key: string;
    readonly facts: PaymentFacts;
    readonly start: () => Promise<PaymentStep>;
  }>,
): void {
  test('the same key twice is one payment, where the rail declares that it may be sent twice', async (t) => {
    const { key, facts, start } = await prepare(openStage(fixture));
    if (facts.idempotencyRetentionMs === undefined)
      return t.skip('the rail declares no idempotency: it is never resent');
    await start();
    await start();
    assert.equal(await provider.countAtProvider(key), 1);
  });
}

/** A rail that can list what it made lists what has just settled, once, as done and to the minor unit; and not before its time. */
async function isListed(
  statement: Statement | undefined,
  { key, amount, scheme }: Pick<PaymentOrder, 'key' | 'amount' | 'scheme'>,
  ref: string,
): Promise<void> {
  if (statement === undefined || !statement.schemes.includes(scheme)) return;
  const nowMs = Date.now();
  const listed = await listAll(statement, nowMs - LIST_SPAN_MS, nowMs + POLL_AFTER_MS);
  const found = listed.filter((one) => one.ref === ref);
  assert.equal(found.length, 1, inspect(listed));
  const [one] = found;
  assert.equal(one?.standing, 'done', inspect(one));
  assert.deepEqual(one?.amount ?? amount, { ...amount });
  assert.equal(one?.key ?? key, key);
  const earlier = await listAll(statement, nowMs - 2 * LIST_SPAN_MS, nowMs - LIST_SPAN_MS);
  assert.ok(!earlier.some((other) => other.ref === ref), 'it was not made before it was asked for');
}

const LIST_SPAN_MS = 60 * 60_000;
const PAGES_MAX = 200;

async function listAll(
  statement: Statement,
  fromMs: number,
  toMs: number,
): Promise<readonly ListedPayment[]> {
  const listed: ListedPayment[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await statement.page({ fromMs, toMs, ...(cursor === undefined ? {} : { cursor }) });
    assert.equal(page.kind, 'done', inspect(page));
    listed.push(...page.result.payments);
    cursor = page.result.next;
    if (cursor === undefined) return listed;
  }
  return assert.fail('a list comes to its end');
}

function factsRule(facts: () => PaymentFacts): void {
  test('its facts make sense', () => {
    const { schemes, settledStatuses, idempotencyRetentionMs, absenceHorizonMs, reference } = facts();
    assert.ok(schemes.length > 0 && settledStatuses.length > 0);
    for (const spanMs of [idempotencyRetentionMs, absenceHorizonMs])
      assert.ok(spanMs === undefined || spanMs > 0);
    // None at all is possible: a transfer on a chain has no room for one.
    assert.ok(reference.max >= 0 && !reference.pattern.global);
  });
}

async function settle(
  first: PaymentStep | Absent,
  query: (memo: Extract<PaymentStep, { kind: 'processing' }>['memo']) => Promise<PaymentStep | Absent>,
): Promise<PaymentStep | Absent> {
  let step = first;
  for (let count = 0; step.kind === 'processing' && count < POLLS_MAX; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_AFTER_MS));
    step = await query(step.memo);
  }
  return step;
}

/** With what a sequenced rail prepares, as the host would have stored it. */
async function orderOf(stage: Stage, payment: PaymentFixture): Promise<PaymentOrder> {
  const order: PaymentOrder = { ...payment.order(), key: crypto.randomUUID(), state: crypto.randomUUID() };
  const { sequenced } = paymentOf(stage);
  if (sequenced === undefined) return order;
  const reserved = await sequenced.reserve(order);
  assert.equal(reserved.kind, 'done', inspect(reserved));
  const prepared = await sequenced.prepare({ order, ...reserved.result });
  stage.http.forget();
  return { ...order, prepared: prepared.memo };
}

function paymentOf(stage: Stage): Payment {
  assert.ok(stage.rail.payment, 'the rail makes payments');
  return stage.rail.payment;
}

function payoutOf(stage: Stage): Payout {
  assert.ok(stage.rail.payout, 'the rail pays out');
  return stage.rail.payout;
}
