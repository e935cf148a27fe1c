import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest } from '../../harness/raw-http.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess } from '../expect.ts';
import { createCustomer, EXAMPLE_REQUESTS, unique } from '../fixtures.ts';

const VERSION = '2026-10-08';

export const versioning: Topic = ({ api, anonymous, live, raw, testKey }) => {
  test('a request that names the version is answered', async () => {
    const headers = { 'service-version': VERSION };
    expectSuccess('rails.list', await api('/v1/rails', { headers }));
    expectSuccess('rails.list', await live('/v1/rails', { headers }));
  });

  test('a request without a version gets the one its key was created with', async () => {
    const answer = await api('/v1/rails');
    expectSuccess('rails.list', answer);
    assert.equal(answer.headers.get('service-version'), VERSION);
  });

  for (const version of [
    '2026-10-07',
    '2026-10-09',
    '2026-10-8',
    'v1',
    '1',
    'latest',
    `${VERSION} beta`,
    '',
  ]) {
    test(`the version ${JSON.stringify(version)} is refused`, async () => {
      const refused = expectInvalid(
        await api('/v1/rails', { headers: { 'service-version': version } }),
        'Service-Version',
      );
      assert.equal(refused.explanation?.key, 'version.unsupported');
      assert.equal(refused.explanation?.vars.supported, VERSION);
    });
  }

  test('two versions at once are refused', async () => {
    const headers = [
      `Authorization: Bearer ${testKey}`,
      `Service-Version: ${VERSION}`,
      'Service-Version: 2020-01-01',
    ];
    expectInvalid(await raw(rawRequest('GET /v1/rails HTTP/1.1', headers)), 'Service-Version');
  });

  for (const { operation, path, request } of EXAMPLE_REQUESTS) {
    test(`${operation.method} ${operation.path} refuses another version`, async () => {
      const answer = await api(path, { ...request, headers: { 'service-version': '2020-01-01' } });
      expectInvalid(answer, 'Service-Version');
    });
  }

  test('a write refused for its version has no effect', async () => {
    const externalId = unique('user');
    const answer = await api('/v1/customers', {
      body: { externalId },
      headers: { 'service-version': '2020-01-01' },
    });
    expectInvalid(answer, 'Service-Version');
    assert.deepEqual((await api(`/v1/customers?externalId=${externalId}`)).body.data, []);
    await createCustomer(api, { externalId });
  });

  test('the description declares the same version', async () => {
    assert.equal((await anonymous('/v1/openapi.json')).body.info.version, VERSION);
  });
};
