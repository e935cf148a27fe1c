import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinProviders } from './institutions.ts';

const readable = (provider_id: string, more = {}) => ({
  provider_id,
  display_name: provider_id,
  country: 'uk',
  scopes: ['accounts', 'info'],
  ...more,
});
const payable = (id: string, transfer = {}) => ({
  id,
  display_name: id,
  country_code: 'GB',
  swift_code: 'MONZGB2L',
  capabilities: { payments: { bank_transfer: { release_channel: 'general_availability', ...transfer } } },
});

test('a bank that both lists know is one, with both roles', () => {
  const [bank, ...others] = joinProviders('GB', [readable('ob-monzo')], [payable('ob-monzo')]);
  assert.deepEqual(others, []);
  assert.deepEqual(bank?.roles, ['bank-link', 'payment']);
  assert.equal(bank?.bic, 'MONZGB2L');
  assert.deepEqual(bank?.restrictions, []);
});

test('a bank that one list lacks says what it cannot do', () => {
  const joined = joinProviders('GB', [readable('read-only')], [payable('pay-only')]);
  assert.deepEqual(
    joined.map(({ ref, roles, restrictions }) => [ref, roles, restrictions.map(({ code }) => code)]),
    [
      ['pay-only', ['payment'], ['no_linking']],
      ['read-only', ['bank-link'], ['no_payments']],
    ],
  );
});

test('beta and trouble are told', () => {
  const [bank] = joinProviders(
    'GB',
    [readable('a')],
    [payable('a', { release_channel: 'public_beta', availability: { recommended_status: 'unhealthy' } })],
  );
  assert.deepEqual(
    bank?.restrictions.map(({ code }) => code),
    ['beta', 'unhealthy'],
  );
});

test('banks elsewhere and those that show no accounts are left out', () => {
  const others = [readable('elsewhere', { country: 'fr' }), readable('cards-only', { scopes: ['cards'] })];
  assert.deepEqual(joinProviders('GB', others, []), []);
});
