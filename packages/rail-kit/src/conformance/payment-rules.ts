import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Absent } from '../answer.ts';
import type { Payment, PaymentFacts, PaymentOrder, PaymentStep } from '../roles/payment.ts';
import type { Payout, PayoutOrder } from '../roles/payout.ts';
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
