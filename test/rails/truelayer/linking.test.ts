/** Linking over real HTTP: the choice of a bank, what a user can decide, and what becomes of a consent. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProviderIds } from '../../../packages/simulator/src/providers/truelayer/provider-ids.ts';
import { createBanks } from '../../../packages/simulator/src/world/banks.ts';
import { patientHttp } from '../patient-http.ts';
import { createRecordedHttp } from '../recorded-http.ts';
import { decide, type Started, startTruelayer } from './start-truelayer.ts';

const RETURN_URI = 'https://client.example/back';
const banks = createBanks();
const ids = createProviderIds({ banks });

describe('linking through TrueLayer', () => {
  let started: Started;
  let clockAheadMs = 0;
  before(async () => {
    started = await startTruelayer({ now: () => Date.now() + clockAheadMs });
  });
  after(() => started.stop());

  const start = (more: { readonly country?: string; readonly institution?: string } = {}) => ({
    key: crypto.randomUUID(),
    user: 'user-1',
    country: 'GB',
    channel: 'web' as const,
    returnUri: RETURN_URI,
    state: crypto.randomUUID(),
    ...more,
  });

  async function link(institution: string, fields: Readonly<Record<string, string>> = {}) {
    const { bankLink } = started.open();
    const first = await bankLink.start(start({ institution }));
    assert.ok(first.kind === 'requires_action', JSON.stringify(first));
    const { returnParams } = await decide(first.action, 'approve', fields);
    return bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams });
  }

  async function linked(institution: string, fields: Readonly<Record<string, string>> = {}) {
    const step = await link(institution, fields);
    assert.ok(step.kind === 'done', JSON.stringify(step));
    return step.result;
  }

  test('a linked account has its address, holder, asset and bank; the consent its end', async () => {
    const { accounts, grant } = await linked('ob-monzo', { account: 'gb-monzo-2' });
    const [account, ...others] = accounts;
    assert.deepEqual(others, [], 'only what the user chose');
    const real = banks.account('gb-monzo-2');
    assert.deepEqual(account, {
      id: 'gb-monzo-2',
      payto: `payto://gb-scan/${real?.sortCode}/${real?.accountNumber}`,
      holderName: real?.holderName,
      assets: ['iso4217:GBP'],
      institution: { ref: 'ob-monzo', name: 'Monzo' },
    });
    const days = ((grant.consentExpiresAtMs ?? 0) - Date.now() - clockAheadMs) / 86_400_000;
    assert.ok(days > 89.9 && days <= 90, `${days} days`);
    assert.ok(grant.ref);
  });

  test('accounts outside Britain are linked by IBAN, in every country the Data API reads', async () => {
    const countries = [...new Set(ids.readable.map(({ country }) => country))].filter(
      (each) => each !== 'GB',
    );
    assert.ok(countries.length >= 3);
    for (const country of countries) {
      const bank = ids.readable.find((each) => each.country === country && each.wish === 'none');
      assert.ok(bank);
      const { accounts } = await linked(ids.idOf(bank));
      assert.ok(accounts.length > 1);
      for (const { payto } of accounts) assert.match(payto, new RegExp(`^payto://iban/${country}`));
    }
  });

  test('without a bank the user chooses one of the country’s in the dialog', async () => {
    const { bankLink } = started.open();
    const first = await bankLink.start(start());
    assert.ok(first.kind === 'requires_action' && first.action.type === 'redirect');
    const page = await (await fetch(first.action.url)).text();
    assert.match(page, /value="ob-monzo"/);
    assert.doesNotMatch(page, /value="fr-stet/);
    const { returnParams } = await decide(first.action, 'approve', { institution: 'ob-barclays' });
    const step = await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams });
    assert.ok(step.kind === 'done' && step.result.accounts[0]?.institution?.ref === 'ob-barclays');
  });

  test('a bank that the Data API does not read is refused before the user is sent anywhere', async () => {
    const { bankLink } = started.open();
    for (const institution of ['ob-nowhere', 'de-xs2a-commerzbank']) {
      assert.deepEqual(await bankLink.start(start({ institution })), {
        kind: 'refused',
        code: 'institution_unsupported',
      });
    }
  });

  test('a user who is not back yet may still go', async () => {
    const { bankLink } = started.open();
    const first = await bankLink.start(start({ institution: 'ob-monzo' }));
    assert.ok(first.kind === 'requires_action');
    assert.deepEqual(await bankLink.poll({ memo: first.memo }), first);
  });

  test('a code is good once and only for the address it came to', async () => {
    const { bankLink } = started.open();
    const first = await bankLink.start(start({ institution: 'ob-monzo' }));
    assert.ok(first.kind === 'requires_action');
    const { returnParams } = await decide(first.action, 'approve');
    const { memo } = first;
    const elsewhere = await bankLink.resume({
      memo,
      returnUri: 'https://client.example/other',
      returnParams,
    });
    assert.ok(elsewhere.kind === 'refused' && elsewhere.code === 'expired');
    assert.equal((await bankLink.resume({ memo, returnUri: RETURN_URI, returnParams })).kind, 'done');
    const again = await bankLink.resume({ memo, returnUri: RETURN_URI, returnParams });
    assert.ok(again.kind === 'refused' && again.code === 'expired');
  });

  test('a return without a code or an error is rejected, and a strange error is not repeated', async () => {
    const { bankLink } = started.open();
    const memo = { url: 'https://example.com' };
    assert.equal((await bankLink.resume({ memo, returnUri: RETURN_URI, returnParams: {} })).kind, 'rejected');
    assert.deepEqual(
      await bankLink.resume({ memo, returnUri: RETURN_URI, returnParams: { error: 'J. Doe, 12345678' } }),
      { kind: 'refused', code: 'provider_rejected' },
    );
  });

  test('test banks: one declines, one cannot be reached, one has no accounts', async () => {
    const at = (wish: string) => {
      const bank = ids.readable.find((each) => each.wish === wish && each.country === 'GB');
      assert.ok(bank, wish);
      return ids.idOf(bank);
    };
    const expected = {
      declines: 'user_declined',
      unavailable: 'bank_refused',
      no_accounts: 'account_unusable',
    };
    for (const [wish, code] of Object.entries(expected)) {
      const step = await link(at(wish));
      assert.ok(step.kind === 'refused' && step.code === code, `${wish}: ${JSON.stringify(step)}`);
    }
  });

  test('a consent that its holder withdraws is revoked; one that ran out has expired', async () => {
    const { bankLink } = started.open();
    const state = async (secret: Awaited<ReturnType<typeof linked>>['grant']['secret']) => {
      const consent = await bankLink.checkConsent({ grant: secret });
      assert.ok(consent.kind === 'done', JSON.stringify(consent));
      return consent.result.state;
    };
    const { grant } = await linked('ob-monzo');
    const { grant: other } = await linked('ob-barclays');
    assert.equal(await state(grant.secret), 'valid');
    await started.control('/revoke', { provider: 'truelayer', ref: grant.ref });
    assert.equal(await state(grant.secret), 'revoked');
    clockAheadMs += 91 * 24 * 60 * 60 * 1_000;
    assert.equal(await state(other.secret), 'expired');
    assert.equal((await bankLink.checkConsent({ grant: 'nonsense' })).kind, 'rejected');
  });

  test('test banks whose consent ends: one withdraws it, one lets it expire', async () => {
    const { bankLink } = started.open();
    for (const [wish, state] of [
      ['revokes', 'revoked'],
      ['expires', 'expired'],
    ]) {
      const bank = ids.readable.find((each) => each.wish === wish && each.country === 'GB');
      assert.ok(bank);
      const { grant } = await linked(ids.idOf(bank));
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      const consent = await bankLink.checkConsent({ grant: grant.secret });
      assert.ok(consent.kind === 'done' && consent.result.state === state, JSON.stringify(consent));
    }
  });

  test('the user’s address goes to the bank with the calls made in the user’s presence', async () => {
    const http = createRecordedHttp(patientHttp());
    const { bankLink } = started.open({ http });
    const first = await bankLink.start(start({ institution: 'ob-monzo' }));
    assert.ok(first.kind === 'requires_action');
    const { returnParams } = await decide(first.action, 'approve');
    await bankLink.resume({
      memo: first.memo,
      returnUri: RETURN_URI,
      returnParams,
      psu: { ip: '203.0.113.7' },
    });
    const data = http.exchanges.filter(({ request }) => request.purpose.startsWith('data.'));
    assert.equal(data.length, 3);
    for (const { request } of data) assert.equal(request.headers['x-psu-ip'], '203.0.113.7');
  });

  test('the directory holds every bank once, country by country', async () => {
    const { institutions } = started.open();
    const refs: string[] = [];
    let after: string | undefined;
    do {
      const listed = await institutions.list(after === undefined ? {} : { after });
      assert.ok(listed.kind === 'done', JSON.stringify(listed));
      refs.push(...listed.result.institutions.map(({ ref }) => ref));
      after = listed.result.next;
    } while (after !== undefined);
    const all = [...new Set([...ids.payable, ...ids.readable].map(ids.idOf))];
    assert.deepEqual(refs.sort(), all.sort());
    const german = await institutions.list({ country: 'DE' });
    assert.ok(german.kind === 'done' && german.result.next === undefined);
    assert.ok(
      german.result.institutions.every(({ country, roles }) => country === 'DE' && roles.length === 1),
    );
    const swedish = await institutions.list({ country: 'SE' });
    assert.deepEqual(swedish, { kind: 'done', result: { institutions: [] } });
    const troubled = (await institutions.list({ country: 'GB' })) as typeof german;
    const unhealthy = troubled.result.institutions.filter(({ restrictions }) => restrictions.length > 0);
    assert.deepEqual(
      unhealthy.map(({ ref }) => banks.byId(ids.bankOf(ref)?.id ?? '')?.wish),
      ['unavailable'],
    );
  });
});
