/**
 * What holds for every answer whatsoever: it names its request and its version; it is a success that the contract
 * describes, or an error in exactly one of the two shapes; it is not our own fault; and it gives nobody away.
 */
import { ERROR_NAMES, ERROR_STATUSES, ErrorData, OPERATIONS, UndefinedError } from '@switchyard/contract';
import { API_VERSION } from '@switchyard/engine';
import type { RawAnswer } from '../../harness/read-answer.ts';
import { ADDRESSES, ALL_CANARIES, canariesIn } from './canaries.ts';
import type { BadRequest } from './generate.ts';

/** What is wrong with an answer, one sentence for each fault. */
export function checkAnswer(request: BadRequest, answer: RawAnswer): readonly string[] {
  const { status } = answer;
  return [
    ...checkHeaders(answer),
    ...(status < 400 ? checkSuccess(request, answer) : checkError(request, answer)),
    ...(request.mustRefuse && (status < 400 || status >= 500)
      ? [`answered ${status} to what must be refused`]
      : []),
    ...checkPrivacy(answer),
  ];
}

const ROOTS: ReadonlySet<string> = new Set(['/', '*']);
const REQUEST_ID = /^req_[A-Za-z0-9]{8,64}$/;

function checkHeaders({ headers, status }: RawAnswer): readonly string[] {
  const problems: string[] = [];
  const requestIds = headers.get('request-id') ?? [];
  const versions = headers.get('service-version') ?? [];
  if (requestIds.length !== 1 || !REQUEST_ID.test(requestIds[0] ?? '')) {
    problems.push(`the answer (${status}) has no Request-Id of ours`);
  }
  if (versions.length !== 1 || versions[0] !== API_VERSION) {
    problems.push(`the answer (${status}) has no Service-Version`);
  }
  return problems;
}

function checkPrivacy({ status, text }: RawAnswer): readonly string[] {
  if (status < 400) {
    return canariesIn(text, ADDRESSES).length > 0
      ? [`the answer (${status}) holds the address of an account`]
      : [];
  }
  return canariesIn(text, ALL_CANARIES).length > 0 ? [`the error (${status}) repeats what is personal`] : [];
}

function checkSuccess(request: BadRequest, { status, headers, text }: RawAnswer): readonly string[] {
  if (status === 304) return headers.has('etag') && text === '' ? [] : ['a 304 without ETag'];
  // Whoever opens the service in a browser is sent to its docs.
  if (status === 302 && ROOTS.has(request.target)) return [];
  const operation = operationAt(request.method === 'HEAD' ? 'GET' : request.method, request.target);
  if (operation === undefined) return [`answered ${status} where there is no operation`];
  const { name, output, successStatus } = operation;
  if (status !== successStatus) return [`${name} answered ${status} instead of ${successStatus}`];
  if (request.method === 'HEAD') return text === '' ? [] : ['a body after HEAD'];
  const body = readJson(text);
  if (body === undefined) return [`${name} answered with something else than JSON`];
  const parsed = output.safeParse(body.value);
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  const path = issue?.path.filter((part) => typeof part === 'string').join('.');
  return [`${name} answers otherwise than its contract says: ${path}: ${issue?.message}`];
}

function checkError(request: BadRequest, answer: RawAnswer): readonly string[] {
  const { status, headers, text } = answer;
  if (request.method === 'HEAD') return status >= 500 && status !== 503 ? [`answered ${status}`] : [];
  if (!headers.get('content-type')?.[0]?.startsWith('application/json')) {
    return [`the error (${status}) is not JSON`];
  }
  const body = readJson(text)?.value;
  const shape = readShape(body);
  if (shape === undefined) return [`the error (${status}) has neither of the two shapes`];
  const problems: string[] = [];
  if (shape.status !== status) problems.push(`the error says ${shape.status} and its answer ${status}`);
  if (shape.requestId !== headers.get('request-id')?.[0]) {
    problems.push(`the error (${status}) does not name its request`);
  }
  if (status >= 500) problems.push(`answered ${status}`);
  if (status === 405 && headers.get('allow')?.[0]?.split(', ').includes(request.method)) {
    problems.push('a 405 that allows the very method it refuses');
  }
  return problems;
}

interface ErrorShape {
  readonly status: number;
  readonly requestId: unknown;
  /** Only a defined error has one. */
}

function readShape(body: unknown): ErrorShape | undefined {
  const other = UndefinedError.safeParse(body);
  if (other.success) {
    const { status, data } = other.data;
    return { status, requestId: Object(data).requestId };
  }
  if (typeof body !== 'object' || body === null || !('defined' in body) || body.defined !== true)
    return undefined;
  if (Object.keys(body).sort().join() !== 'code,data,defined,message,status') return undefined;
  const { code, status, message, data } = body as Record<string, unknown>;
  const name = ERROR_NAMES.find((candidate) => candidate === code);
  const read = ErrorData.safeParse(data);
  if (name === undefined || !read.success) return undefined;
  const expected = ERROR_STATUSES[name].status;
  if (status !== expected || typeof message !== 'string') return undefined;
  const { requestId } = read.data;
  return {
    status: expected,
    requestId,
  };
}

function operationAt(method: string, target: string): (typeof OPERATIONS)[number] | undefined {
  const [path = ''] = target.replace(/^http:\/\/[^/]+/, '').split(/[?#]/);
  return OPERATIONS.find(
    (operation) => operation.method === method && PATTERNS.get(operation.path)?.test(path) === true,
  );
}

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  OPERATIONS.map(({ path }) => [path, new RegExp(`^${path.replace('{id}', '[^/]+')}$`)]),
);

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
