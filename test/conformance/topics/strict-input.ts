/** What is refused before anyone asks what it means: unknown, repeated, broken, too much, of another kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest } from '../../harness/raw-http.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess, expectUndefinedError } from '../expect.ts';
import { EXAMPLE_REQUESTS, PAYTO, UNKNOWN, unique, withQuery } from '../fixtures.ts';

const BODY_BYTES_MAX = 256 * 1024;

export const strictInput: Topic = (context) => {
  unknownFields(context);
  repeatedParameters(context);
  brokenQueries(context);
  size(context);
  mediaTypes(context);
};

const unknownFields: Topic = ({ api }) => {
  for (const { operation, path, request } of EXAMPLE_REQUESTS) {
    test(`${operation.method} ${operation.path} refuses an unknown query parameter`, async () => {
      expectInvalid(await api(withQuery(path, 'nonsense', '1'), request), 'nonsense', 'input.unknown_field');
    });
    if (operation.method === 'POST') {
      test(`${operation.method} ${operation.path} refuses an unknown body field`, async () => {
        const body = { ...operation.examples.body, nonsense: 1 };
        expectInvalid(await api(path, { ...request, body }), 'nonsense', 'input.unknown_field');
      });
    }
    if (operation.params !== undefined) {
      test(`${operation.method} ${operation.path} takes its id from the path alone`, async () => {
        const [bare = ''] = path.split('?');
        const other = Object.values(operation.examples.params ?? {}).join('');
        expectInvalid(await api(withQuery(bare, 'id', other), request), 'id', 'input.unknown_field');
        if (operation.method === 'POST') {
          const body = { ...operation.examples.body, id: other };
          expectInvalid(await api(bare, { ...request, body }), 'id', 'input.unknown_field');
        }
      });
    }
  }

  for (const field of ['customer', 'country', 'externalId', 'limit'] as const) {
    test(`a body field ${field} of another operation is unknown to parsing`, async () => {
      const body = { payto: PAYTO, [field]: 'DE' };
      expectInvalid(await api('/v1/addresses/parse', { body }), field, 'input.unknown_field');
    });
  }

  test('a query parameter does not stand in for a body field', async () => {
    expectInvalid(await api('/v1/customers?externalId=x', { body: {} }), 'externalId', 'input.unknown_field');
  });

  test('the names of fields are told apart by case', async () => {
    expectInvalid(await api('/v1/customers', { body: { externalID: 'x' } }), 'externalId', 'input.required');
    expectInvalid(await api('/v1/rails?Country=DE'), 'Country', 'input.unknown_field');
  });
};

const repeatedParameters: Topic = ({ api }) => {
  for (const [path, param] of [
    ['/v1/rails?country=DE&country=DE', 'country'],
    ['/v1/rails?status=listed&country=DE&status=certified', 'status'],
    ['/v1/customers?limit=1&limit=2', 'limit'],
    ['/v1/customers?limit=1&%6Cimit=2', 'limit'],
    ['/v1/customers?externalId=a&externalId=b', 'externalId'],
    [`/v1/accounts?customer=${UNKNOWN.customer}&customer=${UNKNOWN.customer}`, 'customer'],
    ['/v1/events?type=leg.updated&type=leg.updated', 'type'],
    ['/v1/institutions?country=DE&country=FR', 'country'],
    ['/v1/payment_intents?limit=1&limit=1', 'limit'],
  ] as const) {
    test(`a query parameter given twice is refused: ${path}`, async () => {
      expectInvalid(await api(path), param, 'query.repeated');
    });
  }
  for (const path of ['/v1/customers?limit[]=1', '/v1/customers?limit[0]=1']) {
    test(`brackets make no list: ${path}`, async () => {
      assert.equal((await api(path)).status, 400);
    });
  }
};

const brokenQueries: Topic = ({ api, raw, testKey }) => {
  for (const [what, query, param] of [
    ['a percent sequence cut short', 'externalId=%E', 'externalId'],
    ['bytes that are not UTF-8', 'externalId=%FF', 'externalId'],
    ['a lone surrogate', 'externalId=%ED%A0%80', 'externalId'],
    ['an overlong encoding', 'externalId=%C0%AF', 'externalId'],
    ['a NUL', 'externalId=a%00b', 'externalId'],
    ['no value', 'externalId', 'externalId'],
    ['an empty value', 'externalId=', 'externalId'],
    ['__proto__', '__proto__=1', '__proto__'],
  ] as const) {
    test(`a query with ${what} is refused`, async () => {
      expectInvalid(await api(`/v1/customers?${query}`), param);
    });
  }
  test('a query that is not ASCII is refused or read as UTF-8, never otherwise', async () => {
    const line = Buffer.from('GET /v1/customers?externalId=\u00e4 HTTP/1.1', 'latin1').toString('latin1');
    const answer = await raw(Buffer.from(rawRequest(line, [`Authorization: Bearer ${testKey}`]), 'latin1'));
    assert.equal(answer.status, 400, answer.text);
  });
  test('a plus in a query is a space', async () => {
    const externalId = unique('a b');
    expectSuccess('customers.create', await api('/v1/customers', { body: { externalId } }));
    const found = await api(`/v1/customers?externalId=${externalId.replace(' ', '+')}`);
    assert.equal(expectSuccess('customers.list', found).data.length, 1);
  });
};

const size: Topic = ({ api, anonymous, raw, testKey }) => {
  const sized = (bytes: number) => JSON.stringify({ externalId: unique('user') }).padEnd(bytes, ' ');

  test('a body of 256 KiB is read', async () => {
    expectSuccess('customers.create', await api('/v1/customers', { rawBody: sized(BODY_BYTES_MAX) }));
  });
  test('a body of one byte more is not', async () => {
    const answer = await api('/v1/customers', { rawBody: sized(BODY_BYTES_MAX + 1) });
    expectUndefinedError(answer, 413, 'PAYLOAD_TOO_LARGE');
  });
  test('the limit counts bytes, not letters', async () => {
    const rawBody = JSON.stringify({ externalId: '🚂'.repeat(BODY_BYTES_MAX / 4) });
    expectUndefinedError(await api('/v1/customers', { rawBody }), 413, 'PAYLOAD_TOO_LARGE');
  });
  test('a body that announces 1 GiB is refused before it is sent', async () => {
    const headers = [
      `Authorization: Bearer ${testKey}`,
      'Content-Type: application/json',
      `Content-Length: ${2 ** 30}`,
    ];
    const answer = await raw(rawRequest('POST /v1/customers HTTP/1.1', headers, '{'));
    expectUndefinedError(answer, 413, 'PAYLOAD_TOO_LARGE');
    assert.ok(answer.elapsedMs < 5_000);
  });
  test('a chunked body is cut off at the limit', async () => {
    const headers = [
      `Authorization: Bearer ${testKey}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ];
    const chunk = `${(BODY_BYTES_MAX + 1).toString(16)}\r\n${' '.repeat(BODY_BYTES_MAX + 1)}\r\n`;
    const answer = await raw(rawRequest('POST /v1/customers HTTP/1.1', headers, `${chunk}0\r\n\r\n`));
    expectUndefinedError(answer, 413, 'PAYLOAD_TOO_LARGE');
  });
  test('a chunked body within the limit is read', async () => {
    const headers = [
      `Authorization: Bearer ${testKey}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ];
    const body = JSON.stringify({ externalId: unique('user') });
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const answer = await raw(rawRequest('POST /v1/customers HTTP/1.1', headers, chunk));
    expectSuccess('customers.create', answer);
  });
  test('a caller without a key is told so before its body is measured', async () => {
    assert.equal((await anonymous('/v1/customers', { rawBody: sized(BODY_BYTES_MAX + 1) })).status, 401);
  });
};

const mediaTypes: Topic = ({ api, raw, testKey }) => {
  const send = (contentType: string, more: Readonly<Record<string, string>> = {}) =>
    api('/v1/customers', {
      rawBody: JSON.stringify({ externalId: unique('user') }),
      headers: { 'content-type': contentType, ...more },
    });

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"',
  ]) {
    test(`the media type ${type} is JSON`, async () => {
      expectSuccess('customers.create', await send(type));
    });
  }
  for (const type of [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json-seq',
    'application/merge-patch+json',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/octet-stream',
    '*/*',
    'json',
  ]) {
    test(`the media type ${type} is refused`, async () => {
      expectUndefinedError(await send(type), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });
  }
  test('a compressed body is refused', async () => {
    const answer = await send('application/json', { 'content-encoding': 'gzip' });
    expectUndefinedError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
  test('a body without a media type is refused', async () => {
    const body = JSON.stringify({ externalId: unique('user') });
    const headers = [`Authorization: Bearer ${testKey}`, `Content-Length: ${body.length}`];
    const answer = await raw(rawRequest('POST /v1/customers HTTP/1.1', headers, body));
    expectUndefinedError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
  test('a form does not become a customer', async () => {
    const externalId = unique('user');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await api('/v1/customers', { rawBody: `externalId=${externalId}`, headers });
    const found = expectSuccess('customers.list', await api(`/v1/customers?externalId=${externalId}`));
    assert.deepEqual(found.data, []);
  });
};
