/**
 * What an answer must be. The tables here repeat the API document on purpose: taken from the contract's code they
 * would agree with whatever that code says.
 */
import assert from 'node:assert/strict';
import {
  type BaseOperation,
  ErrorData,
  MANAGE_OPERATIONS,
  type ManageOperationName,
  type ManageOutputOf,
  OPERATIONS,
  type OperationName,
  type OutputOf,
} from '@switchyard/contract';
import type { ApiAnswer } from '../harness/api.ts';

/** The nine statuses a defined error can have, with the name and the default message of each. */
export const DEFINED_ERRORS = [
  { status: 400, code: 'BAD_REQUEST', message: 'Bad Request' },
  { status: 401, code: 'UNAUTHORIZED', message: 'Unauthorized' },
  { status: 403, code: 'FORBIDDEN', message: 'Forbidden' },
  { status: 404, code: 'NOT_FOUND', message: 'Not Found' },
  { status: 409, code: 'CONFLICT', message: 'Conflict' },
  { status: 422, code: 'UNPROCESSABLE_CONTENT', message: 'Unprocessable Content' },
  { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Too Many Requests' },
  { status: 502, code: 'BAD_GATEWAY', message: 'Bad Gateway' },
  { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable' },
] as const;

const CREATED: ReadonlySet<OperationName> = new Set([
  'customers.create',
  'linkSessions.create',
  'accounts.create',
  'paymentIntents.create',
  'outcomes.create',
]);

const API_VERSION = '2026-10-08';
const REQUEST_ID = /^req_[A-Za-z0-9]{22}$/;

/** What holds for every answer whatever; answers its Request-Id. */
export function checkEveryAnswer(answer: ApiAnswer): string {
  const requestId = answer.headers.get('request-id') ?? '';
  assert.match(requestId, REQUEST_ID, `Request-Id of a ${answer.status} answer`);
  assert.equal(answer.headers.get('service-version'), API_VERSION, 'Service-Version of the answer');
  if (answer.status >= 400 && answer.text !== '') {
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.body.data?.requestId, requestId, 'the error names the request that it answers');
  }
  return requestId;
}

/** The operation's success, with nothing but what the contract says in it. */
export function expectSuccess<N extends OperationName>(name: N, answer: ApiAnswer): OutputOf<N> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  // The schema that is applied is the one OutputOf is derived from.
  return readSuccess(operation, CREATED.has(name) ? 201 : 200, answer) as OutputOf<N>;
}

/** The same of a management operation. */
export function expectManaged<N extends ManageOperationName>(name: N, answer: ApiAnswer): ManageOutputOf<N> {
  const operation = MANAGE_OPERATIONS.find((candidate) => candidate.name === name);
  // The schema that is applied is the one ManageOutputOf is derived from.
  return readSuccess(operation, operation?.successStatus ?? 0, answer) as ManageOutputOf<N>;
}

function readSuccess(operation: BaseOperation | undefined, status: number, answer: ApiAnswer): unknown {
  assert.ok(operation);
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  const read = operation.output.safeParse(answer.body);
  assert.ok(read.success, `the answer is a valid ${operation.name}: ${read.error?.message}`);
  assert.deepEqual(read.data, answer.body, 'the contract knows every member of the answer');
  return read.data;
}

export interface Refused {
  readonly status: (typeof DEFINED_ERRORS)[number]['status'];
  readonly code: ErrorData['code'];
  /** Undefined: no single input is at fault, and none may be named. */
  readonly param?: string;
  /** The key of the explanation, where the rule fixes it. */
  readonly key?: string;
}

/** A defined error: these five members, and nothing else. */
export function expectRefusal(answer: ApiAnswer, expected: Refused): ErrorData {
  assert.equal(answer.status, expected.status, answer.text);
  const named = DEFINED_ERRORS.find(({ status }) => status === expected.status);
  assert.ok(named);
  const { data, ...envelope } = answer.body;
  assert.deepEqual(envelope, {
    defined: true,
    code: named.code,
    status: named.status,
    message: named.message,
  });
  const read = ErrorData.parse(data);
  assert.deepEqual(read, data);
  assert.equal(read.code, expected.code);
  assert.equal(read.param, expected.param, answer.text);
  if (expected.key !== undefined) assert.equal(read.explanation?.key, expected.key);
  if (read.explanation !== undefined)
    assert.doesNotMatch(read.explanation.message, /\{[A-Za-z]+\}|undefined/);
  return read;
}

/** The most common refusal. */
export function expectInvalid(answer: ApiAnswer, param?: string, key?: string): ErrorData {
  return expectRefusal(answer, {
    status: 400,
    code: 'invalid_request',
    ...(param === undefined ? {} : { param }),
    ...(key === undefined ? {} : { key }),
  });
}

export function expectNotFound(answer: ApiAnswer, param = 'id'): ErrorData {
  return expectRefusal(answer, { status: 404, code: 'not_found', param });
}

/** An undefined error: `data` is optional and of any shape, the rest is fixed. */
export function expectUndefinedError(answer: ApiAnswer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  const { data: _, ...envelope } = answer.body;
  assert.deepEqual(Object.keys(envelope).sort(), ['code', 'defined', 'message', 'status']);
  assert.equal(envelope.defined, false);
  assert.equal(envelope.code, code);
  assert.equal(envelope.status, status);
  assert.equal(typeof envelope.message, 'string');
  assert.notEqual(envelope.message, '');
}

/** The text of an answer without what differs between any two. */
export function withoutRequestId(answer: ApiAnswer): string {
  return answer.text.replaceAll(answer.headers.get('request-id') ?? '', '<request>');
}
