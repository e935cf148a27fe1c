/** Lists: their shape, their order, their cursors, and what a walk over them sees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api } from '../../harness/api.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess, withoutRequestId } from '../expect.ts';
import { createCustomer, registerAccount, UNKNOWN, unique, withQuery } from '../fixtures.ts';
import { expectPage, type ListName, walk } from '../walk.ts';

interface List {
  readonly name: ListName;
  readonly path: string;
  readonly unknown: string;
  /** Makes one more object of the list, and answers the id under which the list shows it. */
  readonly add: (api: Api) => Promise<string>;
}

const LISTS: readonly List[] = [
  {
    name: 'customers.list',
    path: '/v1/customers',
    unknown: UNKNOWN.customer,
    add: async (api) => (await createCustomer(api)).id,
  },
  {
    name: 'accounts.list',
    path: '/v1/accounts',
    unknown: UNKNOWN.account,
    add: async (api) => (await registerAccount(api)).id,
  },
  {
    name: 'events.list',
    path: '/v1/events',
    unknown: UNKNOWN.event,
    add: async (api) => {
      await registerAccount(api);
      return (await walk(api, 'events.list', '/v1/events', { limit: 100 })).at(-1)?.id ?? '';
    },
  },
];

const NEWEST_FIRST = LISTS.slice(0, 2);

export const pages: Topic = (context) => {
  for (const list of LISTS) {
    cursors(context, list);
    walks(context, list);
  }
  for (const list of NEWEST_FIRST) newestFirst(context, list);
  defaultSize(context);
  filters(context);
};

function cursors({ api, live }: Parameters<Topic>[0], { name, path, unknown, add }: List): void {
  const after = (cursor: string) => api(withQuery(path, 'after', cursor));

  test(`${name}: the cursor of the last object answers an empty page`, async () => {
    await add(api);
    const last = (await walk(api, name, path, { limit: 100 })).at(-1)?.id ?? '';
    assert.deepEqual(expectPage(name, await after(last)), { data: [], hasMore: false });
  });

  test(`${name}: an unknown cursor is refused, never an empty page`, async () => {
    expectInvalid(await after(unknown), 'after', 'cursor.unknown');
  });

  test(`${name}: a cursor of another environment is refused in the same words as an unknown one`, async () => {
    const answer = await after(await add(live));
    expectInvalid(answer, 'after');
    assert.equal(withoutRequestId(answer), withoutRequestId(await after(unknown)));
  });

  const otherKinds = LISTS.filter((other) => other.name !== name);
  for (const other of otherKinds) {
    test(`${name}: a cursor from ${other.name} is refused`, async () => {
      expectInvalid(await after(await other.add(api)), 'after');
    });
  }

  for (const cursor of ['', 'x', '0', '%00', unknown.slice(0, 8), `${unknown} `]) {
    test(`${name}: the cursor ${JSON.stringify(cursor)} is refused`, async () => {
      expectInvalid(await after(cursor), 'after');
    });
  }
}

function walks({ live }: Parameters<Topic>[0], { name, path, add }: List): void {
  test(`${name}: walks with any limit see the same objects, each once, in one order`, async () => {
    for (let count = 0; count < 5; count += 1) await add(live);
    const whole = (await walk(live, name, path, { limit: 100 })).map(({ id }) => id);
    assert.ok(whole.length >= 5);
    assert.equal(new Set(whole).size, whole.length);
    for (const limit of [1, 2, 3, 4, 5, whole.length - 1, whole.length, whole.length + 1]) {
      const seen = (await walk(live, name, path, { limit })).map(({ id }) => id);
      assert.deepEqual(seen, whole, `walked with limit ${limit}`);
    }
  });
}

function newestFirst({ live }: Parameters<Topic>[0], { name, path, add }: List): void {
  test(`${name}: newest first`, async () => {
    const first = await add(live);
    const second = await add(live);
    const page = expectPage(name, await live(`${path}?limit=2`));
    assert.deepEqual(
      page.data.map(({ id }) => id),
      [second, first],
    );
  });

  for (const limit of [1, 2, 3]) {
    test(`${name}: a walk by ${limit} sees what was there when it began, once, while others are added`, async () => {
      for (let count = 0; count < 4; count += 1) await add(live);
      const before = (await walk(live, name, path, { limit: 100 })).map(({ id }) => id);
      const seen = await walk(live, name, path, { limit, meanwhile: () => add(live) });
      assert.deepEqual(
        seen.map(({ id }) => id),
        before,
      );
    });
  }
}

const defaultSize: Topic = ({ api }) => {
  test('a page has 25 objects by default, and up to 100', async () => {
    const names = Array.from({ length: 101 }, () => unique('page'));
    await Promise.all(names.map((externalId) => createCustomer(api, { externalId })));
    const byDefault = expectSuccess('customers.list', await api('/v1/customers'));
    assert.equal(byDefault.data.length, 25);
    assert.equal(byDefault.hasMore, true);
    const largest = expectSuccess('customers.list', await api('/v1/customers?limit=100'));
    assert.equal(largest.data.length, 100);
    assert.equal(largest.hasMore, true);
    assert.deepEqual(largest.data.slice(0, 25), byDefault.data);
  });
};

const filters: Topic = ({ api }) => {
  test('a cursor need not match the filter', async () => {
    const customer = await createCustomer(api);
    const theirs = [
      await registerAccount(api, { customer: customer.id }),
      await registerAccount(api, { customer: customer.id }),
    ];
    const between = await registerAccount(api);
    await registerAccount(api, { customer: customer.id });
    const page = await api(`/v1/accounts?customer=${customer.id}&after=${between.id}`);
    assert.deepEqual(
      expectSuccess('accounts.list', page).data.map(({ id }) => id),
      theirs.map(({ id }) => id).toReversed(),
    );
  });

  test('a walk under a filter keeps to it', async () => {
    const customer = await createCustomer(api);
    const theirs: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      theirs.push((await registerAccount(api, { customer: customer.id })).id);
      await registerAccount(api);
    }
    const seen = await walk(api, 'accounts.list', `/v1/accounts?customer=${customer.id}`, { limit: 2 });
    assert.deepEqual(
      seen.map(({ id }) => id),
      theirs.toReversed(),
    );
  });

  test('a page that ends exactly with the last object has no more behind it', async () => {
    const customer = await createCustomer(api);
    for (let count = 0; count < 2; count += 1) await registerAccount(api, { customer: customer.id });
    const page = expectSuccess('accounts.list', await api(`/v1/accounts?customer=${customer.id}&limit=2`));
    assert.equal(page.data.length, 2);
    assert.equal(page.hasMore, false);
    assert.equal('next' in page, false);
  });
};
