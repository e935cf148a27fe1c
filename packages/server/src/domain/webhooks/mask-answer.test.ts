import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER_CHARS_MAX, maskAnswer } from './mask-answer.ts';

for (const [secret, answer] of [
  ['an e-mail address', '{"error":"ada.lovelace+pay@example.com is unknown"}'],
  ['an IBAN', '{"error":"DE75512108001245126199"}'],
  ['an IBAN in groups', 'no such account: DE75 5121 0800 1245 1261 99'],
  ['a card number', '4111 1111 1111 1111'],
  ['a card number with dashes', 'card 4111-1111-1111-1111'],
  ['a telephone number', 'call +49 30 1234567'],
  ['a token', 'Bearer sk_live_51Habcdefghijklmnop'],
  ['a secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw='],
] as const) {
  test(`${secret} is masked`, () => {
    const masked = maskAnswer(answer);
    assert.match(masked, /•/);
    assert.doesNotMatch(masked, /\d{4}|ada|lovelace|51H|MfKQ/i);
  });
}

test('what a person needs to see stays', () => {
  assert.equal(
    maskAnswer('{"error":"signature does not match","code":401}'),
    '{"error":"signature does not match","code":401}',
  );
});

test('it is short and in one line', () => {
  const masked = maskAnswer(`first\r\n\u0000\u2028second ${'x '.repeat(9_000)}`);
  assert.ok([...masked].length <= ANSWER_CHARS_MAX);
  assert.match(masked, /^first second x x/);
});

test('what is cut through at the end is not uncovered', () => {
  for (let filler = 0; filler < 40; filler += 1) {
    const tokens = 'abcdefghijklmnop1 '.repeat(55);
    const masked = maskAnswer(
      `${tokens}${'y'.repeat(filler)} DE75 5121 0800 1245 1261 99 ${'z '.repeat(50)}`,
    );
    assert.doesNotMatch(masked, /\d/);
  }
});

test('an answer made to be slow to look at takes no time', () => {
  const begunMs = performance.now();
  for (const piece of ['a', 'a-', '1 ', 'AB12 ', 'a@', '0.']) maskAnswer(piece.repeat(16_384));
  assert.ok(performance.now() - begunMs < 250);
});
