/** Every fault the simulator knows, on every call an operation makes: late or unsure, and never wrong. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createRealHttp } from '@switchyard/rail-kit/conformance';
import { plaidRail } from '../../../packages/rails/src/plaid/index.ts';
import { FAULTS } from '../../../packages/simulator/src/control/faults.ts';
import { comeBack } from './person.ts';
import {
  askPlaid,
  linkAccount,
  linkStart,
  openPlaid,
  partyOf,
  paymentOrder,
  RETURN_URI,
  settle,
} from './plaid-stage.ts';

const LATENCY_MS = 100;
const stage = await openPlaid();
const { bankLink, payment, payout } = stage.rail;
after(() => stage.stop());
const payee = partyOf(await linkAccount(stage, 'US'));
const APPROVE = { decision: 'approve', bank: 'Barclays' } as const;

/** One strike; what hangs is given up soon. */
function strike(path: string, fault: string): Promise<void> {
  if (fault.startsWith('timeout')) stage.hurry(path);
  return stage.control('/faults', { provider: 'plaid', path, fault, times: 1, latencyMs: LATENCY_MS });
}

for (const fault of Object.keys(FAULTS)) {
  test(`${fault}: an account is linked in the end, or its start is said to have failed`, async () => {
    for (const path of [
      '/link/token/create',
      '/link/token/get',
      '/item/public_token',
      '/auth/get',
      '/identity/get',
    ]) {
      await strike(path, fault);
      let started = await bankLink.start(linkStart());
      if (path === '/link/token/create' && fault !== 'latency') {
        assert.equal(started.kind, 'unavailable', path);
        started = await bankLink.start(linkStart());
      }
      assert.ok(started.kind === 'requires_action' && started.action.type === 'redirect', path);
      const returnParams = await comeBack(started.action.url, APPROVE);
      const step = await bankLink.resume({ memo: started.memo, returnUri: RETURN_URI, returnParams });
      const unsure = step.kind === 'unavailable' || step.kind === 'processing';
      const last = unsure
        ? await bankLink.poll({ memo: step.kind === 'processing' ? step.memo : started.memo })
        : step;
      assert.equal(last.kind, 'done', `${path}: ${JSON.stringify(step)}, ${JSON.stringify(last)}`);
    }
  });

  test(`${fault}: a European payment is unsure or undone, and never thought to have failed`, async () => {
    for (const path of [
      '/payment_initiation/recipient',
      '/payment_initiation/payment/create',
      '/link/token/create',
    ]) {
      await strike(path, fault);
      const order = paymentOrder();
      const step = await payment.start(order);
      const expected = path.endsWith('recipient') ? 'unavailable' : 'unknown_outcome';
      assert.equal(step.kind, fault === 'latency' ? 'requires_action' : expected, path);
    }
    const order = paymentOrder();
    const step = await payment.start(order);
    assert.ok(step.kind === 'requires_action' && step.action.type === 'redirect');
    await comeBack(step.action.url, APPROVE);
    await strike('/payment_initiation/payment/get', fault);
    const asked = await payment.query({ order, memo: step.memo });
    assert.equal(asked.kind, fault === 'latency' ? 'processing' : 'unavailable');
    assert.equal((await settle(() => payment.query({ order, memo: step.memo }))).kind, 'done');
  });

  test(`${fault}: a payout is made once, whatever was heard of it`, async () => {
    for (const path of ['/transfer/authorization', '/transfer/create']) {
      await strike(path, fault);
      const order = {
        key: crypto.randomUUID(),
        amount: { value: 100n, asset: 'iso4217:USD' },
        sendAsset: 'iso4217:USD',
        scheme: 'us-rtp',
        payee,
      } as const;
      const step = await payout.start(order);
      const expected = path.endsWith('create') ? 'unknown_outcome' : 'unavailable';
      assert.equal(step.kind, fault === 'latency' ? 'processing' : expected, path);
      await payout.start(order);
      assert.equal((await settle(() => payout.query({ order }))).kind, 'done', path);
      const { transfers } = await askPlaid(stage, '/transfer/list', {});
      const made = transfers.filter(
        ({ metadata }: { metadata: Record<string, string> }) => metadata.switchyard_operation === order.key,
      );
      assert.equal(made.length, 1, path);
    }
  });
}

test('wrong keys are our mistake, whatever is asked for', async () => {
  const rail = plaidRail.open({
    rail: 'plaid',
    credentials: { ...stage.credentials, secret: 'wrong' },
    ports: { http: createRealHttp(), now: Date.now, randomUuid: () => crypto.randomUUID() },
  });
  for (const answer of [
    await rail.bankLink?.start(linkStart()),
    await rail.payment?.start(paymentOrder()),
    await rail.institutions?.list({}),
  ])
    assert.deepEqual(answer, { kind: 'misconfigured', providerCode: 'INVALID_API_KEYS', httpStatus: 400 });
});
