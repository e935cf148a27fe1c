import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, document, type Json, operation, requiredOf } from '../../test/document-reader.ts';
import { OPERATIONS } from '../operation-list.ts';
import { generateOpenApi } from './generate.ts';

test('the document is OpenAPI 3.1.1 of version 2026-10-08', () => {
  assert.equal(document.openapi, '3.1.1');
  assert.equal(at(document, 'info', 'title'), 'Switchyard');
  assert.equal(at(document, 'info', 'version'), '2026-10-08');
});

test('the document has exactly the 23 operations', () => {
  const found: string[] = [];
  for (const [path, item] of Object.entries(document.paths as Record<string, Json>)) {
    for (const method of Object.keys(item)) found.push(`${method.toUpperCase()} ${path}`);
  }
  assert.equal(found.length, 23);
  assert.deepEqual(found.sort(), OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

test('bearer authentication guards everything', () => {
  assert.deepEqual(document.security, [{ apiKey: [] }]);
  assert.equal(at(document, 'components', 'securitySchemes', 'apiKey', 'scheme'), 'bearer');
});

for (const { name, method, path, successStatus, cacheable, idempotent, write, body: input } of OPERATIONS) {
  const described = operation(path, method.toLowerCase()) as Json;

  test(`${name} documents its success, all nine errors and nothing else`, () => {
    const expected = [
      successStatus,
      ...(cacheable ? [304] : []),
      400,
      401,
      403,
      404,
      409,
      422,
      429,
      502,
      503,
    ];
    assert.deepEqual(Object.keys(described.responses as Json), expected.map(String));
  });

  test(`${name} takes Service-Version always and Idempotency-Key on writes`, () => {
    const names = (described.parameters as Json[]).filter((p) => p.in === 'header').map((p) => p.name);
    assert.equal(names.includes('Service-Version'), true);
    assert.equal(names.includes('Idempotency-Key'), idempotent);
    assert.equal(names.includes('If-None-Match'), cacheable);
  });

  test(`${name} answers with Request-Id, Service-Version and what else applies`, () => {
    const headers = Object.keys(at(described, 'responses', successStatus, 'headers') as Json);
    assert.equal(headers.includes('Request-Id') && headers.includes('Service-Version'), true);
    assert.equal(headers.includes('Idempotent-Replayed'), write);
    assert.equal(headers.includes('ETag'), cacheable);
  });

  test(`${name} is named, tagged, described and shown by example`, () => {
    assert.equal(described.operationId, name);
    assert.ok(described.summary && described.description);
    const tags = document.tags as Json[];
    assert.equal(
      tags.some((tag) => tag.name === at(described, 'tags', 0)),
      true,
    );
    assert.ok(at(described, 'responses', successStatus, 'content', 'application/json', 'example'));
    if (input === undefined) assert.equal('requestBody' in described, false);
    else assert.ok(at(described, 'requestBody', 'content', 'application/json', 'example'));
  });
}

for (const [status, code] of [
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [422, 'UNPROCESSABLE_CONTENT'],
  [429, 'TOO_MANY_REQUESTS'],
  [502, 'BAD_GATEWAY'],
  [503, 'SERVICE_UNAVAILABLE'],
] as const) {
  test(`${status} has both error shapes, the defined one fixed to ${code}`, () => {
    const response = at(operation('/v1/rails', 'get'), 'responses', status);
    const shapes = at(response, 'content', 'application/json', 'schema', 'oneOf');
    assert.equal(at(shapes, 'length'), 2);
    assert.equal(fieldConst(at(shapes, 0), 'defined'), true);
    assert.equal(fieldConst(at(shapes, 0), 'code'), code);
    assert.equal(fieldConst(at(shapes, 0), 'status'), status);
    assert.equal(at(shapes, 0, 'properties', 'status', 'type'), 'integer');
    assert.deepEqual(requiredOf(at(shapes, 0)), ['defined', 'code', 'status', 'message', 'data']);
    assert.equal(fieldConst(at(shapes, 1), 'defined'), false);
    assert.deepEqual(requiredOf(at(shapes, 1)), ['defined', 'code', 'status', 'message']);
    const retries = [409, 429, 503].includes(status);
    assert.equal('Retry-After' in (at(response, 'headers') as Json), retries);
    assert.notEqual(at(response, 'description'), String(status));
  });
}

test('no header is written in lower case', () => {
  const names = Object.values(document.paths as Record<string, Record<string, { parameters: Json[] }>>)
    .flatMap((item) => Object.values(item).flatMap(({ parameters }) => parameters))
    .filter((candidate) => candidate.in === 'header')
    .map((candidate) => String(candidate.name));
  assert.deepEqual(
    names.filter((name) => name === name.toLowerCase()),
    [],
  );
});

test('generating twice gives the same bytes', async () => {
  assert.equal(JSON.stringify(await generateOpenApi()), JSON.stringify(document));
});

test('the server is where the document is served, unless told otherwise', async () => {
  assert.equal(at(document, 'servers', 0, 'url'), '/');
  const told = await generateOpenApi({ serverUrl: 'https://pay.example' });
  assert.equal(told.servers?.[0]?.url, 'https://pay.example');
});

function fieldConst(schema: unknown, name: string): unknown {
  return at(schema, 'properties', name, 'const');
}
