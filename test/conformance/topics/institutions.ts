/** Banks reachable through the environment's connections. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputOf } from '@switchyard/contract';
import { checkRequests, get } from '../checked-requests.ts';
import type { Context, Topic } from '../context.ts';
import { expectSuccess } from '../expect.ts';

type Listed = OutputOf<'institutions.list'>['data'][number];

export const institutions: Topic = (context) => {
  checkRequests(
    context,
    {
      what: 'GET /v1/institutions',
      send: get('/v1/institutions', { country: 'DE' }),
      right: [{ q: 'bank' }, { q: 'Crédit 🏦' }, { limit: 1 }, { country: 'GB', q: 'a b', limit: 100 }],
      wrong: [
        ['country', { country: undefined }],
        ['country', { country: 'Germany' }],
        ['after', { after: 'ins_0000000000000000000000' }],
      ],
    },
    (answer) => expectSuccess('institutions.list', answer),
  );
  directory(context);
};

const directory: Topic = (context) => {
  const search = searchIn(context);

  for (const country of ['GB', 'DE', 'FR', 'ES', 'IT', 'NL', 'IE', 'PL', 'SE', 'US']) {
    test(`banks of ${country} are there as soon as the service is`, async () => {
      const found = await search({ country, limit: 100 });
      assert.ok(found.length > 0);
      for (const institution of found) assert.equal(institution.country, country);
    });
  }

  test('banks that can be linked come first, then by name', async () => {
    const found = await search({ country: 'GB', limit: 100 });
    const linkable = found.map(({ providers }) => providers.some(({ roles }) => roles.includes('bank-link')));
    assert.deepEqual(
      linkable,
      [...linkable].sort((a, b) => Number(b) - Number(a)),
    );
    const names = found.filter((_, at) => linkable[at]).map(({ name }) => name.toLowerCase());
    assert.deepEqual(names, [...names].sort());
  });

  test('one bank that several connections know is one entry, with ranks from 1 on', async () => {
    const found = await search({ country: 'GB', limit: 100 });
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    assert.equal(new Set(found.map(({ name }) => name)).size, found.length);
    assert.ok(found.some(({ providers }) => providers.length > 1));
    for (const { providers } of found) {
      assert.deepEqual(
        providers.map(({ rank }) => rank),
        providers.map((_, at) => at + 1),
      );
      assert.equal(new Set(providers.map(({ connection }) => connection)).size, providers.length);
    }
  });

  test('ids are stable', async () => {
    const [first, again] = [
      await search({ country: 'DE', limit: 100 }),
      await search({ country: 'DE', limit: 100 }),
    ];
    assert.deepEqual(again, first);
  });

  test('search knows no accents, no case, and the beginning of every word', async () => {
    const [bank] = await search({ country: 'FR', q: 'société générale' });
    assert.ok(bank);
    for (const q of ['societe generale', 'SOCIÉTÉ', 'gén', 'generale soc', '  société   générale ']) {
      assert.ok(
        (await search({ country: 'FR', q })).some(({ id }) => id === bank.id),
        q,
      );
    }
    assert.deepEqual(await search({ country: 'FR', q: 'ociete' }), []);
    assert.deepEqual(await search({ country: 'DE', q: 'société générale' }), []);
  });

  test('limit bounds the list', async () => {
    assert.equal((await search({ country: 'GB', limit: 2 })).length, 2);
  });

  test('an environment without connections reaches no bank', async () => {
    assert.deepEqual(await searchIn({ api: context.live })({ country: 'GB' }), []);
  });
};

const searchIn =
  ({ api }: Pick<Context, 'api'>) =>
  async (query: Readonly<Record<string, string | number>>): Promise<readonly Listed[]> => {
    const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return expectSuccess('institutions.list', await api(`/v1/institutions?${params}`)).data;
  };
