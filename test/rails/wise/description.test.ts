/** What the adapter sends and the simulator answers, held against Wise's published descriptions. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { HttpPort } from '@switchyard/rail-kit';
import { createRealHttp } from '../../../packages/rail-kit/src/conformance/describe-rail.ts';
import { TRANSFER_STATES } from '../../../packages/rails/src/wise/translate.ts';
import { type Exchange, openDescription } from './description.ts';
import { britishPayout, EURO_PAYEE, eventually, settle, startWise, US_PAYEE } from './start-wise.ts';

const platform = openDescription('wise-platform.yml');
const webhooks = openDescription('wise-webhooks-asyncapi.yml');
const ABSENT = 'the folder of published descriptions does not lie beside the project';

const started = await startWise();
after(() => started.stop());

test('every call of every role is as described, and so is every answer', async (t) => {
  if (platform === undefined) return t.skip(ABSENT);
  const exchanges: Exchange[] = [];
  const inner = createRealHttp();
  const http: HttpPort = {
    async send(request) {
      const answer = await inner.send(request);
      exchanges.push({ request, answer });
      return answer;
    },
  };
  const rail = started.open({ http });

  const send = { value: 5_000n, asset: 'iso4217:GBP' };
  await rail.fx.quote({ key: 'k', fixed: 'send', send, receiveAsset: 'iso4217:EUR' });
  const receive = { value: 5_000n, asset: 'iso4217:EUR' };
  const locked = await rail.fx.quote({ key: 'k', fixed: 'receive', receive, sendAsset: 'iso4217:GBP' });
  assert.equal(locked.kind, 'done');
  const orders = [
    britishPayout('Invoice 17'),
    britishPayout('SIM refused'),
    britishPayout('SIM insufficient'),
    {
      ...britishPayout(),
      amount: receive,
      scheme: 'sepa-sct' as const,
      payee: EURO_PAYEE,
      quote: locked.result.memo,
    },
    {
      ...britishPayout(),
      amount: { value: 700n, asset: 'iso4217:USD' },
      sendAsset: 'iso4217:USD',
      scheme: 'us-ach' as const,
      payee: US_PAYEE,
    },
  ];
  for (const order of orders) {
    await settle(rail, order, await rail.payout.start(order));
    await rail.payout.query({ order });
  }
  const slow = britishPayout('SIM slow');
  const first = await rail.payout.start(slow);
  assert.equal(first.kind, 'processing');
  await settle(rail, slow, await rail.payout.cancel({ order: slow, memo: first.memo }));
  await rail.transit.collectTo({ asset: 'iso4217:GBP', key: 'k' });
  await started.payIn({ number: '231470-10340017', amountMinor: '100', currency: 'GBP', reference: 'R' });
  await rail.transit.credits({ asset: 'iso4217:GBP', reference: 'R', sinceMs: Date.now() });

  const purposes = new Set(exchanges.map(({ request }) => request.purpose));
  assert.deepEqual([...purposes].sort(), [
    'account_details.list',
    'balances.list',
    'balances.statement',
    'quotes.create',
    'recipients.create',
    'transfers.cancel',
    'transfers.create',
    'transfers.fund',
    'transfers.get',
    'transfers.list',
    'transfers.payments',
  ]);
  const problems = exchanges.flatMap((exchange) => platform.problemsOf(exchange, started.root));
  assert.deepEqual([...new Set(problems)], []);
});

test('what the simulator alone answers is as described', async (t) => {
  if (platform === undefined) return t.skip(ABSENT);
  const path = `/v3/profiles/${started.credentials.profile_id}/subscriptions`;
  const { body } = await started.ask('GET', path);
  for (const each of body) assert.deepEqual(platform.problemsOfValue('subscription', each), []);
});

test('every webhook is as described', async (t) => {
  if (platform === undefined || webhooks === undefined) return t.skip(ABSENT);
  const rail = started.open();
  const order = britishPayout();
  const last = await settle(rail, order, await rail.payout.start(order));
  assert.equal(last.kind, 'done');
  const { ref } = last.result;
  const states = await eventually(() => {
    const all = started.inbox.about('transfers#state-change', ref);
    return all.length >= 4 ? all : undefined;
  });
  await started.payIn({ number: '231470-10340017', amountMinor: '100', currency: 'GBP', reference: 'R' });
  const credit = await eventually(() => started.inbox.about('balances#credit')[0]);
  const eventOf = ({ body }: { readonly body: Uint8Array }) => JSON.parse(Buffer.from(body).toString('utf8'));
  for (const delivery of [...states, credit]) {
    assert.match(delivery.headers['x-delivery-id'] ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(webhooks.problemsOfValue('EventEnvelope', { ...eventOf(delivery), data: {} }), []);
  }
  for (const event of states.map(eventOf)) {
    assert.deepEqual(platform.problemsOfValue('v2.0.0', event), []);
    // Only the newer description knows that a new transfer has no state before its first.
    if (event.data.previous_state !== null)
      assert.deepEqual(webhooks.problemsOfValue('TransferStateChangeData', event.data), []);
    assert.ok(Object.hasOwn(TRANSFER_STATES, event.data.current_state));
  }
  assert.deepEqual(webhooks.problemsOfValue('BalanceCreditData', eventOf(credit).data), []);
});

test('what is not described is found', async (t) => {
  if (platform === undefined) return t.skip(ABSENT);
  const answer = { kind: 'answer', status: 200, headers: {}, body: '{"id":"x","surplus":1}' } as const;
  const request = { method: 'POST', headers: {}, body: '{"type":1}', purpose: 'p' } as const;
  const problemsAt = (url: string) =>
    platform.problemsOf({ request: { ...request, url }, answer }, 'http://h/wise');
  assert.equal(problemsAt('http://h/wise/v9/nothing').length, 1);
  const found = problemsAt('http://h/wise/v1/transfers?surplus=1').join('\n');
  for (const part of ['no surplus is described', 'quoteUuid', 'answer/id', '"surplus"'])
    assert.ok(found.includes(part), `${part} in ${found}`);
});
