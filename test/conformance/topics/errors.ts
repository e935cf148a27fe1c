import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import {
  DEFINED_ERRORS,
  expectInvalid,
  expectNotFound,
  expectRefusal,
  expectUndefinedError,
} from '../expect.ts';
import { PAYTO, registerAccount, UNKNOWN, unique } from '../fixtures.ts';
import { memberOf, operationsOf, resolved, texts } from '../openapi-document.ts';

const DATA_CODES = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'idempotency_conflict',
  'quote_expired',
  'quote_changed',
  'route_infeasible',
  'connection_not_ready',
  'provider_unavailable',
  'provider_rejected',
  'rate_limited',
];

export const errors: Topic = (context) => {
  declared(context);
  raised(context);
  undefinedErrors(context);
};

const declared: Topic = ({ anonymous }) => {
  const documentOf = async (): Promise<unknown> => (await anonymous('/v1/openapi.json')).body;

  for (const { status, code, message } of DEFINED_ERRORS) {
    test(`every operation can return ${status}, as ${code} or as an undefined error`, async () => {
      const document = await documentOf();
      for (const { name, operation } of operationsOf(document)) {
        const response = resolved(document, memberOf(operation, 'responses', String(status)));
        const schema = memberOf(response, 'content', 'application/json', 'schema');
        const shapes = memberOf(schema, 'oneOf');
        assert.ok(Array.isArray(shapes), `${name} has two shapes for ${status}`);
        assert.equal(shapes.length, 2);
        const [defined, other] = shapes.map((shape) => resolved(document, shape));
        const required = ['code', 'data', 'defined', 'message', 'status'];
        const givenRequired = texts(memberOf(defined, 'required')).toSorted();
        assert.deepEqual(
          givenRequired.filter((field) => field !== 'message'),
          required.filter((field) => field !== 'message'),
        );
        assert.equal(memberOf(defined, 'properties', 'defined', 'const'), true);
        assert.equal(memberOf(defined, 'properties', 'code', 'const'), code);
        assert.equal(memberOf(defined, 'properties', 'status', 'const'), status);
        assert.equal(memberOf(defined, 'properties', 'message', 'default'), message);
        assert.deepEqual(texts(memberOf(other, 'required')).toSorted(), [
          'code',
          'defined',
          'message',
          'status',
        ]);
        assert.equal(memberOf(other, 'properties', 'defined', 'const'), false);
      }
    });
  }

  test('the stable codes are the twelve of the document', async () => {
    const document = await documentOf();
    const data = memberOf(document, 'components', 'schemas', 'ErrorData');
    assert.deepEqual(texts(memberOf(data, 'properties', 'code', 'enum')), DATA_CODES);
    assert.deepEqual(texts(memberOf(data, 'required')), ['code']);
    const fields = Object.keys(Object(memberOf(data, 'properties'))).toSorted();
    assert.deepEqual(fields, ['code', 'explanation', 'param', 'requestId']);
  });
};

/** Which code, when. The others need rails, scopes or limits, which this start does not have. */
const raised: Topic = ({ api, anonymous }) => {
  test('400 invalid_request: a shape that is wrong', async () => {
    expectInvalid(await api('/v1/customers', { body: { externalId: 7 } }), 'externalId', 'input.type');
  });
  test('400 invalid_request: a limit that is passed', async () => {
    expectInvalid(await api('/v1/customers?limit=101'), 'limit', 'input.too_large');
  });
  test('400 invalid_request: a checksum that is wrong', async () => {
    const body = { payto: 'payto://iban/DE75512108001245126198' };
    expectInvalid(await api('/v1/addresses/parse', { body }), 'payto', 'payto.checksum');
  });
  test('400 invalid_request: a field that is unknown', async () => {
    expectInvalid(
      await api('/v1/customers', { body: { externalId: 'a', x: 1 } }),
      'x',
      'input.unknown_field',
    );
  });
  test('400 invalid_request: a cursor that is unknown', async () => {
    expectInvalid(await api(`/v1/events?after=${UNKNOWN.event}`), 'after', 'cursor.unknown');
  });
  test('400 invalid_request: a version that is not supported', async () => {
    const answer = await api('/v1/rails', { headers: { 'service-version': '2020-01-01' } });
    expectInvalid(answer, 'Service-Version', 'version.unsupported');
  });
  test('400 invalid_request: data that is not masked in decide mode', async () => {
    const payer = { country: 'DE', accountRef: 'DE75512108001245126199' };
    const answer = await api('/v1/route_decisions', { body: { operation: 'verification.cop', payer } });
    expectInvalid(answer, 'payer.accountRef', 'input.unmasked');
  });
  test('401 unauthorized: no key', async () => {
    expectRefusal(await anonymous('/v1/rails'), { status: 401, code: 'unauthorized' });
  });
  test('404 not_found: no such object, by its path', async () => {
    expectNotFound(await api(`/v1/customers/${UNKNOWN.customer}`));
    expectNotFound(await api(`/v1/accounts/${UNKNOWN.account}`));
    expectNotFound(await api(`/v1/events/${UNKNOWN.event}`));
  });
  test('404 not_found: no such object, named in the body', async () => {
    const body = { holderName: 'Ada', payto: PAYTO, customer: UNKNOWN.customer };
    expectNotFound(await api('/v1/accounts', { body }), 'customer');
  });
  test('409 idempotency_conflict: the same key, another request', async () => {
    const headers = { 'idempotency-key': unique('key') };
    await api('/v1/customers', { body: { externalId: unique('user') }, headers });
    const answer = await api('/v1/customers', { body: { externalId: unique('user') }, headers });
    expectRefusal(answer, { status: 409, code: 'idempotency_conflict', param: 'Idempotency-Key' });
  });
  test('an explanation has its key, its values and a sentence', async () => {
    const { explanation } = expectInvalid(await api('/v1/customers?limit=101'), 'limit');
    assert.ok(explanation);
    assert.deepEqual(Object.keys(explanation).toSorted(), ['key', 'message', 'vars']);
    assert.deepEqual(explanation.vars, { max: '100' });
    assert.ok(explanation.message.includes('100'));
  });
};

const undefinedErrors: Topic = ({ api, anonymous }) => {
  const unknownPaths = [
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/rails/',
    '/v1/rails/x',
    '/V1/rails',
    '/v2/rails',
    '/rails',
  ];
  for (const path of [
    ...unknownPaths,
    '//v1/rails',
    '/v1/customers/x/y',

    '/v1/outcomes/x',
  ]) {
    test(`the unknown path ${path} is an undefined NOT_FOUND`, async () => {
      expectUndefinedError(await api(path), 404, 'NOT_FOUND');
    });
  }
  test('an unknown path is unknown to every method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expectUndefinedError(await api('/v1/nothing', { method }), 404, 'NOT_FOUND');
    }
  });
  test('an unknown path may be told to anyone or to no one, but never as found', async () => {
    const { status } = await anonymous('/v1/nothing');
    assert.ok(status === 401 || status === 404);
  });

  const id = UNKNOWN.paymentIntent;
  for (const [method, path, allow] of [
    ['POST', '/v1/rails', 'GET, HEAD'],
    ['PUT', '/v1/customers', 'GET, HEAD, POST'],
    ['PATCH', `/v1/customers/${UNKNOWN.customer}`, 'GET, HEAD'],
    ['DELETE', `/v1/customers/${UNKNOWN.customer}`, 'GET, HEAD'],
    ['OPTIONS', '/v1/accounts', 'GET, HEAD, POST'],
    ['GET', '/v1/addresses/parse', 'POST'],
    ['HEAD', '/v1/addresses/parse', 'POST'],
    ['GET', '/v1/route_quotes', 'POST'],
    ['GET', `/v1/payment_intents/${id}/cancel`, 'POST'],
    ['POST', `/v1/payment_intents/${id}`, 'GET, HEAD'],
    ['POST', '/v1/events', 'GET, HEAD'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
  ] as const) {
    test(`${method} ${path} is an undefined METHOD_NOT_ALLOWED that names ${allow}`, async () => {
      const answer = await api(path, { method });
      if (method === 'HEAD') assert.equal(answer.status, 405);
      else expectUndefinedError(answer, 405, 'METHOD_NOT_ALLOWED');
      assert.deepEqual((answer.headers.get('allow') ?? '').split(', ').toSorted(), allow.split(', '));
    });
  }

  test('a wrong method has no effect', async () => {
    const account = await registerAccount(api);
    expectUndefinedError(
      await api(`/v1/accounts/${account.id}`, { method: 'DELETE' }),
      405,
      'METHOD_NOT_ALLOWED',
    );
    assert.deepEqual((await api(`/v1/accounts/${account.id}`)).body, account);
  });

  for (const path of ['/v1/customers/%zz', '/v1/%', '/v1/customers/%E4', '/v1/customers/%C0%AF']) {
    test(`the path ${path}, which cannot be decoded, is an undefined BAD_REQUEST`, async () => {
      expectUndefinedError(await api(path), 400, 'BAD_REQUEST');
    });
  }
};
