/** Linking through the simulated Enable Banking, also at banks that are there to go wrong. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import type { LinkStep } from '@switchyard/rail-kit';
import { createApi } from '../../../packages/rails/src/enable-banking/api.ts';
import { createBankLink } from '../../../packages/rails/src/enable-banking/bank-link.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { linkAt, RETURN_URI, startEnableBanking } from './start-enable-banking.ts';

const started = await startEnableBanking();
after(() => started.simulator.stop());

const FRENCH = 'FR|BNP Paribas';

async function link(institution: string, decision: 'approve' | 'decline' = 'approve') {
  const { bankLink } = started.open();
  const first = await bankLink.start(linkAt(institution));
  if (first.kind !== 'requires_action') return { bankLink, step: first };
  const { returnParams } = await decideOnPage(first.action, decision);
  return { bankLink, step: await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams }) };
}

function grantOf(step: LinkStep) {
  assert.equal(step.kind, 'done', JSON.stringify(step));
  return step.result.grant;
}

async function stateOf({ bankLink, step }: Awaited<ReturnType<typeof link>>) {
  const answer = await bankLink.checkConsent({ grant: grantOf(step).secret });
  return answer.kind === 'done' ? answer.result.state : answer.kind;
}

test('a linked account has its IBAN, its currency, the name of its holder and the bank', async () => {
  const { step } = await link(FRENCH);
  const { consentExpiresAtMs } = grantOf(step);
  assert.equal(step.kind, 'done');
  for (const account of step.result.accounts) {
    assert.match(account.payto, /^payto:\/\/iban\/FR[0-9A-Z]{25}$/);
    assert.deepEqual(account.assets, ['iso4217:EUR']);
    assert.ok((account.holderName ?? '').length > 0);
    assert.deepEqual(account.institution, { ref: FRENCH, name: 'BNP Paribas' });
  }
  const days = ((consentExpiresAtMs ?? 0) - Date.now()) / 86_400_000;
  assert.ok(days > 89.9 && days <= 90, String(days));
});

test('an account keeps its id when it is linked again', async () => {
  const ids = async () => {
    const { step } = await link(FRENCH);
    assert.equal(step.kind, 'done');
    return step.result.accounts.map(({ id }) => id);
  };
  assert.deepEqual(await ids(), await ids());
});

test('a user who is still away is awaited with the same action', async () => {
  const { bankLink } = started.open();
  const first = await bankLink.start(linkAt(FRENCH));
  assert.equal(first.kind, 'requires_action');
  assert.deepEqual(await bankLink.poll({ memo: first.memo }), first);
  assert.deepEqual(
    await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams: {} }),
    first,
  );
});

test('a code works once, and one that was made up never', async () => {
  const { bankLink } = started.open();
  const first = await bankLink.start(linkAt(FRENCH));
  assert.equal(first.kind, 'requires_action');
  const { returnParams } = await decideOnPage(first.action, 'approve');
  const back = { memo: first.memo, returnUri: RETURN_URI };
  assert.equal((await bankLink.resume({ ...back, returnParams })).kind, 'done');
  const again = await bankLink.resume({ ...back, returnParams });
  assert.deepEqual(again, { kind: 'refused', code: 'expired', providerCode: 'ALREADY_AUTHORIZED' });
  const invented = await bankLink.resume({ ...back, returnParams: { code: 'invented' } });
  assert.ok(invented.kind === 'rejected' && invented.providerCode === 'WRONG_AUTHORIZATION_CODE');
});

const ENDS = [
  ['DE|Test Bank that declines', 'refused', 'user_declined'],
  ['DE|Test Bank without accounts', 'refused', 'account_unusable'],
  ['DE|Test Bank that is unavailable', 'unavailable', undefined],
  ['FR|No such bank', 'refused', 'institution_unsupported'],
  ['no reference', 'refused', 'institution_unsupported'],
] as const;
for (const [institution, kind, code] of ENDS)
  test(`"${institution}" ends ${kind} ${code ?? ''}`, async () => {
    const { step } = await link(institution);
    assert.equal(step.kind, kind, JSON.stringify(step));
    if (step.kind === 'refused') assert.equal(step.code, code);
  });

test('without a bank there is nothing to link', async () => {
  const { institution: _institution, ...start } = linkAt(FRENCH);
  const step = await started.open().bankLink.start(start);
  assert.ok(step.kind === 'refused' && step.code === 'institution_required');
});

test('an account that cannot be paid with SEPA’s currency is linked in its own', async () => {
  const { step } = await link('SE|Swedbank');
  assert.equal(step.kind, 'done', JSON.stringify(step));
  assert.ok(step.result.accounts.every(({ assets }) => assets[0] === 'iso4217:SEK'));
});

test('a consent that its holder withdraws is revoked, and one that lapses is expired', async () => {
  const linked = await link(FRENCH);
  assert.equal(await stateOf(linked), 'valid');
  await started.revoke(grantOf(linked.step).ref ?? '');
  assert.equal(await stateOf(linked), 'revoked');

  const ending = await Promise.all(
    ['DE|Test Bank whose consents are revoked', 'DE|Test Bank whose consents expire'].map((bank) =>
      link(bank),
    ),
  );
  assert.deepEqual(await Promise.all(ending.map(stateOf)), ['valid', 'valid']);
  await new Promise((resolve) => setTimeout(resolve, 3_300));
  assert.deepEqual(await Promise.all(ending.map(stateOf)), ['revoked', 'expired']);
});

test('a consent whose day has come is expired, whatever the provider still says', async () => {
  const session = { status: 'AUTHORIZED', access: { valid_until: '2020-01-01T00:00:00Z' } };
  const http = {
    send: async () => ({ kind: 'answer', status: 200, headers: {}, body: JSON.stringify(session) }) as const,
  };
  const api = createApi(started.credentials, { http, now: Date.now, randomUuid: () => crypto.randomUUID() });
  const answer = await createBankLink(api, { now: Date.now, consentDays: 90 }).checkConsent({
    grant: { sessionId: 'any' },
  });
  assert.ok(answer.kind === 'done' && answer.result.state === 'expired', JSON.stringify(answer));
});

test('a key that was not registered, a token of another time and an application that is not ours are misconfigured', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const strangers = [
    started.open({ private_key: privateKey }),
    started.open({ application_id: crypto.randomUUID() }),
    started.open({}, () => Date.now() - 3_600_000),
  ];
  for (const { institutions, bankLink } of strangers) {
    assert.equal((await institutions.list({})).kind, 'misconfigured');
    assert.equal((await bankLink.start(linkAt(FRENCH))).kind, 'misconfigured');
  }
});

test('a return address that was not registered is misconfigured', async () => {
  const step = await started
    .open()
    .bankLink.start({ ...linkAt(FRENCH), returnUri: 'https://other.example/' });
  assert.ok(step.kind === 'misconfigured' && step.providerCode === 'REDIRECT_URI_NOT_ALLOWED');
});

test('the directory tells banks apart by name and country, and what is particular about them', async () => {
  const { institutions } = started.open();
  const all = await institutions.list({});
  assert.equal(all.kind, 'done');
  const byRef = new Map(all.result.institutions.map((institution) => [institution.ref, institution]));
  assert.equal(byRef.size, all.result.institutions.length);
  const codes = (ref: string) => byRef.get(ref)?.restrictions.map(({ code }) => code);
  assert.deepEqual(codes('DE|Commerzbank'), []);
  assert.deepEqual(codes(FRENCH), ['psu_headers']);
  assert.deepEqual(codes('DE|Test Bank that is slow'), ['beta']);
  assert.deepEqual(codes('SE|Swedbank'), ['no_payments']);
  assert.deepEqual(byRef.get('SE|Swedbank')?.roles, ['bank-link']);
  assert.equal(byRef.get('DE|Commerzbank')?.bic, 'COBADEFF');
  assert.ok(![...byRef.keys()].some((ref) => ref.startsWith('US|')));

  const german = await institutions.list({ country: 'DE' });
  assert.ok(german.kind === 'done' && german.result.institutions.every(({ country }) => country === 'DE'));
});

test('whatever strikes a call while linking, it is a value that may be tried again', async () => {
  for (const fault of ['error_500', 'error_503', 'timeout', 'timeout_after_success', 'reset', 'malformed']) {
    const { bankLink, institutions } = started.open();
    for (const [path, operate] of [
      ['/auth', () => bankLink.start(linkAt(FRENCH))],
      ['/aspsps', () => institutions.list({})],
      ['/sessions', () => bankLink.checkConsent({ grant: { sessionId: crypto.randomUUID() } })],
    ] as const) {
      await started.fault(fault, path);
      assert.equal((await operate()).kind, 'unavailable', `${fault} at ${path}`);
      assert.ok(['requires_action', 'done'].includes((await operate()).kind), `${path} after ${fault}`);
    }
  }
});
