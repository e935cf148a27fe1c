import type { OpenAPI } from '@orpc/openapi';
import { API_VERSION } from '@switchyard/engine';
import { IDEMPOTENCY_KEY_PATTERN } from '../idempotency-key.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../limits.ts';
import type { BaseOperation, Operation } from '../operation.ts';

/** What may be sent besides the operation's own parameters. */
export function requestHeaders(operation: Operation): OpenAPI.ParameterObject[] {
  const headers = [SERVICE_VERSION];
  if (operation.idempotent) headers.push(IDEMPOTENCY_KEY);
  if (operation.cacheable) headers.push(IF_NONE_MATCH);
  return headers;
}

const RESPONSE_HEADERS = {
  'Request-Id': {
    description: 'Names this request in our logs. Quote it when you ask us.',
    required: true,
    schema: { type: 'string' },
    example: 'req_1ZtVqXf0CmJ8wLg2YdTqEa',
  },
  'Service-Version': {
    description: 'The version of the API that answered.',
    required: true,
    schema: { type: 'string' },
    example: API_VERSION,
  },
  'Idempotent-Replayed': {
    description:
      'Present when this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  ETag: {
    description:
      'Names this state of the answer. Send it as `If-None-Match` to be told only when it has changed.',
    schema: { type: 'string' },
    example: '"b1946ac92492d234"',
  },
  RateLimit: {
    description: 'What is left of the limit that applies to the caller, where one does.',
    schema: { type: 'string' },
    example: '"default";r=184;t=1',
  },
  'RateLimit-Policy': {
    description: 'The limit that applies to the caller, where one does.',
    schema: { type: 'string' },
    example: '"default";q=200;w=2',
  },
} as const satisfies Record<string, OpenAPI.HeaderObject>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

export const EVERY_RESPONSE = ['Request-Id', 'Service-Version', 'RateLimit', 'RateLimit-Policy'] as const;

/** `components/headers`: those that some answer of these operations can carry. */
export function headersOf(operations: readonly BaseOperation[]): Record<string, OpenAPI.HeaderObject> {
  const used = new Set<string>([
    ...EVERY_RESPONSE,
    'Retry-After',
    ...operations.flatMap((operation) => Object.keys(successHeaders(operation))),
  ]);
  return Object.fromEntries(Object.entries(RESPONSE_HEADERS).filter(([name]) => used.has(name)));
}

/** Refers to the named headers under `components`. */
export function responseHeaders(names: readonly ResponseHeader[]): Record<string, OpenAPI.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function successHeaders(operation: BaseOperation): Record<string, OpenAPI.ReferenceObject> {
  const names: ResponseHeader[] = [...EVERY_RESPONSE];
  if (operation.write && operation.idempotent) names.push('Idempotent-Replayed');
  if (operation.cacheable) names.push('ETag');
  return responseHeaders(names);
}

export function serviceVersionHeader(description: string): OpenAPI.ParameterObject {
  return {
    name: 'Service-Version',
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', enum: [API_VERSION] },
    example: API_VERSION,
  };
}

const SERVICE_VERSION = serviceVersionHeader(
  'The version of the API you speak. Without it, the version your key was created with.',
);

const IDEMPOTENCY_KEY: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your choice, 1 to 255 visible ASCII characters, that makes the write safe to repeat for 7 days.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
    pattern: IDEMPOTENCY_KEY_PATTERN,
  },
  example: '5f0c7be2-41d7-4c0e-9a83-7d1f2f6f0b64',
};

const IF_NONE_MATCH: OpenAPI.ParameterObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'An `ETag` received before. The answer is 304, without a body, when nothing has changed.',
  schema: { type: 'string' },
};
