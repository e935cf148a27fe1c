/** What a payout can ask for by its reference, and what goes wrong on the way. Money never moves twice. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { HttpRequest } from '@switchyard/rail-kit';
import { impatientHttp, patientHttp } from '../patient-http.ts';
import { britishPayout, eventually, settle, startWise } from './start-wise.ts';

const started = await startWise();
after(() => started.stop());
afterEach(() => started.clearFaults());

describe('a payout whose reference wishes', () => {
  it('for a refusal comes back', async () => {
    const rail = started.open();
    const order = britishPayout('SIM refused');
    const before = await started.balance('GBP');
    const last = await settle(rail, order, await rail.payout.start(order));
    assert.deepEqual(last, { kind: 'refused', code: 'returned', providerCode: 'funds_refunded' });
    assert.equal(await started.balance('GBP'), before);
    assert.equal(await times('SIM refused'), 0);
  });

  it('for too small a balance is refused, and nothing has moved', async () => {
    const order = britishPayout('SIM insufficient');
    assert.deepEqual(await started.open().payout.start(order), {
      kind: 'refused',
      code: 'insufficient_funds',
      providerCode: 'transfer.insufficient_funds',
    });
    assert.equal((await started.atProvider(order.key))[0]?.isFunded, false);
  });

  it('for a rejection is rejected, and no transfer exists', async () => {
    const order = britishPayout('SIM rejected');
    const step = await started.open().payout.start(order);
    assert.deepEqual(step, { kind: 'rejected', httpStatus: 422, providerCode: 'transfer.rejected' });
    assert.deepEqual(await started.atProvider(order.key), []);
  });

  for (const wish of ['timeout', 'reset']) {
    it(`for a ${wish} is an unknown outcome that is found by its key, paid once`, async () => {
      const rail = started.open({ http: impatientHttp('transfers.fund') });
      const reference = `SIM ${wish}`;
      const order = britishPayout(reference);
      assert.equal((await rail.payout.start(order)).kind, 'unknown_outcome');
      const found = await rail.payout.query({ order });
      assert.ok(found.kind !== 'absent');
      // A resend finds it as well, and does not even try to fund it.
      const inner = patientHttp();
      const resent = await started
        .open({ http: { send: (request) => inner.send(unlessFunding(request)) } })
        .payout.start(order);
      assert.equal(resent.kind, 'processing', inspect(resent));
      assert.equal((await settle(rail, order, resent)).kind, 'done');
      assert.equal(await times(reference), 1);
    });
  }

  it('for an error is an unknown outcome, absent at Wise, and done by a resend', async () => {
    const rail = started.open();
    const order = britishPayout('SIM error');
    assert.equal((await rail.payout.start(order)).kind, 'unknown_outcome');
    assert.deepEqual(await rail.payout.query({ order }), { kind: 'absent' });
    assert.equal((await settle(rail, order, await rail.payout.start(order))).kind, 'done');
    assert.equal(await times('SIM error'), 1);
  });

  it('to be returned is sent, and later comes back', async () => {
    const rail = started.open();
    const order = britishPayout('SIM returned');
    const before = await started.balance('GBP');
    const sent = await settle(rail, order, await rail.payout.start(order));
    assert.equal(sent.kind, 'done');
    const { memo } = sent.result;
    const back = await eventually(async () => {
      const step = await rail.payout.query({ order, memo });
      return step.kind === 'refused' ? step : undefined;
    });
    assert.deepEqual(back, { kind: 'refused', code: 'returned', providerCode: 'funds_refunded' });
    assert.equal(await started.balance('GBP'), before);
  });

  it('to be stuck stays in processing', async () => {
    const { payout } = started.open();
    const order = britishPayout('SIM stuck');
    const first = await payout.start(order);
    assert.equal(first.kind, 'processing');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const step = await payout.query({ order, memo: first.memo });
    assert.ok(step.kind === 'processing' && step.providerStatus === 'processing');
  });
});

describe('a payout above the balance', () => {
  it('is refused by Wise itself', async () => {
    const order = { ...britishPayout(), amount: { value: 2_000_000_000n, asset: 'iso4217:GBP' } };
    const step = await started.open().payout.start(order);
    assert.ok(step.kind === 'refused' && step.code === 'insufficient_funds', inspect(step));
  });
});

describe('while Wise has trouble', () => {
  const FUNDING = `/v3/profiles/${started.credentials.profile_id}/transfers`;

  for (const [path, purpose] of [
    ['/v1/accounts', 'recipients.create'],
    [`/v3/profiles/${started.credentials.profile_id}/quotes`, 'quotes.create'],
    ['/v1/transfers', 'transfers.create'],
  ] as const) {
    for (const fault of ['error_503', 'timeout', 'reset', 'malformed', 'timeout_after_success']) {
      it(`${fault} at ${path} moves nothing, and a resend pays once`, async () => {
        const rail = started.open({ http: impatientHttp(purpose) });
        const order = britishPayout(referenceOf());
        await started.control('/faults', { provider: 'wise', path, fault, times: 1 });
        assert.equal((await rail.payout.start(order)).kind, 'unavailable');
        assert.notEqual((await started.atProvider(order.key))[0]?.isFunded, true);
        assert.equal((await settle(rail, order, await rail.payout.start(order))).kind, 'done');
        assert.equal((await started.atProvider(order.key)).length, 1);
        assert.equal(await times(order.reference ?? ''), 1);
      });
    }
  }

  for (const fault of ['error_503', 'timeout', 'reset', 'malformed', 'timeout_after_success']) {
    it(`${fault} at the funding is an unknown outcome, and a resend pays once`, async () => {
      const rail = started.open({ http: impatientHttp('transfers.fund') });
      const order = britishPayout(referenceOf());
      await started.control('/faults', { provider: 'wise', path: FUNDING, fault, times: 1 });
      assert.equal((await rail.payout.start(order)).kind, 'unknown_outcome');
      assert.equal((await settle(rail, order, await rail.payout.start(order))).kind, 'done');
      assert.equal(await times(order.reference ?? ''), 1);
    });
  }

  it('three starts at the same time fund one transfer, once', async () => {
    const rail = started.open();
    const order = britishPayout(referenceOf());
    const before = await started.balance('GBP');
    const steps = await Promise.all([1, 2, 3].map(() => rail.payout.start(order)));
    for (const step of steps) {
      const last = await settle(rail, order, step);
      assert.equal(last.kind, 'done', inspect(steps));
    }
    assert.equal((await started.atProvider(order.key)).length, 1);
    assert.equal(await times(order.reference ?? ''), 1);
    const taken = before - (await started.balance('GBP'));
    assert.ok(taken > 123.45 && taken < 130, String(taken));
  });

  it('a status that cannot be read is unavailable, and nothing is forgotten', async () => {
    const rail = started.open();
    const order = britishPayout();
    const first = await rail.payout.start(order);
    assert.equal(first.kind, 'processing');
    await started.control('/faults', {
      provider: 'wise',
      path: '/v1/transfers',
      fault: 'malformed',
      times: 1,
    });
    assert.equal((await rail.payout.query({ order, memo: first.memo })).kind, 'unavailable');
    assert.equal((await settle(rail, order, first)).kind, 'done');
  });

  it('a cancellation without an answer is an unknown outcome', async () => {
    const rail = started.open({ http: impatientHttp('transfers.cancel') });
    const order = britishPayout('SIM slow');
    const first = await rail.payout.start(order);
    assert.equal(first.kind, 'processing');
    await started.control('/faults', { provider: 'wise', path: '/v1/transfers', fault: 'timeout', times: 1 });
    assert.equal((await rail.payout.cancel({ order, memo: first.memo })).kind, 'unknown_outcome');
  });
});

function unlessFunding(request: HttpRequest): HttpRequest {
  assert.notEqual(request.purpose, 'transfers.fund');
  return request;
}

let lastReference = 0;
function referenceOf(): string {
  lastReference += 1;
  return `Fault ${lastReference}`;
}

/** How often the payee got it. */
async function times(reference: string): Promise<number> {
  return (await started.received()).filter((each) => each.reference === reference).length;
}
