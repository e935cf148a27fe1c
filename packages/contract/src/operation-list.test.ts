import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContractProcedure } from '@orpc/contract';
import { contract } from './contract.ts';
import { OPERATIONS } from './operation-list.ts';

/** The API document's endpoints, and the statuses it fixes. */
const DOCUMENTED = [
  'rails.list GET /v1/rails 200',
  'addresses.parse POST /v1/addresses/parse 200',
  'institutions.list GET /v1/institutions 200',
  'customers.create POST /v1/customers 201',
  'customers.get GET /v1/customers/{id} 200',
  'customers.list GET /v1/customers 200',
  'linkSessions.create POST /v1/link_sessions 201',
  'linkSessions.advance POST /v1/link_sessions/{id}/advance 200',
  'linkSessions.get GET /v1/link_sessions/{id} 200',
  'accounts.create POST /v1/accounts 201',
  'accounts.get GET /v1/accounts/{id} 200',
  'accounts.list GET /v1/accounts 200',
  'routeQuotes.create POST /v1/route_quotes 200',
  'paymentIntents.create POST /v1/payment_intents 201',
  'paymentIntents.get GET /v1/payment_intents/{id} 200',
  'paymentIntents.advance POST /v1/payment_intents/{id}/advance 200',
  'paymentIntents.cancel POST /v1/payment_intents/{id}/cancel 200',
  'paymentIntents.list GET /v1/payment_intents 200',
  'routeDecisions.create POST /v1/route_decisions 200',
  'outcomes.create POST /v1/outcomes 201',
  'routingSnapshot.get GET /v1/routing_snapshot 200',
  'events.list GET /v1/events 200',
  'events.get GET /v1/events/{id} 200',
];

const namesWhere = (holds: (operation: (typeof OPERATIONS)[number]) => boolean): string[] =>
  OPERATIONS.filter(holds).map(({ name }) => name);

test('the operations are the 23 of the API document', () => {
  const actual = OPERATIONS.map(({ name, method, path, successStatus }) =>
    [name, method, path, successStatus].join(' '),
  );
  assert.equal(actual.length, 23);
  assert.deepEqual(actual, DOCUMENTED);
});

test('the router says the same as the list', () => {
  const routed: string[] = [];
  for (const [group, procedures] of Object.entries(contract)) {
    for (const [key, procedure] of Object.entries(procedures)) {
      assert.ok(isContractProcedure(procedure));
      const { operationId, method, path, successStatus } = procedure['~orpc'].route;
      assert.equal(operationId, `${group}.${key}`);
      routed.push([operationId, method, path, successStatus].join(' '));
    }
  }
  assert.deepEqual(routed.sort(), [...DOCUMENTED].sort());
});

test('every POST takes an idempotency key and no GET does', () => {
  for (const { name, idempotent, method } of OPERATIONS) assert.equal(idempotent, method === 'POST', name);
});

test('read-only are the GETs and the parsing of addresses; everything else is a write', () => {
  assert.deepEqual(
    namesWhere(({ readOnly }) => readOnly),
    namesWhere(({ name, method }) => method === 'GET' || name === 'addresses.parse'),
  );
  for (const { name, write, readOnly } of OPERATIONS) assert.equal(write, !readOnly, name);
});

test('decide mode is decisions, outcomes and the snapshot', () => {
  assert.deepEqual(
    namesWhere(({ decide }) => decide),
    ['routeDecisions.create', 'outcomes.create', 'routingSnapshot.get'],
  );
});

test('rails, institutions and the snapshot have an ETag', () => {
  assert.deepEqual(
    namesWhere(({ cacheable }) => cacheable),
    ['rails.list', 'institutions.list', 'routingSnapshot.get'],
  );
});

test('only a body with a required field is required', () => {
  assert.deepEqual(
    namesWhere(({ bodyRequired }) => bodyRequired),
    namesWhere(({ name, method }) => method === 'POST' && !/advance|cancel/.test(name)),
  );
});

for (const operation of OPERATIONS) {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part];
    if (schema === undefined) continue;
    test(`the example of the ${part} of ${operation.name} is valid`, () => {
      assert.deepEqual(schema.safeParse(operation.examples[part]).error?.issues, undefined);
    });
  }
  test(`the example of the answer of ${operation.name} is valid and has no field too many`, () => {
    assert.deepEqual(operation.output.safeParse(operation.examples.response).error?.issues, undefined);
  });
  test(`the path of ${operation.name} has exactly the parameters of its schema`, () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(inPath, Object.keys(operation.params?.shape ?? {}));
  });
}
