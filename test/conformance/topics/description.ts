/** The machine-readable description, held against the tables of the API document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateOpenApi } from '@switchyard/contract';
import type { Topic } from '../context.ts';
import { fieldsOf, memberOf, operationsOf, resolved, texts } from '../openapi-document.ts';

interface Described {
  readonly success: 200 | 201;
  /** `*` marks what is required. */
  readonly query?: readonly string[];
  readonly path?: readonly string[];
  readonly body?: readonly string[];
}

const OPERATIONS: Readonly<Record<string, Described>> = {
  'GET /v1/rails': { success: 200, query: ['country', 'status'] },
  'POST /v1/addresses/parse': { success: 200, body: ['payto*'] },
  'GET /v1/institutions': { success: 200, query: ['country*', 'limit', 'q'] },
  'POST /v1/customers': { success: 201, body: ['country', 'email', 'externalId*', 'metadata', 'name'] },
  'GET /v1/customers/{id}': { success: 200, path: ['id*'] },
  'GET /v1/customers': { success: 200, query: ['after', 'externalId', 'limit'] },
  'POST /v1/link_sessions': {
    success: 201,
    body: ['channel', 'country*', 'customer*', 'institution', 'psu', 'rail', 'returnUri*'],
  },
  'POST /v1/link_sessions/{id}/advance': { success: 200, path: ['id*'], body: ['returnParams', 'sdkResult'] },
  'GET /v1/link_sessions/{id}': { success: 200, path: ['id*'] },
  'POST /v1/accounts': { success: 201, body: ['customer', 'holderName*', 'metadata', 'payto*'] },
  'GET /v1/accounts/{id}': { success: 200, path: ['id*'] },
  'GET /v1/accounts': { success: 200, query: ['after', 'customer', 'limit'] },
  'POST /v1/route_quotes': {
    success: 200,
    body: ['amount*', 'channel', 'from*', 'preferRail', 'preference', 'to*'],
  },
  'POST /v1/payment_intents': {
    success: 201,
    body: ['digest*', 'metadata', 'psu', 'quote*', 'reference', 'returnUri*'],
  },
  'GET /v1/payment_intents/{id}': { success: 200, path: ['id*'] },
  'POST /v1/payment_intents/{id}/advance': {
    success: 200,
    path: ['id*'],
    body: ['returnParams', 'sdkResult'],
  },
  'POST /v1/payment_intents/{id}/cancel': { success: 200, path: ['id*'] },
  'GET /v1/payment_intents': { success: 200, query: ['after', 'customer', 'limit'] },
  'POST /v1/route_decisions': {
    success: 200,
    body: ['amount', 'channel', 'constraints', 'operation*', 'payee', 'payer*', 'preference'],
  },
  'POST /v1/outcomes': {
    success: 201,
    body: ['context', 'decision*', 'failureCode', 'latencyMs*', 'providerFee', 'rail*', 'status*'],
  },
  'GET /v1/routing_snapshot': { success: 200 },
  'GET /v1/events': { success: 200, query: ['after', 'limit', 'type'] },
  'GET /v1/events/{id}': { success: 200, path: ['id*'] },
};

/** The resources whose fields the document gives in full. */
const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  Customer: ['country', 'createdAt*', 'email', 'externalId*', 'id*', 'metadata*', 'name', 'object*'],
  Rail: [
    'capabilities',
    'countries*',
    'credentials*',
    'custody*',
    'id*',
    'kind*',
    'logoUrl',
    'name*',
    'onboarding*',
    'regulated*',
    'roles*',
    'schemes*',
    'status*',
    'summary*',
    'website*',
  ],
  RailCapability: ['checkedAt', 'countries*', 'id*', 'notes', 'source', 'status*'],
  Institution: ['country*', 'id*', 'logoUrl', 'name*', 'providers*', 'restrictions*'],
  InstitutionProvider: ['connection*', 'rail*', 'rank*', 'roles*'],
  Restriction: ['code*', 'explanation*'],
  Explanation: ['key*', 'message*', 'vars*'],
  ParsedAddress: ['country', 'known*', 'masked*', 'receiverName', 'scheme*'],
  Amount: ['asset*', 'value*'],
  CustomerPage: ['data*', 'hasMore*', 'next'],
  AccountPage: ['data*', 'hasMore*', 'next'],
  PaymentIntentPage: ['data*', 'hasMore*', 'next'],
  EventPage: ['data*', 'hasMore*', 'next'],
  RailList: ['data*'],
  InstitutionList: ['data*'],
};

const WORDS = {
  kind: 'pisp-aggregator bank-api meta-provider verification on-chain data identity compliance',
  status: 'listed in-development integrated certified',
  role:
    'bank-link institution-directory payment payment-consent identity-verification account-verification webhook ' +
    'payout pay-in fx',
  custody: 'none payer-own-account provider-for-user provider-transit platform-entity partner-entity',
  sandbox: 'self-serve on-request none',
  production: 'self-serve contract partner-programme',
  capabilityStatus: 'integrated listed planned',
  preference: 'cheapest fastest recommended',
  channel: 'web native',
  outcomeStatus: 'succeeded failed cancelled',
  psuType: 'personal business',
  eventType:
    'link_session.completed link_session.failed account.updated account.reauth_required ' +
    'payment_intent.requires_action payment_intent.processing payment_intent.succeeded payment_intent.failed ' +
    'payment_intent.cancelled leg.updated connection.degraded',
  capability:
    'banking.ais.account-details banking.ais.balances banking.ais.transactions banking.ais.insights ' +
    'banking.pis.single banking.pis.scheduled banking.pis.vrp-sweeping banking.pis.vrp-commercial banking.pis.bulk ' +
    'banking.payouts banking.pay-ins.virtual-accounts banking.pay-ins.debit verification.cop verification.vop ' +
    'verification.ownership verification.micro-deposits identity.kyc.document identity.kyc.biometric ' +
    'identity.kyc.database identity.kyc.eid identity.kyb identity.prefill compliance.screening.sanctions ' +
    'compliance.screening.pep compliance.screening.adverse-media compliance.screening.payments ' +
    'compliance.transaction-monitoring compliance.travel-rule risk.payment-return risk.fraud-signals money.fx ' +
    'money.cross-border money.stablecoin-ramp',
} as const;

/** Where each enumeration stands under `components/schemas`. */
const ENUMERATIONS: readonly (readonly [keyof typeof WORDS, string])[] = [
  ['kind', 'Rail.properties.kind'],
  ['status', 'Rail.properties.status'],
  ['role', 'Rail.properties.roles.items'],
  ['role', 'InstitutionProvider.properties.roles.items'],
  ['custody', 'Rail.properties.custody.items'],
  ['sandbox', 'Rail.properties.onboarding.properties.sandbox'],
  ['production', 'Rail.properties.onboarding.properties.production'],
  ['capabilityStatus', 'RailCapability.properties.status'],
  ['capability', 'RailCapability.properties.id'],
  ['capability', 'RouteDecisionCreate.properties.operation'],
  ['preference', 'RouteQuoteCreate.properties.preference'],
  ['preference', 'RouteDecisionCreate.properties.preference'],
  ['channel', 'RouteQuoteCreate.properties.channel'],
  ['channel', 'LinkSessionCreate.properties.channel'],
  ['channel', 'RouteDecisionCreate.properties.channel'],
  ['outcomeStatus', 'OutcomeCreate.properties.status'],
  ['psuType', 'Psu.properties.psuType'],
  ['eventType', 'Event.properties.type'],
];

export const description: Topic = (context) => {
  document(context);
  operations(context);
  schemas(context);
};

const document: Topic = ({ anonymous, api }) => {
  test('the description is served without a key', async () => {
    const answer = await anonymous('/v1/openapi.json');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  });

  test('the description is the same with a key', async () => {
    assert.equal((await api('/v1/openapi.json')).text, (await anonymous('/v1/openapi.json')).text);
  });

  test('the description is OpenAPI 3.1.1', async () => {
    assert.equal((await anonymous('/v1/openapi.json')).body.openapi, '3.1.1');
  });

  test('the description served is the one the contract generates', async () => {
    const generated = JSON.parse(JSON.stringify(await generateOpenApi()));
    assert.deepEqual((await anonymous('/v1/openapi.json')).body, generated);
  });

  test('every reference in the description leads somewhere', async () => {
    const { body, text } = await anonymous('/v1/openapi.json');
    const references = [
      ...new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, name]) => name ?? '')),
    ];
    assert.ok(references.length > 0);
    for (const $ref of references) assert.notEqual(resolved(body, { $ref }), undefined, $ref);
  });

  test('every operation requires the HTTP bearer scheme', async () => {
    const { body } = await anonymous('/v1/openapi.json');
    const [name = ''] = Object.keys(body.security[0]);
    const scheme = memberOf(body, 'components', 'securitySchemes', name);
    assert.equal(memberOf(scheme, 'type'), 'http');
    assert.equal(memberOf(scheme, 'scheme'), 'bearer');
    for (const { operation } of operationsOf(body)) {
      assert.deepEqual(memberOf(operation, 'security') ?? body.security, body.security);
    }
  });
};

const operations: Topic = ({ anonymous }) => {
  const fetchDocument = async (): Promise<unknown> => (await anonymous('/v1/openapi.json')).body;

  test('the description lists exactly the 23 operations', async () => {
    const names = operationsOf(await fetchDocument()).map(({ name }) => name);
    assert.equal(names.length, 23);
    assert.deepEqual(names.toSorted(), Object.keys(OPERATIONS).toSorted());
  });

  for (const [name, described] of Object.entries(OPERATIONS)) {
    test(`${name} takes and answers what the document says`, async () => {
      const body = await fetchDocument();
      const { operation } = operationsOf(body).find((candidate) => candidate.name === name) ?? {};
      assert.deepEqual(parametersOf(body, operation, 'query'), described.query ?? []);
      assert.deepEqual(parametersOf(body, operation, 'path'), described.path ?? []);
      const schema = memberOf(operation, 'requestBody', 'content', 'application/json', 'schema');
      assert.deepEqual(schema === undefined ? [] : fieldsOf(body, schema), described.body ?? []);
      const successes = Object.keys(Object(memberOf(operation, 'responses'))).filter(
        (status) => status < '300',
      );
      assert.deepEqual(successes, [String(described.success)]);
    });

    test(`${name} takes Service-Version${name.startsWith('POST') ? ' and Idempotency-Key' : ''}`, async () => {
      const body = await fetchDocument();
      const { operation } = operationsOf(body).find((candidate) => candidate.name === name) ?? {};
      const headers = parametersOf(body, operation, 'header').filter((header) => header !== 'If-None-Match');
      assert.deepEqual(
        headers,
        name.startsWith('POST') ? ['Idempotency-Key', 'Service-Version'] : ['Service-Version'],
      );
    });
  }
};

const schemas: Topic = ({ anonymous }) => {
  for (const [name, fields] of Object.entries(RESOURCES)) {
    test(`${name} has the fields of the document, and requires the same ones`, async () => {
      const { body } = await anonymous('/v1/openapi.json');
      assert.deepEqual(fieldsOf(body, memberOf(body, 'components', 'schemas', name)), fields);
    });
  }

  for (const [words, place] of ENUMERATIONS) {
    test(`${place} is one of the document's words`, async () => {
      const { body } = await anonymous('/v1/openapi.json');
      const schema = place
        .split('.')
        .reduce((at, name) => resolved(body, memberOf(at, name)), memberOf(body, 'components', 'schemas'));
      assert.deepEqual(texts(memberOf(schema, 'enum')), WORDS[words].split(' '));
    });
  }
};

function parametersOf(body: unknown, operation: unknown, place: string): readonly string[] {
  const parameters = memberOf(operation, 'parameters') ?? [];
  assert.ok(Array.isArray(parameters));
  return parameters
    .map((parameter: unknown) => resolved(body, parameter))
    .filter((parameter) => memberOf(parameter, 'in') === place)
    .map(
      (parameter) => `${memberOf(parameter, 'name')}${memberOf(parameter, 'required') === true ? '*' : ''}`,
    )
    .toSorted();
}
