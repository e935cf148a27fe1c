import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ids } from './examples/ids.ts';
import { inputReader } from './input-reader.ts';
import { OPERATIONS } from './operation-list.ts';
import { createCustomer, getCustomer, listCustomers } from './operations/customers.ts';
import { advanceLinkSession, createLinkSession } from './operations/link-sessions.ts';

test('an operation gets exactly the parts it has', () => {
  const read = inputReader(advanceLinkSession)({ params: { id: ids.linkSession }, query: {}, body: {} });
  assert.deepEqual(read, { ok: true, input: { params: { id: ids.linkSession }, body: {} } });
});

test('defaults are filled in', () => {
  assert.deepEqual(inputReader(listCustomers)({}), { ok: true, input: { query: { limit: 25 } } });
  const body = { customer: ids.customer, country: 'DE', returnUri: 'https://shop.example/' };
  assert.deepEqual(inputReader(createLinkSession)({ body }), {
    ok: true,
    input: { body: { ...body, channel: 'web' } },
  });
});

test('a field of one part is never taken from another', () => {
  const read = inputReader(getCustomer)({ params: { id: ids.customer }, query: { id: 'cus_somebodyElse' } });
  assert.deepEqual(read, {
    ok: false,
    part: 'query',
    problem: { param: 'id', key: 'input.unknown_field', vars: {} },
  });
});

test('the path is looked at before the query, and the query before the body', () => {
  const bad = { params: { id: 'x' }, query: { a: 1 }, body: { b: 1 } };
  const read = inputReader(advanceLinkSession)(bad);
  assert.equal(read.ok ? 'none' : read.part, 'params');
  const next = inputReader(advanceLinkSession)({ ...bad, params: { id: ids.linkSession } });
  assert.equal(next.ok ? 'none' : next.part, 'query');
});

test('an absent body is read as an empty one', () => {
  const read = inputReader(createCustomer)({});
  assert.deepEqual(read, {
    ok: false,
    part: 'body',
    problem: { param: 'externalId', key: 'input.required', vars: {} },
  });
});

for (const operation of OPERATIONS) {
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part];
    if (schema === undefined) continue;
    test(`the ${part} of ${operation.name} compile, and read their example as the plain schema does`, () => {
      const compiled = z.compile(schema, { strict: true });
      const example = operation.examples[part];
      assert.deepEqual(compiled.parse(example), schema.parse(example));
    });
  }
}
