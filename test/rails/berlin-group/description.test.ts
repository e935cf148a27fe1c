/** What the adapter sends and the simulator answers, held against the Berlin Group's published description. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CONSENT_STATUSES,
  TRANSACTION_STATUSES,
} from '../../../packages/rails/src/berlin-group/translate.ts';
import { ibanAt } from '../xs2a/control.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { openDescription } from '../xs2a/description.ts';
import { settle } from '../xs2a/settle.ts';
import { germanOrder, RETURN_URI, startBerlinGroup } from './start-berlin-group.ts';

const description = openDescription('berlingroup-psd2-api_v1.3.11-2021-10-01v1.yaml');
const ABSENT = 'the folder of published descriptions does not lie beside the project';

const started = await startBerlinGroup();
after(() => started.simulator.stop());
const bank = started.at('de-deutsche-bank');

test('every status of the description stands in a table, and no other', (t) => {
  if (description === undefined) return t.skip(ABSENT);
  assert.deepEqual(
    Object.keys(TRANSACTION_STATUSES).sort(),
    [...description.wordsOf('transactionStatus')].sort(),
  );
  assert.deepEqual(Object.keys(CONSENT_STATUSES).sort(), [...description.wordsOf('consentStatus')].sort());
});

test('every call of a link and of payments is as described, and so is every answer', async (t) => {
  if (description === undefined) return t.skip(ABSENT);
  const { bankLink, payment } = started.open(bank);
  const psu = { ip: '198.51.100.4', userAgent: 'Mozilla/5.0', deviceId: crypto.randomUUID() };
  for (const decision of ['approve', 'decline'] as const) {
    const first = await bankLink.start({
      key: crypto.randomUUID(),
      user: 'user-1',
      country: 'DE',
      channel: 'web',
      returnUri: RETURN_URI,
      state: crypto.randomUUID(),
      psu,
    });
    assert.equal(first.kind, 'requires_action');
    const { returnParams } = await decideOnPage(first.action, decision);
    const step = await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams, psu });
    if (step.kind === 'done') await bankLink.checkConsent({ grant: step.result.grant.secret });
  }
  await bankLink.checkConsent({ grant: { consentId: 'unknown' } });

  const payerIban = ibanAt('de-deutsche-bank');
  for (const reference of ['Invoice 17', 'SIM refused', 'SIM insufficient', 'SIM rejected']) {
    const order = germanOrder(payerIban, reference, 'sepa-sct-inst');
    const first = await payment.start(order);
    if (first.kind !== 'requires_action') continue;
    await payment.query({ order, memo: first.memo });
    await decideOnPage(first.action, 'approve');
    await payment.cancel?.({ order, memo: first.memo });
    await settle(payment, order, await payment.resume({ order, memo: first.memo }));
  }
  const order = germanOrder(payerIban);
  const cancelled = await payment.start(order);
  assert.equal(cancelled.kind, 'requires_action');
  await payment.cancel?.({ order, memo: cancelled.memo });
  await payment.query({
    order,
    memo: { product: 'sepa-credit-transfers', paymentId: 'unknown', back: 'no' },
  });

  const problems = started.http.exchanges.flatMap((exchange) =>
    description.problemsOf(exchange, bank.base_url),
  );
  assert.deepEqual([...new Set(problems)], []);
  const purposes = new Set(started.http.exchanges.map(({ request }) => request.purpose));
  assert.deepEqual([...purposes].sort(), [
    'accounts.list',
    'consents.create',
    'consents.get',
    'payments.authorisation',
    'payments.cancel',
    'payments.create',
    'payments.status',
  ]);
});

test('the check itself finds what is wrong', (t) => {
  if (description === undefined) return t.skip(ABSENT);
  const [made] = started.http.exchanges.filter(({ request }) => request.purpose === 'payments.create');
  assert.ok(made?.answer.kind === 'answer');
  const { 'x-request-id': _id, ...headers } = made.request.headers;
  const broken = (change: Partial<typeof made.request>, answer = made.answer) =>
    description.problemsOf({ request: { ...made.request, ...change }, answer }, bank.base_url).length;
  assert.equal(broken({}), 0);
  assert.ok(broken({ headers }) > 0, 'a header that is missing');
  assert.ok(broken({ headers: { ...headers, 'x-request-id': 'no uuid' } }) > 0, 'a header that is wrong');
  assert.ok(broken({ body: '{}' }) > 0, 'a body without its fields');
  assert.ok(broken({ url: `${bank.base_url}/v1/nothing` }) > 0, 'a path that is not there');
  assert.ok(
    broken({}, { ...made.answer, body: '{"transactionStatus":"DONE"}' }) > 0,
    'an answer that is wrong',
  );
  assert.ok(
    broken({}, { ...made.answer, headers: { 'content-type': 'application/json' } }) > 0,
    'a header of it',
  );
  assert.ok(broken({}, { ...made.answer, status: 418 }) > 0, 'a status that is not described');
});
