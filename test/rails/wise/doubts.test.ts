/** Answers of Wise that must not be believed at once, or that say that we are not who we should be. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { HttpAnswer, HttpPort } from '@switchyard/rail-kit';
import { createRealHttp } from '../../../packages/rail-kit/src/conformance/describe-rail.ts';
import { britishPayout, openRail, settle, startWise } from './start-wise.ts';

const started = await startWise();
after(() => started.stop());

describe('a funding that is turned down', () => {
  const rejected = answerOf(200, {
    type: 'BALANCE',
    status: 'REJECTED',
    errorCode: 'transfer.insufficient_funds',
  });

  it('is not believed when the transfer was funded after all', async () => {
    const rail = started.open({ http: replacing('transfers.fund', rejected, { after: true }) });
    const order = britishPayout('Doubt 1');
    const step = await rail.payout.start(order);
    assert.equal(step.kind, 'processing', inspect(step));
    assert.equal((await settle(rail, order, step)).kind, 'done');
  });

  it('is not believed when nobody can say how the transfer stands', async () => {
    const http = replacing('transfers.get', { kind: 'no_answer' }, { after: false });
    const step = await started.open({ http }).payout.start(britishPayout('SIM insufficient'));
    assert.equal(step.kind, 'unknown_outcome', inspect(step));
  });

  it('because the transfer is in another state is how the transfer stands', async () => {
    const invalidState = answerOf(422, { errors: [{ code: 'transfer.invalid-state' }] });
    const rail = started.open({ http: replacing('transfers.fund', invalidState, { after: true }) });
    const order = britishPayout('Doubt 2');
    assert.equal((await settle(rail, order, await rail.payout.start(order))).kind, 'done');
  });

  it('by a 4xx while the transfer still waits is rejected', async () => {
    const refused = answerOf(422, { errors: [{ code: 'balance.payment-option-unavailable' }] });
    const rail = started.open({ http: replacing('transfers.fund', refused, { after: false }) });
    const order = britishPayout('Doubt 3');
    assert.deepEqual(await rail.payout.start(order), {
      kind: 'rejected',
      httpStatus: 422,
      providerCode: 'balance.payment-option-unavailable',
    });
    assert.equal((await started.atProvider(order.key))[0]?.isFunded, false);
  });

  it('with a word that nobody knows is an unknown outcome', async () => {
    const odd = answerOf(200, { type: 'BALANCE', status: 'PENDING', errorCode: null });
    const rail = started.open({ http: replacing('transfers.fund', odd, { after: true }) });
    assert.equal((await rail.payout.start(britishPayout('Doubt 4'))).kind, 'unknown_outcome');
  });

  it('because a person would have to approve says so', async () => {
    const sca = {
      ...answerOf(403, {}),
      headers: { 'x-2fa-approval': 'token', 'x-2fa-approval-result': 'REJECTED' },
    };
    const rail = started.open({ http: replacing('transfers.fund', sca, { after: false }) });
    assert.deepEqual(await rail.payout.start(britishPayout('Doubt 5')), {
      kind: 'misconfigured',
      httpStatus: 403,
      providerCode: 'sca_required',
    });
  });
});

describe('a transfer that Wise gives back', () => {
  it('is not funded when it is for another amount, currency or key', async () => {
    const given = { id: 5, status: 'incoming_payment_waiting', targetCurrency: 'GBP', targetValue: 123.45 };
    for (const change of [
      { targetValue: 123.46 },
      { targetCurrency: 'EUR' },
      { customerTransactionId: 'other' },
    ]) {
      const order = britishPayout();
      const transfer = { ...given, customerTransactionId: order.key, ...change };
      const http = replacing('transfers.create', answerOf(200, transfer), { after: false });
      const step = await started.open({ http: refusing('transfers.fund', http) }).payout.start(order);
      assert.deepEqual(step, { kind: 'rejected', providerCode: 'transfer_differs' });
    }
  });

  it('as cancelled is in doubt while nobody can say whether it was funded', async () => {
    const order = britishPayout('SIM slow');
    const rail = started.open();
    const first = await rail.payout.start(order);
    assert.equal(first.kind, 'processing');
    const http = replacing('transfers.payments', { kind: 'no_answer' }, { after: false });
    const blind = started.open({ http });
    assert.equal((await blind.payout.cancel({ order, memo: first.memo })).kind, 'unavailable');
    assert.equal((await blind.payout.start(order)).kind, 'unknown_outcome');
  });
});

describe('a business that Wise does not know', () => {
  const ports = { http: createRealHttp(), now: Date.now, randomUuid: () => crypto.randomUUID() };
  const send = { value: 5_000n, asset: 'iso4217:GBP' };

  it('is misconfigured in every role, with a wrong token or a profile that is not its own', async () => {
    for (const change of [{ api_token: 'another' }, { profile_id: '7' }]) {
      const { fx, transit } = openRail({ ...started.credentials, ...change }, ports);
      const answers = [
        await fx.quote({ key: 'k', fixed: 'send', send, receiveAsset: 'iso4217:EUR' }),
        await transit.collectTo({ asset: 'iso4217:GBP', key: 'k' }),
        await transit.credits({ asset: 'iso4217:GBP', reference: 'R', sinceMs: 0 }),
      ];
      assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(['misconfigured']));
    }
    const { payout } = openRail({ ...started.credentials, api_token: 'another' }, ports);
    assert.equal((await payout.start(britishPayout())).kind, 'misconfigured');
    assert.equal((await payout.query({ order: britishPayout() })).kind, 'misconfigured');
  });
});

describe('a memo that is not ours', () => {
  it('is an unknown outcome, without a call', async () => {
    const { payout } = started.open({ http: { send: () => assert.fail('nothing may be sent') } });
    const order = britishPayout();
    for (const memo of [null, {}, { transfer: '' }, 'x']) {
      assert.equal((await payout.query({ order, memo })).kind, 'unknown_outcome');
      assert.equal((await payout.cancel({ order, memo })).kind, 'unknown_outcome');
    }
  });
});

function answerOf(status: number, body: unknown): Extract<HttpAnswer, { kind: 'answer' }> {
  return { kind: 'answer', status, headers: {}, body: JSON.stringify(body) };
}

/** `after` lets the call happen at Wise first. */
function replacing(
  purpose: string,
  answer: HttpAnswer,
  { after: happens }: { readonly after: boolean },
): HttpPort {
  const inner = createRealHttp();
  return {
    async send(request) {
      if (request.purpose !== purpose) return inner.send(request);
      if (happens) await inner.send(request);
      return answer;
    },
  };
}

function refusing(purpose: string, inner: HttpPort): HttpPort {
  return {
    send: (request) =>
      request.purpose === purpose ? assert.fail(`${purpose} was called`) : inner.send(request),
  };
}
