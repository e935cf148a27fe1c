import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPABILITY_IDS } from '@switchyard/engine';
import {
  answer,
  at,
  body,
  document,
  type Json,
  parameter,
  query,
  requiredOf,
} from '../../test/document-reader.ts';
import { ERROR_CODES } from '../errors.ts';
import { EVENT_TYPES } from '../schemas/event.ts';

const PAGE_SIZE = { type: 'integer', minimum: 1, maximum: 100, default: 25 };
const COUNTRY = { pattern: '^[A-Z]{2}$' };
const METADATA = {
  maxProperties: 20,
  propertyNames: { type: 'string', maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
};
const ROLES = [
  ...['bank-link', 'institution-directory', 'payment', 'payment-consent', 'identity-verification'],
  ...['account-verification', 'webhook', 'payout', 'pay-in', 'fx'],
];
const CUSTODY = [
  ...[
    'none',
    'payer-own-account',
    'provider-for-user',
    'provider-transit',
    'platform-entity',
    'partner-entity',
  ],
];
const RAIL_STATUS = ['listed', 'in-development', 'integrated', 'certified'];
const PREFERENCE = { enum: ['cheapest', 'fastest', 'recommended'] };
const CHANNEL = { enum: ['web', 'native'], default: 'web' };
const rail = (...names: readonly string[]) => answer('/v1/rails', 'get', 200, 'data', '[]', ...names);
const bank = (...names: readonly string[]) => answer('/v1/institutions', 'get', 200, 'data', '[]', ...names);
const customer = (...names: readonly string[]) => answer('/v1/customers/{id}', 'get', 200, ...names);

/** The API document's rules, each as the part of the schema that must say it. */
const RULES: readonly (readonly [rule: string, where: () => unknown, says: Json])[] = [
  ...['institutions', 'customers', 'accounts', 'payment_intents', 'events'].map(
    (list) =>
      [`limit of ${list} is 1 to 100, default 25`, () => query(`/v1/${list}`, 'limit'), PAGE_SIZE] as const,
  ),
  [
    'externalId is 1 to 128 characters',
    () => body('/v1/customers', 'externalId'),
    { minLength: 1, maxLength: 128 },
  ],
  ['customer name is at most 140 characters', () => body('/v1/customers', 'name'), { maxLength: 140 }],
  ['customer email has e-mail format', () => body('/v1/customers', 'email'), { format: 'email' }],
  ['customer country is two capitals', () => body('/v1/customers', 'country'), COUNTRY],
  ['customer metadata is limited', () => body('/v1/customers', 'metadata'), METADATA],
  [
    'account holderName is at most 140 characters',
    () => body('/v1/accounts', 'holderName'),
    { maxLength: 140 },
  ],
  ['account payto is at most 2048 characters', () => body('/v1/accounts', 'payto'), { maxLength: 2048 }],
  ['account metadata is limited', () => body('/v1/accounts', 'metadata'), METADATA],
  [
    'parsed payto is 9 to 2048 characters',
    () => body('/v1/addresses/parse', 'payto'),
    { minLength: 9, maxLength: 2048 },
  ],
  ['institution search is at most 80 characters', () => query('/v1/institutions', 'q'), { maxLength: 80 }],
  ['institution country is two capitals', () => query('/v1/institutions', 'country'), COUNTRY],
  [
    'institution country is required',
    () => parameter('/v1/institutions', 'get', 'country'),
    { required: true },
  ],
  ['rail country filter is two capitals', () => query('/v1/rails', 'country'), COUNTRY],
  ['rail status filter is an enumeration', () => query('/v1/rails', 'status'), { enum: RAIL_STATUS }],
  [
    'payment reference is at most 140 characters',
    () => body('/v1/payment_intents', 'reference'),
    { maxLength: 140 },
  ],
  ['payment metadata is limited', () => body('/v1/payment_intents', 'metadata'), METADATA],
  ['payment returnUri is a URI', () => body('/v1/payment_intents', 'returnUri'), { format: 'uri' }],
  ['link session returnUri is a URI', () => body('/v1/link_sessions', 'returnUri'), { format: 'uri' }],
  ['link session country is two capitals', () => body('/v1/link_sessions', 'country'), COUNTRY],
  ['link session channel defaults to web', () => body('/v1/link_sessions', 'channel'), CHANNEL],
  [
    'psu type is personal or business',
    () => body('/v1/link_sessions', 'psu', 'psuType'),
    { enum: ['personal', 'business'] },
  ],
  ['quote preference is an enumeration', () => body('/v1/route_quotes', 'preference'), PREFERENCE],
  ['quote channel defaults to web', () => body('/v1/route_quotes', 'channel'), CHANNEL],
  [
    'decision operation is a capability',
    () => body('/v1/route_decisions', 'operation'),
    { enum: [...CAPABILITY_IDS] },
  ],
  ['decision preference is an enumeration', () => body('/v1/route_decisions', 'preference'), PREFERENCE],
  ['decision channel defaults to web', () => body('/v1/route_decisions', 'channel'), CHANNEL],
  [
    'decision payer refuses other fields',
    () => body('/v1/route_decisions', 'payer'),
    { additionalProperties: false },
  ],
  [
    'decision payee refuses other fields',
    () => body('/v1/route_decisions', 'payee'),
    { additionalProperties: false },
  ],
  [
    'outcome status is an enumeration',
    () => body('/v1/outcomes', 'status'),
    { enum: ['succeeded', 'failed', 'cancelled'] },
  ],
  [
    'outcome latencyMs is 0 to 2592000000',
    () => body('/v1/outcomes', 'latencyMs'),
    { type: 'integer', minimum: 0, maximum: 2_592_000_000 },
  ],
  ['event type filter is an enumeration', () => query('/v1/events', 'type'), { enum: [...EVENT_TYPES] }],
  [
    'customer cursor is a customer id',
    () => query('/v1/customers', 'after'),
    { pattern: '^cus_[A-Za-z0-9]{8,64}$' },
  ],
  ['customer id has its pattern', () => customer('id'), { pattern: '^cus_[A-Za-z0-9]{8,64}$' }],
  ['customer object is constant', () => customer('object'), { const: 'customer' }],
  ['customer createdAt is a date-time', () => customer('createdAt'), { format: 'date-time' }],
  ['institution id has its pattern', () => bank('id'), { pattern: '^ins_[A-Za-z0-9]{8,64}$' }],
  [
    'institution connection has its pattern',
    () => bank('providers', '[]', 'connection'),
    { pattern: '^con_[A-Za-z0-9]{8,64}$' },
  ],
  ['institution rank is at least 1', () => bank('providers', '[]', 'rank'), { type: 'integer', minimum: 1 }],
  ['institution roles are an enumeration', () => bank('providers', '[]', 'roles', '[]'), { enum: ROLES }],
  ['institution logoUrl is a URI', () => bank('logoUrl'), { format: 'uri' }],
  [
    'rail kind is an enumeration',
    () => rail('kind'),
    {
      enum: [
        'pisp-aggregator',
        'bank-api',
        'meta-provider',
        'verification',
        'on-chain',
        'data',
        'identity',
        'compliance',
      ],
    },
  ],
  ['rail status is an enumeration', () => rail('status'), { enum: RAIL_STATUS }],
  ['rail website is a URI', () => rail('website'), { format: 'uri' }],
  ['rail roles are an enumeration', () => rail('roles', '[]'), { enum: ROLES }],
  ['rail custody is an enumeration', () => rail('custody', '[]'), { enum: CUSTODY }],
  [
    'rail sandbox onboarding is an enumeration',
    () => rail('onboarding', 'sandbox'),
    { enum: ['self-serve', 'on-request', 'none'] },
  ],
  [
    'rail production onboarding is an enumeration',
    () => rail('onboarding', 'production'),
    { enum: ['self-serve', 'contract', 'partner-programme'] },
  ],
  [
    'rail capability is an enumeration',
    () => rail('capabilities', '[]', 'id'),
    { enum: [...CAPABILITY_IDS] },
  ],
  [
    'rail capability has at least one country',
    () => rail('capabilities', '[]', 'countries'),
    { minItems: 1 },
  ],
  [
    'rail capability status is an enumeration',
    () => rail('capabilities', '[]', 'status'),
    { enum: ['integrated', 'listed', 'planned'] },
  ],
  ['rail capability source is a URI', () => rail('capabilities', '[]', 'source'), { format: 'uri' }],
  ['rail capability checkedAt is a date', () => rail('capabilities', '[]', 'checkedAt'), { format: 'date' }],
  [
    'amount value is whole minor units',
    () => body('/v1/route_quotes', 'amount', 'value'),
    { type: 'string', pattern: '^(0|[1-9][0-9]{0,37})$' },
  ],
  [
    'error code is one of twelve',
    () => at(document, 'components', 'schemas', 'ErrorData', 'properties', 'code'),
    { enum: [...ERROR_CODES] },
  ],
  [
    'Idempotency-Key is 1 to 255 visible ASCII characters',
    () => at(parameter('/v1/customers', 'post', 'Idempotency-Key'), 'schema'),
    { minLength: 1, maxLength: 255, pattern: '^[!-~]{1,255}$' },
  ],
];

for (const [rule, where, says] of RULES) {
  test(`the document says: ${rule}`, () => {
    const schema = where() as Json;
    for (const [keyword, value] of Object.entries(says)) assert.deepEqual(schema[keyword], value, keyword);
  });
}

const REQUIRED: readonly (readonly [string, () => unknown, readonly string[]])[] = [
  ['POST /v1/addresses/parse', () => body('/v1/addresses/parse'), ['payto']],
  ['POST /v1/customers', () => body('/v1/customers'), ['externalId']],
  ['POST /v1/link_sessions', () => body('/v1/link_sessions'), ['customer', 'country', 'returnUri']],
  ['POST /v1/accounts', () => body('/v1/accounts'), ['holderName', 'payto']],
  ['POST /v1/route_quotes', () => body('/v1/route_quotes'), ['from', 'to', 'amount']],
  ['POST /v1/payment_intents', () => body('/v1/payment_intents'), ['quote', 'digest', 'returnUri']],
  ['POST /v1/route_decisions', () => body('/v1/route_decisions'), ['operation', 'payer']],
  ['POST /v1/outcomes', () => body('/v1/outcomes'), ['decision', 'rail', 'status', 'latencyMs']],
  ['a customer', () => customer(), ['id', 'object', 'externalId', 'metadata', 'createdAt']],
  [
    'a rail',
    () => rail(),
    [
      'id',
      'name',
      'kind',
      'status',
      'summary',
      'website',
      'roles',
      'countries',
      'schemes',
      'custody',
      'regulated',
      'onboarding',
      'credentials',
    ],
  ],
  ['a rail capability', () => rail('capabilities', '[]'), ['id', 'countries', 'status']],
  ['an institution', () => bank(), ['id', 'name', 'country', 'providers', 'restrictions']],
  ['an institution provider', () => bank('providers', '[]'), ['rail', 'connection', 'roles', 'rank']],
  ['an explanation', () => bank('restrictions', '[]', 'explanation'), ['key', 'vars', 'message']],
  ['a parsed address', () => answer('/v1/addresses/parse', 'post', 200), ['scheme', 'known', 'masked']],
  ['a list page', () => answer('/v1/customers', 'get', 200), ['data', 'hasMore']],
  ['quotes', () => answer('/v1/route_quotes', 'post', 200), ['quotes', 'infeasible', 'suggestion']],
];

for (const [what, where, names] of REQUIRED) {
  test(`the document says: ${what} requires exactly ${names.join(', ')}`, () => {
    assert.deepEqual(requiredOf(where()), names);
  });
}
