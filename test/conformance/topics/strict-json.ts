/** Bodies are JSON as its standard has it, and nothing that one reader takes this way and another that way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectSuccess } from '../expect.ts';
import { EXAMPLE_REQUESTS, UNKNOWN, unique } from '../fixtures.ts';

const DEPTH_MAX = 32;

export const strictJson: Topic = (context) => {
  reading(context);
  depth(context);
};

const reading: Topic = ({ api }) => {
  const send = (rawBody: string | Uint8Array<ArrayBuffer>) => api('/v1/customers', { rawBody });

  for (const [what, rawBody, param] of [
    ['at the top', '{"externalId":"a","externalId":"b"}', 'externalId'],
    ['within metadata', '{"externalId":"a","metadata":{"k":"1","k":"2"}}', 'metadata.k'],
    ['written otherwise', '{"externalId":"a","\\u0065xternalId":"a"}', 'externalId'],
    ['metadata twice', '{"metadata":{},"externalId":"a","metadata":{}}', 'metadata'],
  ] as const) {
    test(`a duplicate JSON key is refused: ${what}`, async () => {
      expectInvalid(await send(rawBody), param, 'json.duplicate_key');
    });
  }

  for (const [what, rawBody, param] of [
    ['at the top', '{"externalId":"a","__proto__":{}}', '__proto__'],
    ['within metadata', '{"externalId":"a","metadata":{"__proto__":"x"}}', 'metadata.__proto__'],
    ['written otherwise', '{"externalId":"a","__pr\\u006fto__":{"name":"x"}}', '__proto__'],
  ] as const) {
    test(`__proto__ is refused: ${what}`, async () => {
      expectInvalid(await send(rawBody), param);
    });
  }

  for (const [what, rawBody, param] of [
    ['a NUL, escaped', '{"externalId":"a\\u0000b"}', 'externalId'],
    ['a NUL in metadata', '{"externalId":"a","metadata":{"k":"\\u0000"}}', 'metadata.k'],
    ['a high surrogate alone', '{"externalId":"\\ud83d"}', 'externalId'],
    ['a low surrogate alone', '{"externalId":"\\ude82"}', 'externalId'],
    ['surrogates the wrong way round', '{"externalId":"\\ude82\\ud83d"}', 'externalId'],
    ['a lone surrogate in metadata', '{"externalId":"a","metadata":{"k":"\\ud83d"}}', 'metadata.k'],
  ] as const) {
    test(`text with ${what} is refused`, async () => {
      expectInvalid(await send(rawBody), param, 'json.characters');
    });
  }
  test('a NUL in a key is refused', async () => {
    assert.equal((await send('{"externalId":"a","metadata":{"k\\u0000":"v"}}')).status, 400);
  });
  test('a pair of surrogates is the letter they make', async () => {
    const tail = unique('');
    const answer = await send(`{"externalId":"\\ud83d\\ude82${tail}"}`);
    assert.equal(expectSuccess('customers.create', answer).externalId, `🚂${tail}`);
  });

  for (const rawBody of [
    '{',
    '{"externalId":"a"',
    '{"externalId":"a"}}',
    '{"externalId":"a",}',
    '{"externalId":"a"} x',
    "{'externalId':'a'}",
    '{externalId:"a"}',
    '{"externalId":a}',
    '{"externalId":undefined}',
    '{"externalId":NaN}',
    '{"externalId":"a" /* why */}',
    '{"externalId":"a\n"}',
    '{"externalId":"\\x41"}',
    '{"externalId":"\\u00g0"}',
    '{"externalId":01}',
    '{"externalId":.5}',
    '{"externalId":1.}',
    '{"externalId":+1}',
    '{"externalId":TRUE}',
    '\ufeff{"externalId":"a"}',
    '\u00a0{"externalId":"a"}',
    'externalId=a',
  ]) {
    test(`a body that is not JSON is refused: ${JSON.stringify(rawBody)}`, async () => {
      const answer = await send(rawBody);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.body.defined, true);
      assert.equal(answer.body.data.explanation.key, 'json.syntax');
    });
  }

  test('a body that is not UTF-8 is refused', async () => {
    const rawBody = Buffer.from('{"externalId":"\u00e4"}', 'latin1');
    expectInvalid(await send(new Uint8Array(rawBody)), undefined, 'json.not_utf8');
  });
  test('a number too large to hold is refused', async () => {
    expectInvalid(await send('{"externalId":1e999}'), 'externalId');
  });

  const withFields = EXAMPLE_REQUESTS.filter(({ operation }) => operation.method === 'POST');
  for (const { operation, path, request } of withFields) {
    for (const rawBody of ['[]', '[{}]', '"text"', '7', 'true', 'null']) {
      test(`${operation.method} ${operation.path} refuses the body ${rawBody}`, async () => {
        expectInvalid(await api(path, { method: request.method ?? 'POST', rawBody }));
      });
    }
  }

  test('an empty body lacks the first required field', async () => {
    const answer = await api('/v1/customers', { method: 'POST' });
    expectInvalid(answer, 'externalId', 'input.required');
  });
  for (const path of [
    `/v1/payment_intents/${UNKNOWN.paymentIntent}/cancel`,
    `/v1/payment_intents/${UNKNOWN.paymentIntent}/advance`,
    `/v1/link_sessions/${UNKNOWN.linkSession}/advance`,
  ]) {
    test(`an empty body and {} are both no input: POST ${path}`, async () => {
      expectNotFound(await api(path, { method: 'POST' }));
      expectNotFound(await api(path, { method: 'POST', body: {} }));
    });
  }
};

const depth: Topic = ({ api }) => {
  /** An object, then arrays, `levels` deep in all. */
  const nested = (levels: number) => `{"externalId":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  test(`a body ${DEPTH_MAX} levels deep is read`, async () => {
    const answer = await api('/v1/customers', { rawBody: nested(DEPTH_MAX) });
    expectInvalid(answer, 'externalId', 'input.type');
  });
  for (const levels of [DEPTH_MAX + 1, 10_000, 100_000]) {
    test(`a body ${levels} levels deep is refused`, async () => {
      const answer = await api('/v1/customers', { rawBody: nested(levels) });
      assert.equal(answer.status, 400);
      assert.equal(answer.body.data.explanation.key, 'json.too_deep');
    });
  }
};
