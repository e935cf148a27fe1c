/** Every fault the simulator knows, on every call of ours: what we say of it, and that nothing is doubled or lost. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { FAULT_KINDS, type FaultKind } from '../../../packages/simulator/src/control/faults.ts';
import { impatientHttp } from '../patient-http.ts';
import { britishOrder, decide, type Started, startTruelayer } from './start-truelayer.ts';

const HANGS: readonly FaultKind[] = ['timeout', 'timeout_after_success'];

describe('faults on the way to TrueLayer', () => {
  let started: Started;
  before(async () => {
    started = await startTruelayer();
  });
  afterEach(() => started.clearFaults());
  after(() => started.stop());

  const strike = (fault: FaultKind, path: string) =>
    started.control('/faults', { provider: 'truelayer', path, fault, times: 1, latencyMs: 50 });
  /** Gives up soon on the call that a fault leaves without an answer. */
  const open = (fault: FaultKind, purpose: string) =>
    started.open(HANGS.includes(fault) ? { http: impatientHttp(purpose) } : {});

  for (const fault of FAULT_KINDS) {
    test(`${fault} where a token is asked for: nothing happened, and it may be tried again`, async () => {
      await strike(fault, '/connect/token');
      const { payment } = open(fault, 'auth.token');
      const order = britishOrder();
      const first = await payment.start(order);
      assert.equal(first.kind, fault === 'latency' ? 'requires_action' : 'unavailable');
      assert.equal((await payment.start(order)).kind, 'requires_action');
      assert.equal(await started.countAtProvider(order.key), 1);
    });

    test(`${fault} where a payment is created: unknown, and the same key finds one payment`, async () => {
      await strike(fault, '/v3/payments');
      const { payment } = open(fault, 'payments.create');
      const order = britishOrder();
      const first = await payment.start(order);
      assert.equal(first.kind, fault === 'latency' ? 'requires_action' : 'unknown_outcome');
      const second = await payment.start(order);
      assert.equal(second.kind, 'requires_action', JSON.stringify(second));
      assert.equal(await started.countAtProvider(order.key), 1);
    });

    test(`${fault} where a payment is asked for: it is only not known yet`, async () => {
      const { payment } = open(fault, 'payments.get');
      const order = britishOrder('SIM stuck');
      const first = await payment.start(order);
      assert.ok(first.kind === 'requires_action');
      await decide(first.action, 'approve');
      await strike(fault, '/v3/payments/');
      const asked = await payment.query({ order, memo: first.memo });
      assert.equal(asked.kind, fault === 'latency' ? 'processing' : 'unavailable');
      assert.equal((await payment.query({ order, memo: first.memo })).kind, 'processing');
    });

    test(`${fault} where a payment is cancelled: asking again tells`, async () => {
      const { payment } = open(fault, 'payments.cancel');
      const order = britishOrder();
      const first = await payment.start(order);
      assert.ok(first.kind === 'requires_action');
      await strike(fault, '/v3/payments/');
      const asked = await payment.cancel({ order, memo: first.memo });
      const isHeard = fault === 'latency' || fault === 'malformed';
      assert.equal(asked.kind, isHeard ? 'processing' : 'unknown_outcome');
      await payment.cancel({ order, memo: first.memo });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const last = await payment.query({ order, memo: first.memo });
      assert.ok(last.kind === 'refused' && last.code === 'cancelled', JSON.stringify(last));
    });

    test(`${fault} where the directory is read: it is unavailable`, async () => {
      for (const path of ['/api/providers', '/v3/payments-providers/search']) {
        await strike(fault, path);
        const { institutions } = open(fault, PURPOSES[path] ?? '');
        const listed = await institutions.list({ country: 'GB' });
        assert.equal(listed.kind, fault === 'latency' ? 'done' : 'unavailable', path);
        assert.equal((await institutions.list({ country: 'GB' })).kind, 'done');
      }
    });

    test(`${fault} where accounts are read: the user need not come again`, async () => {
      for (const path of ['/data/v1/accounts', '/data/v1/info', '/data/v1/me']) {
        const { bankLink } = open(fault, PURPOSES[path] ?? '');
        const first = await bankLink.start(linkStart());
        assert.ok(first.kind === 'requires_action');
        const { returnParams } = await decide(first.action, 'approve');
        await strike(fault, path);
        const { returnUri } = linkStart();
        const back = await bankLink.resume({ memo: first.memo, returnUri, returnParams });
        assert.equal(back.kind, fault === 'latency' ? 'done' : 'processing', path);
        if (back.kind !== 'processing') continue;
        const last = await bankLink.poll({ memo: back.memo });
        assert.equal(last.kind, 'done', JSON.stringify(last));
      }
    });

    test(`${fault} where a code is exchanged: tried again, it is linked or has lapsed`, async () => {
      const { bankLink } = open(fault, 'auth.code');
      const first = await bankLink.start(linkStart());
      assert.ok(first.kind === 'requires_action');
      const { returnParams } = await decide(first.action, 'approve');
      await strike(fault, '/connect/token');
      const input = { memo: first.memo, returnUri: linkStart().returnUri, returnParams };
      const back = await bankLink.resume(input);
      if (fault === 'latency') {
        assert.equal(back.kind, 'done');
        return;
      }
      assert.equal(back.kind, 'unavailable');
      const again = await bankLink.resume(input);
      const wasSpent = fault === 'timeout_after_success' || fault === 'malformed';
      if (wasSpent) assert.ok(again.kind === 'refused' && again.code === 'expired', JSON.stringify(again));
      else assert.equal(again.kind, 'done', JSON.stringify(again));
    });
  }

  test('the way to the bank that got lost is found again under the same key', async () => {
    for (const fault of FAULT_KINDS.filter((kind) => kind !== 'latency')) {
      const { payment } = open(fault, 'payments.authorize');
      const order = britishOrder();
      // The payment itself is created by the first call that matches, so the second is the one that starts the flow.
      await started.control('/faults', {
        provider: 'truelayer',
        path: '/v3/payments',
        fault: 'latency',
        times: 1,
        latencyMs: 0,
      });
      await strike(fault, '/v3/payments');
      assert.equal((await payment.start(order)).kind, 'unknown_outcome', fault);
      const second = await payment.start(order);
      assert.equal(second.kind, 'requires_action', fault);
      assert.equal(await started.countAtProvider(order.key), 1);
    }
  });

  test('an outage: nothing is connected, so nothing happened', async () => {
    const gone = await startTruelayer();
    const { payment, bankLink, institutions } = gone.open();
    await gone.stop();
    assert.equal((await payment.start(britishOrder())).kind, 'unavailable');
    assert.equal((await bankLink.start(linkStart())).kind, 'unavailable');
    assert.equal((await institutions.list({})).kind, 'unavailable');
  });
});

const PURPOSES: Readonly<Record<string, string>> = {
  '/api/providers': 'auth.providers',
  '/v3/payments-providers/search': 'payments.providers',
  '/data/v1/accounts': 'data.accounts',
  '/data/v1/info': 'data.info',
  '/data/v1/me': 'data.me',
};

function linkStart() {
  return {
    key: crypto.randomUUID(),
    user: 'user-1',
    country: 'GB',
    institution: 'ob-monzo',
    channel: 'web',
    returnUri: 'https://client.example/back',
    state: crypto.randomUUID(),
  } as const;
}
