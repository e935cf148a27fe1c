import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RawAnswer } from '../../harness/read-answer.ts';
import { ADDRESSES, NAMES } from './canaries.ts';
import { checkAnswer } from './check-answer.ts';
import type { BadRequest } from './generate.ts';

const request: BadRequest = {
  method: 'POST',
  target: '/v1/addresses/parse',
  raw: { bytes: Buffer.alloc(0) },
  mutations: [],
  mustRefuse: false,
};
const REQUEST_ID = 'req_0123456789';
const HEADERS = {
  'request-id': REQUEST_ID,
  'service-version': '2026-10-08',
  'content-type': 'application/json; charset=utf-8',
};
const REFUSAL = {
  defined: true,
  code: 'BAD_REQUEST',
  status: 400,
  message: 'Bad Request',
  data: { code: 'invalid_request', param: 'payto', requestId: REQUEST_ID },
};
const OTHER = {
  defined: false,
  code: 'NOT_FOUND',
  status: 404,
  message: 'Not Found',
  data: { requestId: REQUEST_ID },
};
const PARSED = { scheme: 'iban', known: true, masked: 'DE****3000', country: 'DE' };

const answer = (status: number, body: unknown, headers: Record<string, string> = HEADERS): RawAnswer => ({
  status,
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
  text: typeof body === 'string' ? body : JSON.stringify(body),
  keepsAlive: true,
});

describe('the check of an answer', () => {
  for (const [what, good] of [
    ['a defined error', answer(400, REFUSAL)],
    ['an undefined error', answer(404, OTHER)],
    ['a success as the contract describes it', answer(200, PARSED)],
  ] as const) {
    test(`passes ${what}`, () => assert.deepEqual(checkAnswer(request, good), []));
  }

  const { 'request-id': _, ...withoutId } = HEADERS;
  const { 'service-version': __, ...withoutVersion } = HEADERS;
  for (const [what, bad] of [
    ['a missing Request-Id', answer(200, PARSED, withoutId)],
    ['a missing Service-Version', answer(200, PARSED, withoutVersion)],
    ['a 500', answer(500, { ...OTHER, code: 'INTERNAL_SERVER_ERROR', status: 500 })],
    ['a 503 for another reason', answer(503, { ...OTHER, code: 'SERVICE_UNAVAILABLE', status: 503 })],
    ['an error that is no JSON', answer(400, 'Bad Request', { ...HEADERS, 'content-type': 'text/plain' })],
    ['an error of no shape', answer(400, { error: 'bad' })],
    ['an error with a field too many', answer(400, { ...REFUSAL, stack: 'at x' })],
    ['an unknown code', answer(400, { ...REFUSAL, data: { ...REFUSAL.data, code: 'oops' } })],
    ['a code that belongs to another status', answer(404, { ...REFUSAL, status: 404 })],
    ['a status that is not the answer’s', answer(404, REFUSAL)],
    ['the id of another request', answer(404, { ...OTHER, data: { requestId: 'req_9999999999' } })],
    ['a success the contract does not describe', answer(200, { ...PARSED, payto: 'x' })],
    ['another status of success', answer(201, PARSED)],
    ['an address in an error', answer(404, { ...OTHER, message: ADDRESSES[0] })],
    ['an address in a success', answer(200, { ...PARSED, masked: ADDRESSES[1] })],
    ['a name in an error', answer(404, { ...OTHER, message: NAMES[1]?.toUpperCase() })],
  ] as const) {
    test(`tells ${what}`, () => assert.equal(checkAnswer(request, bad).length, 1));
  }

  test('tells a success where there is no operation', () => {
    const problems = checkAnswer({ ...request, target: '/v1/nothing' }, answer(200, PARSED));
    assert.deepEqual(problems, ['answered 200 where there is no operation']);
  });

  test('tells anything but a refusal of what must be refused', () => {
    assert.equal(checkAnswer({ ...request, mustRefuse: true }, answer(200, PARSED)).length, 1);
    assert.deepEqual(checkAnswer({ ...request, mustRefuse: true }, answer(400, REFUSAL)), []);
  });

  test('lets a name through in a success, where it belongs', () => {
    assert.deepEqual(checkAnswer(request, answer(200, { ...PARSED, receiverName: NAMES[0] })), []);
  });
});
