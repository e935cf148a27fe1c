import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignedCountries, COUNTRY_PATTERN, isAssignedCountry } from './country.ts';

test('there are 249 assigned codes and XK, sorted, each once and of the right shape', () => {
  const codes = assignedCountries();
  assert.equal(codes.length, 250);
  assert.deepEqual(codes, [...new Set(codes)].sort());
  for (const code of codes) assert.match(code, new RegExp(COUNTRY_PATTERN));
});

test('reserved, withdrawn and invented codes are not assigned', () => {
  for (const code of ['EU', 'UK', 'AC', 'TA', 'SU', 'YU', 'AN', 'CS', 'ZZ', 'gb', 'GBR', '']) {
    assert.equal(isAssignedCountry(code), false, code);
  }
  for (const code of ['GB', 'XK', 'SS', 'CW', 'BQ']) assert.equal(isAssignedCountry(code), true, code);
});

test('the platform can name every one of them', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const nameless = assignedCountries().filter((code) => names.of(code) === undefined);
  assert.deepEqual(nameless, []);
});
