import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ibanOf, paytoOfIban } from './iban-address.ts';
import { endToEndIdOf, SEPA_REFERENCE } from './sepa-reference.ts';

test('a reference is of the characters that every bank takes', () => {
  const { pattern, max } = SEPA_REFERENCE;
  for (const text of ['Invoice 17', 'a/b', "(x) y's +1-2?:,.", 'x'.repeat(max)]) assert.match(text, pattern);
  for (const text of ['', '/a', 'a/', 'a//b', 'Rechnung für', 'a\nb', 'a_b', 'x'.repeat(max + 1)])
    assert.doesNotMatch(text, pattern);
});

test('a key without its hyphens fits the end-to-end identification', () => {
  assert.equal(endToEndIdOf('0190b0c4-7f1e-7000-8000-000000000001'), '0190b0c47f1e70008000000000000001');
});

test('an IBAN and its payto address are each other’s, and nothing else is one', () => {
  const payto = 'payto://iban/DE75512108001245126199';
  assert.equal(paytoOfIban('DE75 5121 0800 1245 1261 99'), payto);
  assert.equal(ibanOf(payto), 'DE75512108001245126199');
  assert.equal(ibanOf('payto://iban/SOGEDEFFXXX/DE75512108001245126199'), 'DE75512108001245126199');
  for (const wrong of ['DE00512108001245126199', '', '1234']) assert.equal(paytoOfIban(wrong), undefined);
  for (const wrong of ['payto://gb-scan/010004/12345678', 'DE75512108001245126199'])
    assert.equal(ibanOf(wrong), undefined);
});
