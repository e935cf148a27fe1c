import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeCurrencies, isActiveCurrency, minorUnitsOf } from './iso-4217.ts';

test('minor units are those of the standard', () => {
  assert.equal(minorUnitsOf('EUR'), 2);
  assert.equal(minorUnitsOf('JPY'), 0);
  assert.equal(minorUnitsOf('KWD'), 3);
  // Displays drop the digits of these; the standard, and therefore the wire, keeps them.
  assert.equal(minorUnitsOf('HUF'), 2);
  assert.equal(minorUnitsOf('IDR'), 2);
  assert.equal(minorUnitsOf('MGA'), 2);
});

test('what has been replaced is not active, what replaced it is', () => {
  const replacements = { BGN: 'EUR', HRK: 'EUR', ZWL: 'ZWG', SLL: 'SLE', ANG: 'XCG', CUC: 'CUP', VEF: 'VES' };
  for (const [gone, now] of Object.entries(replacements)) {
    assert.equal(isActiveCurrency(gone), false, gone);
    assert.equal(isActiveCurrency(now), true, now);
  }
  assert.ok(isActiveCurrency('VED') && isActiveCurrency('VES'));
});

test('funds, units of account, metals and test codes are not money that can be sent', () => {
  for (const code of 'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XBA XDR XSU XUA XAG XAU XPD XPT XTS XXX'.split(
    ' ',
  )) {
    assert.equal(isActiveCurrency(code), false, code);
    assert.equal(minorUnitsOf(code), undefined, code);
  }
});

test('a code is exact: no other case, no white space, no property of an object', () => {
  for (const code of ['eur', 'EUR ', '', 'constructor', '__proto__'])
    assert.equal(isActiveCurrency(code), false, code);
});

test('every code is three capitals, once', () => {
  const codes = activeCurrencies();
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[A-Z]{3}$/);
});

test('the platform knows the same currencies but for differences with a reason', () => {
  // ICU lists what people may still meet in old data, and the units of account it can print.
  const onlyPlatform = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL'];
  // ICU has not taken up Venezuela's second code.
  const onlyOurs = ['VED'];
  const platform = new Set(Intl.supportedValuesOf('currency'));
  const ours = activeCurrencies();
  // Newer platforms may drop withdrawn codes or learn VED, so the lists above are the most that may differ.
  const missing = [...platform].filter((code) => !ours.includes(code) && !onlyPlatform.includes(code));
  const extra = ours.filter((code) => !platform.has(code) && !onlyOurs.includes(code));
  assert.deepEqual({ missing, extra }, { missing: [], extra: [] });
});
