/** Linking at simulated banks, also at those that are there to go wrong. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LinkStep } from '@switchyard/rail-kit';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { RETURN_URI, startBerlinGroup } from './start-berlin-group.ts';

const started = await startBerlinGroup();
after(() => started.simulator.stop());

function start() {
  return {
    key: crypto.randomUUID(),
    user: 'user-1',
    country: 'DE',
    channel: 'web',
    returnUri: RETURN_URI,
    state: crypto.randomUUID(),
  } as const;
}

async function linkAt(bank: string, decision: 'approve' | 'decline' = 'approve') {
  const { bankLink } = started.open(started.at(bank));
  const first = await bankLink.start(start());
  if (first.kind !== 'requires_action') return { bankLink, step: first };
  const { returnParams } = await decideOnPage(first.action, decision);
  return { bankLink, step: await bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams }) };
}

function grantOf(step: LinkStep) {
  assert.equal(step.kind, 'done', JSON.stringify(step));
  return step.result.grant;
}

test('a linked account has its IBAN, its currency, the name of its owner and the bank', async () => {
  const { step } = await linkAt('de-deutsche-bank');
  const { consentExpiresAtMs } = grantOf(step);
  assert.equal(step.kind, 'done');
  for (const account of step.result.accounts) {
    assert.match(account.payto, /^payto:\/\/iban\/DE\d{20}$/);
    assert.deepEqual(account.assets, ['iso4217:EUR']);
    assert.ok((account.holderName ?? '').length > 0);
    assert.equal(account.institution?.ref, 'DEUTDEFF');
  }
  const days = ((consentExpiresAtMs ?? 0) - Date.now()) / 86_400_000;
  assert.ok(days > 179 && days < 182, String(days));
});

test('the name of the owner is not asked for where the connection says so', async () => {
  const { bankLink } = started.open({ ...started.at('de-dkb'), asks_owner_name: false });
  const first = await bankLink.start(start());
  assert.equal(first.kind, 'requires_action');
  await decideOnPage(first.action, 'approve');
  const step = await bankLink.poll({ memo: first.memo });
  assert.equal(step.kind, 'done');
  assert.ok(step.result.accounts.every(({ holderName }) => holderName === undefined));
});

test('the user comes back to the return URI with its own query, the state and the marker', async () => {
  const { bankLink } = started.open();
  const begun = start();
  const first = await bankLink.start(begun);
  assert.equal(first.kind, 'requires_action');
  const { returnUri, returnParams } = await decideOnPage(first.action, 'decline');
  assert.ok(returnUri.href.startsWith('https://client.example/back?from=bank&'));
  assert.deepEqual(returnParams, { from: 'bank', state: begun.state, sca: 'nok' });
});

test('a user who approves and closes the tab is found by polling', async () => {
  const { bankLink } = started.open();
  const first = await bankLink.start(start());
  assert.equal(first.kind, 'requires_action');
  const waiting = await bankLink.poll({ memo: first.memo });
  assert.deepEqual(waiting, first, 'nothing has happened yet');
  await decideOnPage(first.action, 'approve');
  assert.equal((await bankLink.poll({ memo: first.memo })).kind, 'done');
});

test('a typed return address neither links nor unlinks anything', async () => {
  const { bankLink } = started.open();
  const first = await bankLink.start(start());
  assert.equal(first.kind, 'requires_action');
  const resume = (sca: string) =>
    bankLink.resume({ memo: first.memo, returnUri: RETURN_URI, returnParams: { sca } });
  assert.equal((await resume('ok')).kind, 'processing');
  await decideOnPage(first.action, 'approve');
  assert.equal((await resume('nok')).kind, 'done');
});

test('a bank that declines, one without accounts and one that cannot be reached each say so', async () => {
  const { step: declined } = await linkAt('de-test-declines');
  assert.ok(declined.kind === 'refused' && declined.code === 'user_declined', JSON.stringify(declined));
  const { step: empty } = await linkAt('de-test-no-accounts');
  assert.ok(empty.kind === 'refused' && empty.code === 'account_unusable', JSON.stringify(empty));
  const { step: unreachable } = await linkAt('de-test-unavailable');
  assert.equal(unreachable.kind, 'unavailable', JSON.stringify(unreachable));
});

test('a consent that its holder withdraws is revoked, and one that lapses is expired', async () => {
  const { bankLink, step } = await linkAt('de-n26');
  const grant = grantOf(step);
  await started.revoke(grant.ref ?? '');
  const withdrawn = await bankLink.checkConsent({ grant: grant.secret });
  assert.ok(withdrawn.kind === 'done' && withdrawn.result.state === 'revoked', JSON.stringify(withdrawn));

  const [revoking, expiring] = await Promise.all([linkAt('de-test-revokes'), linkAt('de-test-expires')]);
  const states = async () =>
    Promise.all(
      [revoking, expiring].map(async (linked) => {
        const answer = await linked.bankLink.checkConsent({ grant: grantOf(linked.step).secret });
        return answer.kind === 'done' ? answer.result.state : answer.kind;
      }),
    );
  assert.deepEqual(await states(), ['valid', 'valid']);
  await new Promise((resolve) => setTimeout(resolve, 3_300));
  assert.deepEqual(await states(), ['revoked', 'expired']);
});

test('a consent that the bank does not know is revoked', async () => {
  const { bankLink } = started.open();
  const answer = await bankLink.checkConsent({ grant: { consentId: crypto.randomUUID() } });
  assert.ok(answer.kind === 'done' && answer.result.state === 'revoked', JSON.stringify(answer));
});

test('another bank than the connection’s is not supported', async () => {
  const { bankLink } = started.open();
  const step = await bankLink.start({ ...start(), institution: 'COBADEFF' });
  assert.ok(step.kind === 'refused' && step.code === 'institution_unsupported');
});

test('the directory has the one bank, in its own country alone', async () => {
  const { institutions } = started.open();
  const all = await institutions.list({});
  assert.ok(all.kind === 'done' && all.result.institutions.length === 1);
  assert.equal(all.result.institutions[0]?.bic, 'DEUTDEFF');
  const french = await institutions.list({ country: 'FR' });
  assert.ok(french.kind === 'done' && french.result.institutions.length === 0);
});

test('whatever strikes a read while linking, it may be tried again and then succeeds', async () => {
  for (const fault of ['error_500', 'error_503', 'timeout', 'timeout_after_success', 'reset', 'malformed']) {
    const { bankLink } = started.open();
    const first = await bankLink.start(start());
    assert.equal(first.kind, 'requires_action');
    await decideOnPage(first.action, 'approve');
    await started.fault(fault, '/de-deutsche-bank/v1/');
    assert.equal((await bankLink.poll({ memo: first.memo })).kind, 'unavailable', fault);
    assert.equal((await bankLink.poll({ memo: first.memo })).kind, 'done', fault);
  }
});
