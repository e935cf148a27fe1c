import type { FailureCode } from '../../packages/server/src/domain/failure.ts';
import {
  definedError,
  type UndefinedErrorCode,
  undefinedError,
} from '../../packages/server/src/http/errors.ts';
import { failuresByKey, familyOf, MESSAGE_KEYS } from './failure-keys.ts';
import { jsonText } from './json-text.ts';
import { code, fenced, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';

interface Meaning {
  readonly when: string;
  readonly remedy: string;
}

/** When each failure is raised, and what a caller does about it. A new failure does not compile without its line. */
const FAILURES: Readonly<Record<FailureCode, Meaning>> = {
  invalid_request: {
    when: 'The request itself is wrong: shape, limit, checksum, unknown field, unknown cursor, unsupported `Service-Version`, unmasked data in decide mode.',
    remedy: 'Mend what `param` names. Repeating changes nothing.',
  },
  state_conflict: {
    when: "The object's state forbids the call; the key of the explanation names the state.",
    remedy: 'Fetch the object and go on from the state it is in.',
  },
  unauthorized: {
    when: 'The key is missing, malformed, unknown, expired or revoked. All five look the same.',
    remedy: 'Send a valid key.',
  },
  forbidden: {
    when: "The key's scopes or its list of allowed addresses do not cover the call.",
    remedy: 'Use a key that may, or have this one changed.',
  },
  not_found: {
    when: 'There is no such object in the environment of the key. `param` says which input pointed to it.',
    remedy: 'Check the id, and that the key is of the environment the object was made in.',
  },
  idempotency_conflict: {
    when: 'The `Idempotency-Key` was used for another request, or the first request with it is still running.',
    remedy: 'With `Retry-After`: ask again. Without: use a new key.',
  },
  quote_expired: {
    when: 'The quote is past its `expiresAt`.',
    remedy: 'Quote again and let the user approve again.',
  },
  quote_changed: {
    when: "The digest is not the quote's, the quote was used already, or its terms no longer hold.",
    remedy: 'Quote again and let the user approve again.',
  },
  route_infeasible: {
    when: 'The route can no longer be executed: a rail was disabled, a policy changed.',
    remedy: 'Quote again; the answer says what has changed.',
  },
  connection_not_ready: {
    when: 'The connection that is needed is pending or disabled.',
    remedy: 'Complete or enable the connection.',
  },
  provider_rejected: {
    when: 'The provider refused. Its own words stay with us; the explanation has ours.',
    remedy: 'Read the explanation. The same request will be refused again.',
  },
  provider_unavailable: {
    when: 'The provider did not answer, or is known to be down.',
    remedy: 'Repeat after `Retry-After`, with the same `Idempotency-Key`.',
  },
  rate_limited: {
    when: 'The key, or the address it is used from, has had its share.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
};

const UNDEFINED: Readonly<Record<UndefinedErrorCode, string>> = {
  BAD_REQUEST: 'The path cannot be decoded, or what arrived is not HTTP.',
  NOT_FOUND: 'There is no such path.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method; `Allow` says which.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not declared as JSON.',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'The headers are too large.',
  INTERNAL_SERVER_ERROR: 'A fault of ours. It is logged under the `Request-Id`.',
  SERVICE_UNAVAILABLE: 'The database does not answer, or the service is stopping; with `Retry-After`.',
};

const REQUEST_ID = 'req_1ZtVqXf0CmJ8wLg2YdTqEa';

export const errorsPage: Page = {
  file: 'errors.md',
  title: 'Errors',
  source: 'packages/server/src/http/errors.ts',
  body: () =>
    paragraphs(
      `Every error is JSON in one of two shapes, told apart by \`defined\`. A program branches on \`data.code\`, which is
stable; a person reads \`data.explanation.message\`. No error ever repeats an address or a name it was given.
Every answer, also a good one, carries a \`Request-Id\`: quote it when you ask about a call.`,
      '## Defined errors',
      `What an operation can refuse. \`param\` names the one input at fault, as a dotted path; \`explanation\` is there wherever
there is more to say than the status. Its keys are listed under [explanations](explanations.md).`,
      fenced('json', jsonText(exampleOfDefined())),
      definedTable(),
      '## Undefined errors',
      'What happens before an operation is reached, and faults of our own. The same four fields, without a stable `data.code`.',
      fenced('json', jsonText(exampleOfUndefined())),
      table(
        ['`code`', 'Status', 'Raised when'],
        Object.entries(UNDEFINED).map(([name, when]) => [
          code(name),
          // Object.entries forgets the type of the keys.
          String(undefinedError(name as UndefinedErrorCode, REQUEST_ID).status),
          when,
        ]),
      ),
      '## In which order a call is checked',
      'Authentication, version, rate limit, scope, input, `Idempotency-Key`. The first that fails is the answer.',
    ),
};

function exampleOfDefined(): unknown {
  const explanation = { key: 'input.too_long', vars: { max: '140' } } as const;
  return JSON.parse(
    definedError({ code: 'invalid_request', param: 'holderName', explanation }, REQUEST_ID).body,
  );
}

function exampleOfUndefined(): unknown {
  return JSON.parse(
    undefinedError('NOT_FOUND', REQUEST_ID, { hint: 'See /docs for the paths of this API.' }).body,
  );
}

function definedTable(): string {
  const failures = failuresByKey();
  const rows = Object.entries(FAILURES).map(([failure, { when, remedy }]) => {
    const answer = definedError({ code: failure as FailureCode }, REQUEST_ID);
    const body = JSON.parse(answer.body);
    const keys = MESSAGE_KEYS.filter((key) => failures.get(key)?.has(failure));
    return [code(body.data.code), `${answer.status} ${code(body.code)}`, when, remedy, keysInShort(keys)];
  });
  return table(['`data.code`', 'Status', 'Raised when', 'What to do', 'Explained by'], rows);
}

/** A family of which every member is meant is named once. */
function keysInShort(keys: readonly (typeof MESSAGE_KEYS)[number][]): string {
  const told = keys.map((key) => {
    const family = MESSAGE_KEYS.filter((other) => familyOf(other) === familyOf(key));
    const whole = family.length > 1 && family.every((other) => keys.includes(other));
    return whole ? `${familyOf(key)}.*` : key;
  });
  return [...new Set(told)].map((key) => `[${code(key)}](explanations.md#${key.split('.')[0]})`).join(' ');
}
