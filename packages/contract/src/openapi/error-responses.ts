import type { OpenAPI } from '@orpc/openapi';
import {
  definedErrorSchema,
  ERROR_NAMES,
  ERROR_STATUSES,
  type ErrorData,
  type ErrorName,
} from '../errors.ts';
import { ids } from '../examples/ids.ts';
import { EVERY_RESPONSE, type ResponseHeader, responseHeaders } from './headers.ts';

export interface ErrorPage {
  /** Name under `components/responses`; the schema's name is the same with `Error` behind it. */
  readonly name: string;
  readonly description: string;
  readonly headers: readonly ResponseHeader[];
  readonly example: Omit<ErrorData, 'requestId'>;
}

/** How a document tells of each status: when it happens, and one example. */
export type ErrorPages = Readonly<Record<ErrorName, ErrorPage>>;

export const ERROR_PAGES: ErrorPages = {
  BAD_REQUEST: {
    name: 'BadRequest',
    description:
      '`invalid_request`: shape, limit, checksum, unknown field, unknown cursor, unsupported `Service-Version`, or ' +
      'unmasked data in decide mode. `param` names the input at fault.',
    headers: [],
    example: {
      code: 'invalid_request',
      param: 'country',
      explanation: {
        key: 'input.pattern',
        vars: { pattern: '^[A-Z]{2}$' },
        message: 'This must match ^[A-Z]{2}$.',
      },
    },
  },
  UNAUTHORIZED: {
    name: 'Unauthorized',
    description: '`unauthorized`: the key is missing, malformed, unknown, expired or revoked.',
    headers: [],
    example: { code: 'unauthorized' },
  },
  FORBIDDEN: {
    name: 'Forbidden',
    description: "`forbidden`: the key's scope or address allow-list does not cover the call.",
    headers: [],
    example: {
      code: 'forbidden',
      explanation: {
        key: 'key.scope',
        vars: { scope: 'read' },
        message: 'This key may only read.',
      },
    },
  },
  NOT_FOUND: {
    name: 'NotFound',
    description:
      '`not_found`: no such object in this environment. `param` names the input that points to it.',
    headers: [],
    example: { code: 'not_found', param: 'customer' },
  },
  CONFLICT: {
    name: 'Conflict',
    description:
      "`invalid_request`: the object's state forbids the call. `idempotency_conflict`: the key was used for another " +
      'request, or the first one is still running (then with `Retry-After`). `quote_expired`: the quote is past its ' +
      "time. `quote_changed`: the digest is not the quote's, the quote was used, or its terms no longer hold.",
    headers: ['Retry-After'],
    example: {
      code: 'quote_changed',
      param: 'quote',
      explanation: {
        key: 'quote.used',
        vars: { paymentIntent: ids.paymentIntent },
        message: 'This quote has already been paid.',
      },
    },
  },
  UNPROCESSABLE_CONTENT: {
    name: 'UnprocessableContent',
    description:
      '`route_infeasible`: the route can no longer be executed. `connection_not_ready`: the connection it needs is ' +
      'pending or disabled.',
    headers: [],
    example: {
      code: 'connection_not_ready',
      param: 'rail',
      explanation: {
        key: 'connection.pending',
        vars: { rail: 'truelayer' },
        message: 'Your connection to TrueLayer has no credentials yet.',
      },
    },
  },
  TOO_MANY_REQUESTS: {
    name: 'TooManyRequests',
    description: '`rate_limited`: the key has used up its limit. Wait as long as `Retry-After` says.',
    headers: ['Retry-After'],
    example: { code: 'rate_limited' },
  },
  BAD_GATEWAY: {
    name: 'BadGateway',
    description:
      '`provider_rejected`: the provider refused. Its message stays with us; our explanation is here.',
    headers: [],
    example: {
      code: 'provider_rejected',
      explanation: {
        key: 'provider.rejected',
        vars: { rail: 'truelayer' },
        message: 'TrueLayer refused the request.',
      },
    },
  },
  SERVICE_UNAVAILABLE: {
    name: 'ServiceUnavailable',
    description:
      '`provider_unavailable`: the provider did not answer, or its circuit is open. Try again later.',
    headers: ['Retry-After'],
    example: {
      code: 'provider_unavailable',
      explanation: {
        key: 'provider.unavailable',
        vars: { rail: 'truelayer' },
        message: 'TrueLayer is not answering.',
      },
    },
  },
};

/** `components/responses`: the nine statuses, each with both error shapes. */
export function errorResponses(pages: ErrorPages): Record<string, OpenAPI.ResponseObject> {
  return Object.fromEntries(ERROR_NAMES.map((name) => [pages[name].name, errorResponse(name, pages[name])]));
}

/** What every operation's `responses` gains: status to reference. */
export function errorReferences(): Record<string, OpenAPI.ReferenceObject> {
  return Object.fromEntries(
    ERROR_NAMES.map((name) => [
      String(ERROR_STATUSES[name].status),
      { $ref: `#/components/responses/${ERROR_PAGES[name].name}` },
    ]),
  );
}

/** The defined errors as named schemas, ready for the converter. */
export function definedErrorSchemas(pages: ErrorPages) {
  return ERROR_NAMES.map((name) =>
    definedErrorSchema(name).meta({
      id: `${pages[name].name}Error`,
      description: pages[name].description,
    }),
  );
}

function errorResponse(name: ErrorName, page: ErrorPage): OpenAPI.ResponseObject {
  const { status, message } = ERROR_STATUSES[name];
  return {
    description: `${message}. ${page.description}`,
    headers: responseHeaders([...EVERY_RESPONSE, ...page.headers]),
    content: {
      'application/json': {
        schema: {
          oneOf: [
            { $ref: `#/components/schemas/${page.name}Error` },
            { $ref: '#/components/schemas/UndefinedError' },
          ],
        },
        example: {
          defined: true,
          code: name,
          status,
          message,
          data: { ...page.example, requestId: ids.request },
        },
      },
    },
  };
}
