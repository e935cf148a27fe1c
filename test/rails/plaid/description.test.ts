/**
 * No drift: what the adapter sends and what the emulated Plaid answers are held against Plaid's own description of its API, over
 * walks that use every path.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ERROR_CLASSES } from '../../../packages/rails/src/plaid/api/error-types.ts';
import { LINK_COUNTRIES } from '../../../packages/rails/src/plaid/countries.ts';
import {
  CREDIT_NETWORKS,
  DEBIT_NETWORKS,
  INITIATION_SCHEMES,
  PAYMENT_STATUSES,
  TRANSFER_STATUSES,
} from '../../../packages/rails/src/plaid/translate.ts';
import { eventually } from '../eventually.ts';
import { readDescription } from './openapi-description.ts';
import { comeBack, decideAt } from './person.ts';
import {
  linkAccount,
  linkStart,
  openPlaid,
  type PlaidStage,
  partyOf,
  paymentOrder,
  RETURN_URI,
  settle,
} from './plaid-stage.ts';

const description = readDescription('plaid-2020-09-14_1.697.4.yml');
const ABSENT = 'the published descriptions are not beside the project';
const stage = await openPlaid();
after(() => stage.stop());

test('the tables hold the words of the description, all of them and no others', (t) => {
  if (description === undefined) return t.skip(ABSENT);
  const same = (ours: readonly string[], name: string) =>
    assert.deepEqual([...ours].sort(), [...description.enumOf(name)].sort(), name);
  same(Object.keys(PAYMENT_STATUSES), 'PaymentInitiationPaymentStatus');
  same(Object.keys(TRANSFER_STATUSES), 'TransferStatus');
  same(Object.keys(ERROR_CLASSES), 'PlaidErrorType');
  same([...LINK_COUNTRIES, 'CA'], 'CountryCode');
  for (const { scheme } of Object.values(INITIATION_SCHEMES))
    assert.ok(description.enumOf('PaymentScheme').includes(scheme));
  for (const network of [...Object.values(DEBIT_NETWORKS), ...Object.values(CREDIT_NETWORKS)])
    assert.ok(description.enumOf('TransferNetwork').includes(network));
});

test('a validator that takes anything would not be one', (t) => {
  if (description === undefined) return t.skip(ABSENT);
  assert.notDeepEqual(description.checkRequest('/link/token/get', { link_token: 'x', surplus: 1 }), []);
  assert.notDeepEqual(description.checkRequest('/link/token/get', {}), []);
  assert.notDeepEqual(description.checkAnswer('/transfer/get', 200, { transfer: {}, request_id: 'r' }), []);
  assert.notDeepEqual(
    description.checkRequest('/link/token/create', {
      client_name: 'x',
      language: 'en',
      country_codes: ['GB'],
      hosted_link: { completion_redirect_uri: 1 },
    }),
    [],
  );
});

test('every request, every answer and every webhook is as Plaid describes it', async (t) => {
  if (description === undefined) return t.skip(ABSENT);
  await walkEverything(stage);
  const seen = new Set<string>();
  for (const { request, answer } of stage.exchanges) {
    const path = request.url.slice(stage.credentials.base_url.length);
    assert.ok(answer.kind === 'answer');
    seen.add(`${path} ${answer.status}`);
    assert.deepEqual(description.checkRequest(path, JSON.parse(request.body ?? '')), [], request.purpose);
    assert.deepEqual(
      description.checkAnswer(path, answer.status, JSON.parse(answer.body)),
      [],
      request.purpose,
    );
  }
  assert.deepEqual([...seen].sort(), EVERYTHING);

  const told = new Set<string>();
  for (const { body } of stage.deliveries) {
    const delivery = JSON.parse(new TextDecoder().decode(body));
    const name = WEBHOOKS[`${delivery.webhook_type} ${delivery.webhook_code}`];
    assert.ok(name !== undefined, delivery.webhook_code);
    told.add(name);
    assert.deepEqual(description.checkSchema(name, delivery), [], name);
  }
  assert.deepEqual([...told].sort(), Object.values(WEBHOOKS).sort());
});

const WEBHOOKS: Readonly<Record<string, string>> = {
  'LINK SESSION_FINISHED': 'LinkSessionFinishedWebhook',
  'PAYMENT_INITIATION PAYMENT_STATUS_UPDATE': 'PaymentStatusUpdateWebhook',
  'ITEM ERROR': 'ItemErrorWebhook',
  'ITEM USER_PERMISSION_REVOKED': 'UserPermissionRevokedWebhook',
  'TRANSFER TRANSFER_EVENTS_UPDATE': 'TransferEventsUpdateWebhook',
};

const EVERYTHING = [
  '/auth/get 200',
  '/auth/get 400',
  '/identity/get 200',
  '/institutions/get 200',
  '/item/get 200',
  '/item/get 400',
  '/item/public_token/exchange 200',
  '/item/public_token/exchange 400',
  '/link/token/create 200',
  '/link/token/create 400',
  '/link/token/get 200',
  '/payment_initiation/payment/create 200',
  '/payment_initiation/payment/create 400',
  '/payment_initiation/payment/get 200',
  '/payment_initiation/recipient/create 200',
  '/transfer/authorization/create 200',
  '/transfer/cancel 200',
  '/transfer/cancel 400',
  '/transfer/create 200',
  '/transfer/event/list 200',
  '/transfer/get 200',
  '/transfer/list 200',
  '/webhook_verification_key/get 200',
];

async function walkEverything({ rail, deliveries, baseUrl, control }: PlaidStage): Promise<void> {
  const { bankLink, payment, payout, transit } = rail;
  await rail.institutions.list({});
  const british = await linkAccount(stage, 'GB', 'Monzo');
  await bankLink.checkConsent({ grant: british.grant.secret });
  await control('/revoke', { provider: 'plaid', ref: british.grant.ref });
  await bankLink.checkConsent({ grant: british.grant.secret });
  await bankLink.checkConsent({ grant: { accessToken: 'access-gone', itemId: 'x' } });
  await bankLink.poll({ memo: { stage: 'exchanged', accessToken: 'access-gone', itemId: 'x' } });
  await linkAccount(stage, 'GB', 'Test Bank whose consents expire');

  await bankLink.start(linkStart({ institution: 'ins_0' }));
  const native = await bankLink.start(linkStart({ channel: 'native', country: 'US' }));
  assert.ok(native.kind === 'requires_action' && native.action.type === 'sdk');
  await bankLink.poll({ memo: native.memo });
  await decideAt(`${baseUrl}/plaid/link-sdk?token=${native.action.token}`, { decision: 'decline' });
  await bankLink.resume({
    memo: native.memo,
    returnUri: RETURN_URI,
    sdkResult: { public_token: 'public-gone' },
  });
  for (const bank of ['Monzo', 'Test Bank that is unavailable']) {
    const declined = await bankLink.start(linkStart());
    assert.ok(declined.kind === 'requires_action' && declined.action.type === 'redirect');
    const returnParams = await comeBack(declined.action.url, { decision: 'decline', bank });
    await bankLink.resume({ memo: declined.memo, returnUri: RETURN_URI, returnParams });
  }

  const order = paymentOrder({ amount: { value: 123n, asset: 'iso4217:GBP' } });
  const paying = await payment.start(order);
  assert.ok(paying.kind === 'requires_action' && paying.action.type === 'redirect');
  await comeBack(paying.action.url, { decision: 'approve', bank: 'Barclays' });
  await settle(() => payment.query({ order, memo: paying.memo }));
  await payment.start(paymentOrder({ reference: 'SIM rejected' }));

  const party = partyOf(await linkAccount(stage, 'US'));
  const psu = { ip: '192.0.2.1', userAgent: 'test' };
  const usd = (value: bigint) => ({ value, asset: 'iso4217:USD' });
  const collect = await transit.collectTo({ asset: 'iso4217:USD', key: order.key });
  assert.ok(collect.kind === 'done');
  const debit = paymentOrder({ ...collect.result, amount: usd(5n), scheme: 'us-ach', payer: party, psu });
  const debited = await payment.start(debit);
  assert.ok(debited.kind === 'processing', JSON.stringify(debited));
  await settle(() => payment.query({ order: debit, memo: debited.memo }));
  await transit.credits({ asset: 'iso4217:USD', reference: collect.result.reference, sinceMs: 0 });
  await payment.start({ ...debit, key: crypto.randomUUID(), amount: usd(10n ** 12n) });
  for (const holderName of ['Simulated slow', 'Simulated refused', 'Grace']) {
    const payee = { ...party, holderName };
    const credit = {
      key: crypto.randomUUID(),
      amount: usd(99n),
      sendAsset: 'iso4217:USD',
      scheme: 'us-rtp',
      payee,
    } as const;
    const started = await payout.start(credit);
    assert.ok(started.kind === 'processing');
    if (holderName !== 'Simulated slow')
      await settle(() => payout.query({ order: credit, memo: started.memo }));
    await payout.cancel?.({ order: credit, memo: started.memo });
    await payout.query({ order: credit });
  }
  await eventually(() =>
    deliveries.find(({ body }) => new TextDecoder().decode(body).includes('ITEM_LOGIN_REQUIRED')),
  );
  for (const delivery of deliveries) await rail.webhook.verify(delivery);
}
