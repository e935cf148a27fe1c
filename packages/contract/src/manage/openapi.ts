import type { OpenAPI } from '@orpc/openapi';
import { API_VERSION } from '@switchyard/engine';
import { ERROR_PAGES, type ErrorPages } from '../openapi/error-responses.ts';
import { generateDocument, type OpenApiOptions, type OperationExtras } from '../openapi/generate.ts';
import { serviceVersionHeader } from '../openapi/headers.ts';
import { manageContract } from './contract.ts';
import type { ManageOperation } from './operation.ts';
import { MANAGE_OPERATIONS } from './operation-list.ts';

/** The header that a cookie's writes carry: a page of another origin cannot set it. */
export const CSRF_HEADER = 'X-Switchyard-Csrf';

/** The machine-readable description of the management API. The same inputs give the same bytes. */
export function generateManageOpenApi(options: OpenApiOptions = {}): Promise<OpenAPI.Document> {
  return generateDocument(
    {
      contract: manageContract,
      operations: MANAGE_OPERATIONS,
      info: INFO,
      tags: MANAGE_TAGS,
      securitySchemes: SECURITY_SCHEMES,
      security: [{ managementToken: [] }, { operatorSession: [] }],
      errorPages: PAGES,
      requestHeaders: ({ write }) => (write ? [SERVICE_VERSION, CSRF] : [SERVICE_VERSION]),
      extras,
    },
    options,
  );
}

const INFO: OpenAPI.InfoObject = {
  title: 'Switchyard management',
  version: API_VERSION,
  summary: 'Runs a Switchyard: environments, keys, people, and the log of what they did.',
  description: `The management API is for the people and programs that run a Switchyard. What your product does with it, linking and quoting and paying, is in the [API of the service](/docs).

**Who calls.** A program sends a management token, \`Authorization: Bearer sy_mgmt_…\`. A person signs in and has a cookie; a write that comes with the cookie also needs the header \`${CSRF_HEADER}\` or an \`Origin\` that is the service's own.

**Roles.** Every operation names the least role that may call it, in \`x-role\`: a \`viewer\` looks, an \`operator\` also runs the environments, an \`owner\` also says who may do what.

**Organisations.** A caller sees its own organisation and the environments in it. Whatever belongs to another is not found, exactly like what does not exist.

**Environments.** The environment a call is about is in its path: \`/manage/v1/environments/{environment}/…\`.

**Audit.** Every write leaves an entry in the audit log, in the same transaction: there is no change without one. The entries are chained by their hashes.

**Secrets** are shown once, in the answer to the call that made them, and are kept nowhere. So writes here take no \`Idempotency-Key\`.

**Lists**, **lengths**, **unknown fields** and **errors** are as in the API of the service.`,
  contact: { name: 'Switchyard' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export const MANAGE_TAGS: OpenAPI.TagObject[] = [
  { name: 'Signing in', description: 'Sessions of operators, and who a call comes from.' },
  { name: 'Environments', description: "Your organisation's environments and their settings." },
  { name: 'API keys', description: 'Keys to the API of the service, by environment.' },
  {
    name: 'Connections',
    description: 'The rails of an environment: credentials, health, tests, and whether they are used.',
  },
  {
    name: 'Prices',
    description:
      'What operations cost over each connection, the contracts behind it, and how far they are used.',
  },
  {
    name: 'Policies',
    description: 'How rails are chosen: versions, and what another one would have changed.',
  },
  { name: 'Configuration', description: 'Policy, connections and prices as one file: read, plan, apply.' },
  { name: 'Operators', description: 'The people who run it, and what they may do.' },
  { name: 'Management tokens', description: 'What programs call this API with.' },
  {
    name: 'Webhooks',
    description: 'Where events are sent to, and what became of each try.',
  },
  { name: 'Customers', description: 'Erasing those who ask for it.' },
  { name: 'Reconciliation', description: 'Where our books and a provider’s own list differ.' },
  { name: 'Reviews', description: 'Payments that wait for a person to find out what became of them.' },
  { name: 'Statistics', description: 'Success, latency, volume and cost, counted from what is stored.' },
  { name: 'Request log', description: 'What was asked of the service, and how it was answered.' },
  {
    name: 'Test environments',
    description:
      'Have an event, a fault or a later time, without waiting for it. In live all of it is refused.',
  },
  { name: 'Audit log', description: 'Every change, by whom, chained so that none can be hidden.' },
];

const SECURITY_SCHEMES: Record<string, OpenAPI.SecuritySchemeObject> = {
  managementToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A management token, `sy_mgmt_…`. It has a role, and may have an end.',
  },
  operatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-switchyard_session',
    description: 'The session of an operator who has signed in. In development: `switchyard_session`.',
  },
};

const SERVICE_VERSION = serviceVersionHeader('The version of the API you speak.');

const CSRF: OpenAPI.ParameterObject = {
  name: CSRF_HEADER,
  in: 'header',
  required: false,
  description: 'Any value. Needed when the call comes with the cookie and without an `Origin` of our own.',
  schema: { type: 'string' },
  example: '1',
};

/** The same nine statuses; where keys and quotes are spoken of there, here it is callers and their roles. */
const PAGES: ErrorPages = {
  ...ERROR_PAGES,
  BAD_REQUEST: {
    ...ERROR_PAGES.BAD_REQUEST,
    description:
      '`invalid_request`: shape, limit, unknown field, unknown cursor or unsupported `Service-Version`. `param` names ' +
      'the input at fault.',
  },
  UNAUTHORIZED: {
    ...ERROR_PAGES.UNAUTHORIZED,
    description:
      '`unauthorized`: the token or session is missing, malformed, unknown, expired or revoked; or e-mail and password ' +
      'do not fit.',
  },
  FORBIDDEN: {
    ...ERROR_PAGES.FORBIDDEN,
    description:
      "`forbidden`: the caller's role does not cover the call, or a cookie came without its second proof.",
    example: {
      code: 'forbidden',
      explanation: {
        key: 'manage.role',
        vars: { role: 'viewer', needed: 'owner' },
        message: 'This needs the role owner, and you have the role viewer.',
      },
    },
  },
  NOT_FOUND: {
    ...ERROR_PAGES.NOT_FOUND,
    description:
      '`not_found`: no such object in your organisation. `param` names the input that points to it.',
    example: { code: 'not_found', param: 'environment' },
  },
  CONFLICT: {
    ...ERROR_PAGES.CONFLICT,
    description: "`invalid_request`: the object's state forbids the call.",
    headers: ERROR_PAGES.CONFLICT.headers,
    example: {
      code: 'invalid_request',
      param: 'id',
      explanation: {
        key: 'api_key.revoked',
        vars: {},
        message: 'This key has been revoked.',
      },
    },
  },
  TOO_MANY_REQUESTS: {
    ...ERROR_PAGES.TOO_MANY_REQUESTS,
    description:
      '`rate_limited`: too many calls, or too many attempts to sign in. Wait as long as `Retry-After` says.',
  },
};

function extras({ role }: ManageOperation): OperationExtras {
  return role === 'anyone' ? { 'x-role': role, security: [] } : { 'x-role': role };
}
