import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definedErrorSchema, ERROR_CODES, ERROR_MAP, ERROR_NAMES, UndefinedError } from './errors.ts';

test('nine names, their statuses and messages are those of the API document', () => {
  assert.deepEqual(
    ERROR_NAMES.map((name) => [ERROR_MAP[name].status, name, ERROR_MAP[name].message].join(' ')),
    [
      '400 BAD_REQUEST Bad Request',
      '401 UNAUTHORIZED Unauthorized',
      '403 FORBIDDEN Forbidden',
      '404 NOT_FOUND Not Found',
      '409 CONFLICT Conflict',
      '422 UNPROCESSABLE_CONTENT Unprocessable Content',
      '429 TOO_MANY_REQUESTS Too Many Requests',
      '502 BAD_GATEWAY Bad Gateway',
      '503 SERVICE_UNAVAILABLE Service Unavailable',
    ],
  );
});

test('twelve stable codes are those of the API document', () => {
  assert.deepEqual(
    ERROR_CODES.join(' '),
    'invalid_request unauthorized forbidden not_found idempotency_conflict quote_expired quote_changed ' +
      'route_infeasible connection_not_ready provider_unavailable provider_rejected rate_limited',
  );
});

test('a defined error has its own name, status and a code of the twelve', () => {
  const schema = definedErrorSchema('CONFLICT');
  const error = {
    defined: true,
    code: 'CONFLICT',
    status: 409,
    message: 'Conflict',
    data: { code: 'quote_expired' },
  };
  assert.equal(schema.safeParse(error).success, true);
  assert.equal(schema.safeParse({ ...error, status: 400 }).success, false);
  assert.equal(schema.safeParse({ ...error, code: 'NOT_FOUND' }).success, false);
  assert.equal(schema.safeParse({ ...error, defined: false }).success, false);
  assert.equal(schema.safeParse({ ...error, data: { code: 'something' } }).success, false);
  assert.equal(schema.safeParse({ ...error, data: undefined }).success, false);
});

test('an undefined error may carry any data, or none', () => {
  const error = { defined: false, code: 'PAYLOAD_TOO_LARGE', status: 413, message: 'Payload Too Large' };
  assert.equal(UndefinedError.safeParse(error).success, true);
  assert.equal(UndefinedError.safeParse({ ...error, data: [1] }).success, true);
  assert.equal(UndefinedError.safeParse({ ...error, defined: true }).success, false);
});
