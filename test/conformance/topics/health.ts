import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectUndefinedError } from '../expect.ts';

export const health: Topic = ({ anonymous, api }) => {
  for (const [path, status] of [
    ['/livez', 'live'],
    ['/readyz', 'ready'],
  ] as const) {
    test(`${path} says ${status} to anyone`, async () => {
      const answer = await anonymous(path);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, { status });
    });

    test(`${path} answers HEAD too`, async () => {
      assert.equal((await anonymous(path, { method: 'HEAD' })).status, 200);
    });

    test(`POST ${path} is a wrong method, not an unknown path`, async () => {
      const answer = await anonymous(path, { method: 'POST' });
      expectUndefinedError(answer, 405, 'METHOD_NOT_ALLOWED');
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    });
  }

  test('metrics are not served on the port of the API', async () => {
    expectUndefinedError(await api('/metrics'), 404, 'NOT_FOUND');
  });

  test('the API lives under /v1 only: health is not there', async () => {
    expectUndefinedError(await api('/v1/livez'), 404, 'NOT_FOUND');
  });
};
