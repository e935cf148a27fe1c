import * as contractLimits from '../../packages/contract/src/limits.ts';
import * as manageContractLimits from '../../packages/contract/src/manage/limits.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { HTTP_LIMITS, type HttpLimits } from '../../packages/server/src/http/limits.ts';
import type { RateLimit } from '../../packages/server/src/http/rate-limit.ts';
import { JSON_DEPTH_MAX } from '../../packages/server/src/http/strict-json.ts';
import { MANAGE_RATE_LIMITS } from '../../packages/server/src/manage/limits.ts';
import { LOCK_WAIT_MS_MAX } from '../../packages/server/src/store/database.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../../packages/server/src/store/idempotency.ts';
import { code, paragraphs, table } from './markdown.ts';
import type { Page } from './page.ts';
import { duration, grouped, quantity } from './quantity.ts';

const CONTRACT_LIMITS = { ...contractLimits };

/** What each limit bounds. A new limit does not compile without its line. */
const CONTRACT: Readonly<Record<keyof typeof CONTRACT_LIMITS, string>> = {
  PAGE_SIZE_MIN: 'Least `limit` of a list',
  PAGE_SIZE_MAX: 'Greatest `limit` of a list',
  PAGE_SIZE_DEFAULT: '`limit` of a list when none is given',
  EXTERNAL_ID_LENGTH_MIN: 'Shortest `externalId` of a customer',
  EXTERNAL_ID_LENGTH_MAX: 'Longest `externalId` of a customer',
  NAME_LENGTH_MAX: 'Longest `name` of a customer and `holderName` of an account',
  PAYTO_LENGTH_MIN: 'Shortest `payto` that can be parsed',
  PAYTO_LENGTH_MAX: 'Longest `payto`',
  INSTITUTION_SEARCH_LENGTH_MAX: 'Longest `q` when searching for a bank',
  REFERENCE_LENGTH_MAX: 'Longest `reference` of a payment; its quote may say less in `referenceMax`',
  METADATA_KEYS_MAX: 'Most keys in `metadata`',
  METADATA_KEY_LENGTH_MAX: 'Longest key in `metadata`',
  METADATA_VALUE_LENGTH_MAX: 'Longest value in `metadata`',
  LATENCY_MS_MAX: 'Greatest `latencyMs` of an outcome',
  PSU_TEXT_LENGTH_MAX: 'Longest `userAgent` and `deviceId` in `psu`',
  IDEMPOTENCY_KEY_LENGTH_MAX: 'Longest `Idempotency-Key`, of visible ASCII characters',
  EMAIL_LENGTH_MAX: 'Longest `email` of a customer',
  RETURN_URI_LENGTH_MAX: 'Longest `returnUri`',
  DIGEST_LENGTH_MAX: 'Longest `digest` that is looked at',
  ACCOUNT_REF_LENGTH_MAX: 'Longest `accountRef` in decide mode',
  ACCOUNT_REF_VISIBLE_MAX: 'Most visible characters of an `accountRef`',
  LINKED_RAILS_MAX: 'Most `linkedRails` of a party in decide mode',
  EXCLUDED_RAILS_MAX: 'Most `excludeRails` in decide mode',
  PARAM_NAME_LENGTH_MAX: 'Longest name of yours that an error repeats in `param`',
};

const MANAGE_LIMITS = { ...manageContractLimits };

const MANAGE: Readonly<Record<keyof typeof MANAGE_LIMITS, string>> = {
  PASSWORD_LENGTH_MIN: 'Shortest password of an operator',
  PASSWORD_LENGTH_MAX: 'Longest password of an operator',
  LABEL_LENGTH_MAX: 'Longest `label` or `name` that people tell keys, tokens and environments apart by',
  OPERATOR_NAME_LENGTH_MAX: 'Longest `name` of an operator',
  RETURN_ORIGINS_MAX: 'Most `returnOrigins` of an environment',
  RETURN_ORIGIN_LENGTH_MAX: 'Longest of them',
  WEBHOOK_URL_LENGTH_MAX: 'Longest `url` of a webhook endpoint',
  WEBHOOK_DESCRIPTION_LENGTH_MAX: 'Longest `description` of one',
  API_KEY_SCOPES_MAX: 'Most `scopes` of an API key',
  ALLOWED_ADDRESSES_MAX: 'Most `allowedAddresses` of an API key',
  ROTATION_OVERLAP_HOURS_MAX: 'Greatest `overlapHours` of a rotation',
  ROTATION_OVERLAP_HOURS_DEFAULT: '`overlapHours` of a rotation when none is given',
  REQUEST_LOG_LOOKED_AT_MAX: 'Most requests that one page of the request log looks at',
  STATISTICS_SPAN_DAYS_MAX: 'Most days between `from` and `to` of statistics',
  STATISTICS_BUCKETS_MAX: 'Most hours or days of statistics',
  STATISTICS_GROUPS_MAX: 'Most groups in each of them; the rest is told together',
  STATISTICS_ITEMS_MAX: 'Most payments, legs, calls or outcomes that statistics are counted from',
  EVIDENCE_LENGTH_MIN: 'Shortest `evidence` for a leg in review',
  EVIDENCE_LENGTH_MAX: 'Longest `evidence` for a leg in review',
  DRY_RUN_DECISIONS_MAX: 'Most `decisions` of a dry run',
  DRY_RUN_DECISIONS_DEFAULT: '`decisions` of a dry run when none are given',
  CONFIGURATION_LENGTH_MAX: 'Longest `text` of a configuration',
  SECRETS_MAX: 'Most `secrets` beside a configuration',
  SECRET_REFERENCE_LENGTH_MAX: 'Longest reference to one of them',
  SECRET_LENGTH_MAX: 'Longest of them',
  CONNECTION_KEY_LENGTH_MAX: 'Longest `key` of a connection',
  CONNECTION_LABEL_LENGTH_MAX: 'Longest `label` of one',
  CREDENTIALS_MAX: 'Most `credentials` of one',
  CREDENTIAL_NAME_LENGTH_MAX: 'Longest name of one of them',
  CONTRACT_KEY_LENGTH_MAX: 'Longest `key` of a contract',
  CLOCK_AHEAD_SECONDS_MAX: 'Furthest the clock of a test environment may be ahead, in seconds',
  FAULT_SECONDS_DEFAULT: '`seconds` of a simulated fault when none are given',
  FAULT_SECONDS_MAX: 'Most `seconds` of one',
  FAULT_CALLS_MAX: 'Most `calls` of one',
  FAULT_LATENCY_MS_MAX: 'Greatest `latencyMs` of one',
  FAULT_LATENCY_MS_DEFAULT: '`latencyMs` of one when none is given',
  FAULT_PATH_LENGTH_MAX: 'Longest `path` of one',
};

const HTTP: Readonly<Record<keyof HttpLimits, readonly [what: string, beyond: string]>> = {
  bodyBytesMax: ['Largest body', '413 `PAYLOAD_TOO_LARGE`'],
  headerBytesMax: ['All headers together', '431 `REQUEST_HEADER_FIELDS_TOO_LARGE`'],
  connectionsMax: ['Open connections, by `SWITCHYARD_CONNECTIONS_MAX`', 'the connection is closed'],
  headersTimeoutMs: ['Time to send the headers', '408 `REQUEST_TIMEOUT`'],
  requestTimeoutMs: ['Time to send the whole request', '408 `REQUEST_TIMEOUT`'],
  keepAliveTimeoutMs: ['An idle connection is kept for', 'the connection is closed'],
  connectionsCheckingIntervalMs: ['How often the two times above are looked at', ''],
};

export const limitsPage: Page = {
  file: 'limits.md',
  title: 'Limits',
  source: 'the limits.ts of each package',
  body: () =>
    paragraphs(
      'Everything has an end, and every end has a name. Beyond it a request is refused; nothing is ever cut to fit.',
      '## What a request may hold',
      'Lengths count Unicode code points. Beyond them the answer is 400 `invalid_request`, and `param` names the field.',
      table(
        ['Limit', 'Value', 'Name'],
        entriesOf(CONTRACT).map(([name, what]) => [what, told(name, CONTRACT_LIMITS[name]), code(name)]),
      ),
      '## What a request to the management API may hold',
      table(
        ['Limit', 'Value', 'Name'],
        entriesOf(MANAGE).map(([name, what]) => [what, told(name, MANAGE_LIMITS[name]), code(name)]),
      ),
      '## HTTP',
      table(
        ['Limit', 'Value', 'Beyond it'],
        [
          ...entriesOf(HTTP).map(([name, [what, beyond]]) => [
            what,
            quantity(name, HTTP_LIMITS[name]),
            beyond,
          ]),
          ['Nesting of a JSON body', `${JSON_DEPTH_MAX} levels`, '400 `json.too_deep`'],
        ],
      ),
      '## Idempotency',
      `An \`Idempotency-Key\` and the answer it led to are kept for **${duration(IDEMPOTENCY_RETENTION_MS)}**. A repeat that arrives while the
first request is still running waits up to **${duration(LOCK_WAIT_MS_MAX)}** for its answer; then it is told 409 \`idempotency.in_flight\`.`,
      '## Rate limits',
      `Each key has a bucket of tokens; a call takes one, and the bucket fills up again at a steady rate. Every limited answer
says in \`RateLimit\` what is left. An empty bucket is 429 \`rate.exceeded\` with \`Retry-After\`. All of these are
[settings](configuration.md); in development there are no rate limits at all, unless \`SWITCHYARD_RATE_LIMITS\` is on.`,
      rateLimits(),
    ),
};

/** The number as a request has it, and what it comes to where that is hard to see. */
function told(name: string, value: number): string {
  const [plain, inUnits] = [grouped(value), quantity(name, value)];
  return plain === inUnits ? plain : `${plain} (${inUnits})`;
}

function rateLimits(): string {
  const read = readConfig({ SWITCHYARD_RATE_LIMITS: 'on' });
  if (!read.ok || read.config.rateLimits === undefined)
    throw new Error('The default configuration has rate limits.');
  const { live, test, liveDecide, testDecide, authFailures } = read.config.rateLimits;
  const row = (what: string, { perSecond, burst }: RateLimit) => [
    what,
    `${grouped(perSecond)} a second`,
    grouped(burst),
  ];
  const byMinute = (what: string, { perSecond, burst }: RateLimit) => [
    what,
    `${grouped(Math.round(perSecond * 60))} a minute`,
    grouped(burst),
  ];
  return table(
    ['Calls', 'Rate', 'At once'],
    [
      row('of a live key', live),
      row('of a test key', test),
      row('of a live key to decide mode', liveDecide),
      row('of a test key to decide mode', testDecide),
      byMinute('with a wrong key, by address', authFailures),
      row('to the management API, by token or session', MANAGE_RATE_LIMITS.calls),
      byMinute('to sign in, by address', MANAGE_RATE_LIMITS.signInsByAddress),
      byMinute(
        'to sign in, by operator; from where they have before, apart',
        MANAGE_RATE_LIMITS.signInsByOperator,
      ),
      byMinute('with a wrong management token, by address', MANAGE_RATE_LIMITS.authFailures),
    ],
  );
}

/** Object.entries, with the names it was given. */
function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.entries(record) as [K, V][];
}
