import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest } from '@switchyard/rail-kit';
import { createPlaidApi } from './api/client.ts';
import type { PlaidInstitution } from './api/institutions.ts';
import { createInstitutionDirectory, describeInstitution } from './institutions.ts';

const bank: PlaidInstitution = {
  institution_id: 'ins_1',
  name: 'A Bank',
  products: ['auth', 'payment_initiation', 'transfer'],
  country_codes: ['GB', 'IE', 'CA'],
  routing_numbers: [],
  oauth: true,
};

/** A Plaid with this many banks, of which it shows one on each page. */
function directoryOf(total: number, sent: HttpRequest[] = []) {
  const api = createPlaidApi(
    { client_id: 'c', secret: 's', base_url: 'http://plaid/', client_name: 'n', transfer: 'enabled' },
    {
      async send(request) {
        sent.push(request);
        const body = JSON.stringify({ institutions: [bank], total, request_id: 'r' });
        return { kind: 'answer', status: 200, headers: {}, body };
      },
    },
  );
  return createInstitutionDirectory({ api, credentials: { transfer: 'enabled' } });
}

test('pages follow until all that Plaid counts has been asked for, short pages included', async () => {
  const sent: HttpRequest[] = [];
  const directory = directoryOf(450, sent);
  let after: string | undefined;
  for (let count = 0; count === 0 || after !== undefined; count += 1) {
    assert.ok(count < 10);
    const page = await directory.list({ country: 'GB', ...(after === undefined ? {} : { after }) });
    assert.equal(page.kind, 'done');
    after = page.result.next;
  }
  assert.deepEqual(
    sent.map(({ body }) => JSON.parse(body ?? '').offset),
    [0, 200, 400],
  );
  assert.ok(sent.every(({ url }) => url === 'http://plaid/institutions/get'));
});

test('a place that was never given out is refused, and a country without Plaid is empty', async () => {
  const sent: HttpRequest[] = [];
  const directory = directoryOf(1, sent);
  assert.equal((await directory.list({ after: '1e3' })).kind, 'rejected');
  assert.deepEqual(await directory.list({ country: 'BR' }), { kind: 'done', result: { institutions: [] } });
  assert.equal(sent.length, 0);
});

test('a bank is told once for each country that was asked for', () => {
  const told = describeInstitution(bank, ['GB', 'IE', 'DE'], true);
  assert.deepEqual(
    told.map(({ country, roles }) => [country, roles]),
    [
      ['GB', ['bank-link', 'payment']],
      ['IE', ['bank-link', 'payment']],
    ],
  );
});

test('what a bank cannot do is a restriction, and one that can do nothing is not told', () => {
  const described = (products: readonly string[], country: string, withTransfer = true) =>
    describeInstitution(
      { ...bank, products: [...products], country_codes: [country] },
      [country],
      withTransfer,
    )[0];
  assert.deepEqual(
    described(['auth'], 'GB')?.restrictions.map(({ code }) => code),
    ['no_payments'],
  );
  assert.deepEqual(
    described(['payment_initiation'], 'GB')?.restrictions.map(({ code }) => code),
    ['no_linking'],
  );
  assert.deepEqual(described(['auth', 'transfer'], 'US', false)?.roles, ['bank-link']);
  assert.deepEqual(described(['auth', 'transfer'], 'US')?.roles, ['bank-link', 'payment']);
  assert.equal(described(['transactions'], 'GB'), undefined);
});

test('a bank that Plaid itself reports as down is unhealthy', () => {
  const [down] = describeInstitution({ ...bank, status: { item_logins: { status: 'DOWN' } } }, ['GB'], true);
  assert.deepEqual(
    down?.restrictions.map(({ code }) => code),
    ['unhealthy'],
  );
});
