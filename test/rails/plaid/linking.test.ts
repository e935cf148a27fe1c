import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { parsePayto } from '@switchyard/payto';
import { eventually } from '../eventually.ts';
import { comeBack, decideAt } from './person.ts';
import { linkAccount, linkStart, openPlaid, RETURN_URI, settle } from './plaid-stage.ts';

const stage = await openPlaid();
const { bankLink } = stage.rail;
after(() => stage.stop());

const AT_MONZO = { decision: 'approve', bank: 'Monzo' } as const;

async function begin(changes: Parameters<typeof linkStart>[0] = {}) {
  const start = linkStart(changes);
  const step = await bankLink.start(start);
  assert.equal(step.kind, 'requires_action', JSON.stringify(step));
  const url =
    step.action.type === 'redirect'
      ? step.action.url
      : `${stage.baseUrl}/plaid/link-sdk?token=${step.action.type === 'sdk' ? step.action.token : ''}`;
  return { start, step, url, memo: step.memo };
}

test('the user comes back to the return URI with our state, and what the URI already carried stays', async () => {
  const { start, url } = await begin();
  assert.deepEqual(await comeBack(url, AT_MONZO), { from: 'app', state: start.state });
});

test('a UK account is told by sort code, with its holder, its bank and the end of consent', async () => {
  const { account, grant } = await linkAccount(stage, 'GB', 'Monzo');
  assert.equal(
    parsePayto(account.payto).ok && account.payto.startsWith('payto://gb-scan/'),
    true,
    account.payto,
  );
  assert.deepEqual(account.assets, ['iso4217:GBP']);
  assert.ok(account.holderName !== undefined);
  assert.equal(account.institution?.name, 'Monzo');
  const days = ((grant.consentExpiresAtMs ?? 0) - Date.now()) / 86_400_000;
  assert.ok(days > 89 && days <= 90, `${days}`);
});

test('a German account is told by IBAN, an American one by routing number', async () => {
  const german = await linkAccount(stage, 'DE');
  assert.match(german.account.payto, /^payto:\/\/iban\/DE/);
  assert.deepEqual(german.account.assets, ['iso4217:EUR']);
  const american = await linkAccount(stage, 'US');
  assert.match(american.account.payto, /^payto:\/\/ach\//);
  assert.equal(american.grant.consentExpiresAtMs, undefined);
});

test('a bank from the directory is not asked for again', async () => {
  const page = await stage.rail.institutions.list({ country: 'GB' });
  assert.equal(page.kind, 'done');
  const monzo = page.result.institutions.find(({ name }) => name === 'Monzo');
  assert.match(monzo?.ref ?? '', /^ins_[0-9]+$/);
  const { url } = await begin(monzo === undefined ? {} : { institution: monzo.ref });
  const html = await (await fetch(url)).text();
  assert.ok(html.includes('decision') && !html.includes('<select'), 'the approval page comes first');
});

test('in an app the SDK is opened with a token, and its public token links the account', async () => {
  const { step, url, memo } = await begin({ channel: 'native' });
  assert.equal(step.action.type, 'sdk');
  const handedOver = await decideAt(url, AT_MONZO, { accept: 'application/json' });
  const sdkResult = await handedOver.json();
  assert.deepEqual(Object.keys(sdkResult), ['public_token']);
  const linked = await bankLink.resume({ memo, returnUri: RETURN_URI, sdkResult });
  assert.equal(linked.kind, 'done', JSON.stringify(linked));
});

test('to a person, the page that stands for the SDK shows what to hand over', async () => {
  const { url } = await begin({ channel: 'native' });
  assert.match(await (await decideAt(url, AT_MONZO)).text(), /public-sandbox-/);
});

test('an app whose user leaves the SDK says so, and nothing is linked', async () => {
  const { url, memo } = await begin({ channel: 'native' });
  const sdkResult = await (
    await decideAt(url, { ...AT_MONZO, decision: 'decline' }, { accept: 'application/json' })
  ).json();
  const step = await bankLink.resume({ memo, returnUri: RETURN_URI, sdkResult });
  assert.deepEqual(step, { kind: 'refused', code: 'user_declined' });
});

test('an app that hands over nothing is still waited for', async () => {
  const { memo } = await begin({ channel: 'native' });
  assert.equal(
    (await bankLink.resume({ memo, returnUri: RETURN_URI, sdkResult: {} })).kind,
    'requires_action',
  );
});

test('a user who approves and closes the tab is found by asking, and told of by webhook', async () => {
  const { url, memo, step } = await begin();
  assert.equal((await bankLink.poll({ memo })).kind, 'requires_action');
  const before = stage.deliveries.length;
  await comeBack(url, AT_MONZO);
  assert.equal((await bankLink.poll({ memo })).kind, 'done');
  const verdict = await stage.rail.webhook.verify(await eventually(() => stage.deliveries[before]));
  assert.equal(verdict.kind, 'genuine');
  assert.deepEqual(verdict.notices, [{ about: 'link', ref: step.ref }]);
});

test('a link nobody used expires', async () => {
  const other = await openPlaid();
  const started = await other.rail.bankLink.start(linkStart());
  assert.ok(started.kind === 'requires_action');
  other.moveClock(31 * 60_000);
  assert.deepEqual(await other.rail.bankLink.poll({ memo: started.memo }), {
    kind: 'refused',
    code: 'expired',
  });
  await other.stop();
});

for (const [bank, code, providerCode] of [
  ['Test Bank that declines', 'user_declined', undefined],
  ['Test Bank that is unavailable', 'bank_refused', 'INSTITUTION_DOWN'],
  ['Test Bank without accounts', 'account_unusable', 'NO_ACCOUNTS'],
] as const) {
  test(`at the ${bank} linking ends with ${code}`, async () => {
    const { url, memo } = await begin();
    const returnParams = await comeBack(url, { decision: 'approve', bank });
    const step = await bankLink.resume({ memo, returnUri: RETURN_URI, returnParams });
    assert.deepEqual(step, {
      kind: 'refused',
      code,
      ...(providerCode === undefined ? {} : { providerCode }),
    });
  });
}

for (const [bank, state] of [
  ['Test Bank whose consents are revoked', 'revoked'],
  ['Test Bank whose consents expire', 'expired'],
] as const) {
  test(`the ${bank} ends as ${state}, and a webhook says to look`, async () => {
    const { grant } = await linkAccount(stage, 'GB', bank);
    const check = () => bankLink.checkConsent({ grant: grant.secret });
    const first = await check();
    assert.ok(first.kind === 'done' && first.result.state === 'valid', JSON.stringify(first));
    const told = await eventually(() =>
      stage.deliveries.find(({ body }) => textOf(body).includes(grant.ref ?? '?')),
    );
    const verdict = await stage.rail.webhook.verify(told);
    assert.deepEqual(verdict.kind === 'genuine' && verdict.notices, [{ about: 'consent', ref: grant.ref }]);
    const last = await check();
    assert.ok(last.kind === 'done' && last.result.state === state, JSON.stringify(last));
  });
}

test('a consent that its holder withdraws is revoked', async () => {
  const { grant } = await linkAccount(stage, 'US');
  await stage.control('/revoke', { provider: 'plaid', ref: grant.ref });
  const answer = await bankLink.checkConsent({ grant: grant.secret });
  assert.ok(answer.kind === 'done' && answer.result.state === 'revoked', JSON.stringify(answer));
});

test('a token that Plaid does not know any more is a consent that was revoked', async () => {
  const answer = await bankLink.checkConsent({ grant: { accessToken: 'access-gone', itemId: 'x' } });
  assert.deepEqual(answer, { kind: 'done', result: { state: 'revoked' } });
});

test('a bank that does not tell its holders is linked without their names', async () => {
  await stage.control('/faults', { provider: 'plaid', path: '/identity/get', fault: 'error_500', times: 1 });
  const { account } = await linkAccount(stage, 'GB', 'Monzo');
  assert.equal(account.holderName, undefined);
});

test('the consent is not lost when the bank is slow to tell its accounts', async () => {
  const { url, memo } = await begin();
  const returnParams = await comeBack(url, AT_MONZO);
  await stage.control('/faults', { provider: 'plaid', path: '/auth/get', fault: 'timeout', times: 1 });
  stage.hurry('/auth/get');
  const step = await bankLink.resume({ memo, returnUri: RETURN_URI, returnParams });
  assert.equal(step.kind, 'processing', JSON.stringify(step));
  assert.equal((await bankLink.poll({ memo: step.memo })).kind, 'done');
});

test('what an SDK handed over is not lost when Plaid cannot be reached', async () => {
  const { url, memo } = await begin({ channel: 'native' });
  const sdkResult = await (await decideAt(url, AT_MONZO, { accept: 'application/json' })).json();
  await stage.control('/faults', { provider: 'plaid', path: '/item/', fault: 'reset', times: 1 });
  const step = await bankLink.resume({ memo, returnUri: RETURN_URI, sdkResult });
  assert.equal(step.kind, 'processing', JSON.stringify(step));
  assert.equal((await settle(() => bankLink.poll({ memo: step.memo }))).kind, 'done');
});

test('a country that Plaid does not link is refused without a call', async () => {
  const before = stage.exchanges.length;
  assert.deepEqual(await bankLink.start(linkStart({ country: 'BR' })), {
    kind: 'refused',
    code: 'institution_unsupported',
  });
  assert.equal(stage.exchanges.length, before);
});

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
