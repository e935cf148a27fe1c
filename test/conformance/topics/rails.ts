import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess } from '../expect.ts';

const STATUSES = ['listed', 'in-development', 'integrated', 'certified'] as const;

export const rails: Topic = ({ api, live }) => {
  const list = async (query = '') => expectSuccess('rails.list', await api(`/v1/rails${query}`)).data;

  test('the catalogue holds rails, each once', async () => {
    const all = await list();
    assert.ok(all.length > 0);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  });

  test('the catalogue is an object with data and nothing else', async () => {
    assert.deepEqual(Object.keys((await api('/v1/rails')).body), ['data']);
  });

  test('the catalogue is the same in both environments', async () => {
    assert.equal((await live('/v1/rails')).text, (await api('/v1/rails')).text);
  });

  test('every capability names at least one country', async () => {
    const capabilities = (await list()).flatMap((rail) => rail.capabilities ?? []);
    assert.ok(capabilities.length > 0);
    for (const capability of capabilities) assert.ok(capability.countries.length >= 1);
  });

  for (const status of STATUSES) {
    test(`the status ${status} answers exactly the rails with it`, async () => {
      const expected = (await list()).filter((rail) => rail.status === status);
      assert.deepEqual(await list(`?status=${status}`), expected);
    });
  }

  test('the statuses together are the whole catalogue', async () => {
    const byStatus = await Promise.all(STATUSES.map((status) => list(`?status=${status}`)));
    assert.equal(byStatus.flat().length, (await list()).length);
  });

  test('no rail is certified while no provider has proved one', async () => {
    assert.deepEqual(await list('?status=certified'), []);
  });

  for (const country of ['DE', 'GB', 'BR']) {
    test(`the country ${country} answers exactly the rails that work there`, async () => {
      const expected = (await list()).filter((rail) => rail.countries.includes(country));
      assert.ok(expected.length > 0, 'otherwise this shows nothing');
      assert.deepEqual(await list(`?country=${country}`), expected);
    });
  }

  test('a country without rails answers an empty list', async () => {
    assert.deepEqual(await list('?country=ZZ'), []);
  });

  test('country and status hold together', async () => {
    const expected = (await list()).filter(
      ({ status, countries }) => status === 'listed' && countries.includes('DE'),
    );
    assert.deepEqual(await list('?country=DE&status=listed'), expected);
  });

  for (const status of ['Listed', 'live', 'integrated,listed']) {
    test(`the status ${status} is refused`, async () => {
      expectInvalid(await api(`/v1/rails?status=${status}`), 'status');
    });
  }

  for (const name of ['limit', 'after', 'kind']) {
    test(`the catalogue has no parameter ${name}`, async () => {
      expectInvalid(await api(`/v1/rails?${name}=1`), name, 'input.unknown_field');
    });
  }
};
