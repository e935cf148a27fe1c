import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess } from '../expect.ts';
import { createCustomer, unique } from '../fixtures.ts';

const PATH = '/v1/customers';

export const customers: Topic = (context) => {
  creating(context);
  refusing(context);
  reading(context);
};

const creating: Topic = ({ api }) => {
  test('a customer has what it was created with', async () => {
    const given = {
      externalId: unique('user'),
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      country: 'GB',
      metadata: { plan: 'pro' },
    };
    const { id: _, createdAt: __, ...rest } = await createCustomer(api, given);
    assert.deepEqual(rest, { object: 'customer', ...given });
  });

  test('a customer has no name, email or country unless they were given', async () => {
    const created = await createCustomer(api);
    assert.deepEqual(Object.keys(created).toSorted(), [
      'createdAt',
      'externalId',
      'id',
      'metadata',
      'object',
    ]);
  });

  test('creating twice with one externalId returns the same customer, with 201 both times', async () => {
    const first = await createCustomer(api, { name: 'Ada' });
    assert.deepEqual(await createCustomer(api, { externalId: first.externalId, name: 'Ada' }), first);
  });

  test('creating again changes nothing of a customer', async () => {
    const first = await createCustomer(api, { name: 'Ada', metadata: { plan: 'pro' } });
    const { externalId } = first;
    const other = { externalId, name: 'Eve', email: 'eve@example.com', country: 'FR', metadata: { a: 'b' } };
    assert.deepEqual(await createCustomer(api, other), first);
    assert.deepEqual(expectSuccess('customers.get', await api(`${PATH}/${first.id}`)), first);
  });

  test('20 creations at once with one externalId make one customer', async () => {
    const externalId = unique('user');
    const names = Array.from({ length: 20 }, (_, index) => `Ada ${index}`);
    const made = await Promise.all(names.map((name) => createCustomer(api, { externalId, name })));
    assert.deepEqual(new Set(made.map(({ id }) => id)).size, 1);
    assert.deepEqual(new Set(made.map(({ name }) => name)).size, 1);
    const found = expectSuccess('customers.list', await api(`${PATH}?externalId=${externalId}`));
    assert.equal(found.data.length, 1);
  });

  for (const externalId of ['A', 'a b', '0', 'ÄÖ', '../..', '%00', "'; drop table customer; --", '🚂']) {
    test(`the externalId ${JSON.stringify(externalId)} is kept and found as it is`, async () => {
      const created = await createCustomer(api, { externalId });
      assert.equal(created.externalId, externalId);
      const found = await api(`${PATH}?externalId=${encodeURIComponent(externalId)}`);
      assert.deepEqual(expectSuccess('customers.list', found).data, [created]);
    });
  }

  test('an externalId is told apart by case and by form', async () => {
    const base = unique('é');
    const forms = [base, base.toUpperCase(), base.normalize('NFD')];
    const made = await Promise.all(forms.map((externalId) => createCustomer(api, { externalId })));
    assert.equal(new Set(made.map(({ id }) => id)).size, 3);
  });
};

const refusing: Topic = ({ api }) => {
  const create = (fields: object) => api(PATH, { body: { externalId: unique('user'), ...fields } });

  test('externalId is required', async () => {
    expectInvalid(await api(PATH, { body: { name: 'Ada' } }), 'externalId', 'input.required');
  });

  for (const field of ['externalId', 'name', 'email', 'country'] as const) {
    for (const value of [null, 1, true, ['a'], {}]) {
      test(`${field} is a string, not ${JSON.stringify(value)}`, async () => {
        expectInvalid(await create({ [field]: value }), field, 'input.type');
      });
    }
  }

  for (const email of ['ada@example.com', 'a.b+c@mail.example.co.uk', "o'neil@example.org"]) {
    test(`the email ${email} is valid`, async () => {
      assert.equal((await createCustomer(api, { email })).email, email);
    });
  }
  for (const email of [
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a da@example.com',
    'ada@example.com ',
    '',
  ]) {
    test(`the email ${JSON.stringify(email)} is refused`, async () => {
      expectInvalid(await create({ email }), 'email');
    });
  }

  test('a refused creation leaves no customer behind', async () => {
    const externalId = unique('user');
    expectInvalid(await create({ externalId, country: 'xx' }), 'country');
    const found = expectSuccess('customers.list', await api(`${PATH}?externalId=${externalId}`));
    assert.deepEqual(found, { data: [], hasMore: false });
  });
};

const reading: Topic = ({ api }) => {
  test('a customer is found by its id', async () => {
    const created = await createCustomer(api, { name: 'Ada', email: 'ada@example.com', country: 'GB' });
    assert.deepEqual(expectSuccess('customers.get', await api(`${PATH}/${created.id}`)), created);
  });

  test('externalId filters the list to that customer', async () => {
    const created = await createCustomer(api);
    await createCustomer(api);
    const found = expectSuccess('customers.list', await api(`${PATH}?externalId=${created.externalId}`));
    assert.deepEqual(found, { data: [created], hasMore: false });
  });

  test('an externalId that nobody has answers an empty page', async () => {
    const found = expectSuccess('customers.list', await api(`${PATH}?externalId=${unique('nobody')}`));
    assert.deepEqual(found, { data: [], hasMore: false });
  });

  test('an externalId is matched whole', async () => {
    const { externalId } = await createCustomer(api);
    const found = expectSuccess('customers.list', await api(`${PATH}?externalId=${externalId.slice(0, -1)}`));
    assert.deepEqual(found.data, []);
  });
};
