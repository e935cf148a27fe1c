import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSALS } from '@switchyard/rail-kit';
import type { TurnedDown } from '../calling/call.ts';
import { authorisationIdOf, backBy, redirectOf, returnsFor } from './returns.ts';
import {
  consentStandingOf,
  failureOf,
  MESSAGE_CODES,
  messageCodeOf,
  SETTLED_STATUSES,
  standingOf,
  stepOf,
  TRANSACTION_STATUSES,
} from './translate.ts';

function turnedDown(status: number, body: unknown): TurnedDown {
  return { kind: 'turned_down', status, body };
}

function message(code: string, category = 'ERROR') {
  return { tppMessages: [{ category, code, text: 'Mr Smith' }] };
}

test('ACSC and ACCC are settled; ACSP only at a bank that ends so', () => {
  const settled = (acspIsFinal: boolean) =>
    Object.keys(TRANSACTION_STATUSES).filter((status) => standingOf(status, acspIsFinal) === 'settled');
  assert.deepEqual(settled(false).sort(), [...SETTLED_STATUSES].sort());
  assert.deepEqual(settled(true).sort(), ['ACCC', 'ACSC', 'ACSP']);
});

test('words that are not the standard’s have no standing', () => {
  for (const word of ['', 'acsc', 'DONE', 'constructor', '__proto__']) {
    assert.equal(standingOf(word, true), undefined);
    assert.equal(consentStandingOf(word), undefined);
  }
});

test('every message code is a step with its code, and its text is nowhere', () => {
  for (const code of Object.keys(MESSAGE_CODES)) {
    const step = stepOf(turnedDown(400, message(code)));
    assert.equal(step.providerCode, code);
    assert.ok(!JSON.stringify(step).includes('Smith'));
    if (step.kind === 'refused') assert.ok(REFUSALS.includes(step.code));
    assert.notEqual(failureOf(turnedDown(400, message(code))).kind as string, 'refused');
  }
});

test('a code is found in messages, after a warning too, and in a problem', () => {
  const warned = {
    tppMessages: [...message('WARNING', 'WARNING').tppMessages, ...message('FORMAT_ERROR').tppMessages],
  };
  assert.equal(messageCodeOf(turnedDown(400, warned)), 'FORMAT_ERROR');
  assert.equal(messageCodeOf(turnedDown(400, { type: 'x', code: 'CONSENT_EXPIRED' })), 'CONSENT_EXPIRED');
  for (const body of [undefined, null, [], 'text', { tppMessages: 'x' }, { tppMessages: [null] }])
    assert.equal(messageCodeOf(turnedDown(400, body)), undefined);
});

test('an error without a known code goes by its status', () => {
  assert.equal(stepOf(turnedDown(401, undefined)).kind, 'misconfigured');
  assert.equal(stepOf(turnedDown(403, message('NEW_WORD'))).kind, 'misconfigured');
  assert.equal(stepOf(turnedDown(409, message('NEW_WORD'))).kind, 'rejected');
});

test('the state and the marker travel inside the return URI, beside its own query, in apps too', () => {
  assert.deepEqual(returnsFor('https://a.example/b?c=d', 's 1'), {
    ok: 'https://a.example/b?c=d&state=s+1&sca=ok',
    nok: 'https://a.example/b?c=d&state=s+1&sca=nok',
  });
  assert.equal(returnsFor('app://back', 's').ok, 'app://back?state=s&sca=ok');
  assert.deepEqual(
    [backBy({ sca: 'nok' }), backBy({ sca: 'ok' }), backBy(undefined)],
    ['declined', 'yes', 'yes'],
  );
});

test('a link may be relative, and is one only on the web', () => {
  const redirect = (href: string) => redirectOf({ scaRedirect: { href } }, 'https://bank.example/xs2a');
  assert.equal(redirect('/sca/1'), 'https://bank.example/sca/1');
  assert.equal(redirect('https://login.bank.example/1'), 'https://login.bank.example/1');
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'http://['])
    assert.equal(redirect(href), undefined);
  assert.equal(redirectOf(undefined, 'https://bank.example'), undefined);
});

test('of the link to an authorisation only its id is taken', () => {
  const id = (href: string) => authorisationIdOf({ scaStatus: { href } });
  assert.equal(id('https://elsewhere.example/v1/payments/x/1/authorisations/a%2Fb'), 'a/b');
  assert.equal(id('/v1/payments/x/1/status'), undefined);
  assert.equal(id('/authorisations/%E0%A4%A'), undefined);
  assert.equal(authorisationIdOf(undefined), undefined);
});
