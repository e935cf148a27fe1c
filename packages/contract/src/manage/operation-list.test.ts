import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isContractProcedure } from '@orpc/contract';
import { manageContract } from './contract.ts';
import { MANAGE_TAGS } from './openapi.ts';
import { MANAGE_OPERATIONS } from './operation-list.ts';
import { ROLES, ROLES_COVERED } from './roles.ts';

const inWords = (operation: { operationId?: unknown; name?: unknown; method?: unknown; path?: unknown }) =>
  [operation.operationId ?? operation.name, operation.method, operation.path].join(' ');

test('the management router says the same as the list', () => {
  const routed: string[] = [];
  for (const [group, procedures] of Object.entries(manageContract)) {
    for (const [key, procedure] of Object.entries(procedures)) {
      assert.ok(isContractProcedure(procedure));
      const { route } = procedure['~orpc'];
      assert.equal(route.operationId, `${group}.${key}`);
      routed.push(inWords(route));
    }
  }
  assert.deepEqual(routed.sort(), MANAGE_OPERATIONS.map(inWords).sort());
});

test('a role covers itself and every lesser one', () => {
  ROLES.forEach((role, at) => {
    assert.deepEqual(ROLES_COVERED[role], ROLES.slice(at));
  });
});

test('only signing in is for anyone, and a viewer changes nothing but what is its own', () => {
  const named = (holds: (operation: (typeof MANAGE_OPERATIONS)[number]) => boolean) =>
    MANAGE_OPERATIONS.filter(holds).map(({ name }) => name);
  assert.deepEqual(
    named(({ role }) => role === 'anyone'),
    ['sessions.create'],
  );
  assert.deepEqual(
    named(({ role, write }) => role === 'viewer' && write),
    ['sessions.end', 'me.changePassword'],
  );
});

for (const operation of MANAGE_OPERATIONS) {
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
  test(`${operation.name} has a tag that is described, and takes no Idempotency-Key`, () => {
    assert.ok(MANAGE_TAGS.some(({ name }) => name === operation.tag));
    assert.equal(operation.idempotent, false);
  });
}
