import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CSRF_HEADER, generateManageOpenApi } from './openapi.ts';
import { MANAGE_OPERATIONS } from './operation-list.ts';

const document = JSON.parse(JSON.stringify(await generateManageOpenApi()));
const described = ({ path, method }: (typeof MANAGE_OPERATIONS)[number]) =>
  document.paths[path][method.toLowerCase()];

test('the management document is OpenAPI 3.1.1 and has exactly the operations of the list', () => {
  assert.equal(document.openapi, '3.1.1');
  const found = Object.values<object>(document.paths).flatMap((item) => Object.values(item));
  assert.deepEqual(
    found.map(({ operationId }) => operationId).sort(),
    MANAGE_OPERATIONS.map(({ name }) => name).sort(),
  );
});

for (const operation of MANAGE_OPERATIONS) {
  test(`the document tells the role of ${operation.name}, and who needs none`, () => {
    assert.equal(described(operation)['x-role'], operation.role);
    assert.deepEqual(described(operation).security, operation.role === 'anyone' ? [] : undefined);
  });

  test(`${operation.name} documents its success and all nine errors`, () => {
    const statuses = [operation.successStatus, 400, 401, 403, 404, 409, 422, 429, 502, 503];
    assert.deepEqual(Object.keys(described(operation).responses), statuses.map(String));
  });

  test(`${operation.name} takes the second proof of a cookie exactly when it writes`, () => {
    const headers = described(operation).parameters.filter((p: { in: string }) => p.in === 'header');
    const names = headers.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, operation.write ? ['Service-Version', CSRF_HEADER] : ['Service-Version']);
  });
}
