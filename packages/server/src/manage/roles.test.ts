import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MANAGE_OPERATIONS, type ManageOperation, ROLES, type Role } from '@switchyard/contract';
import type { Api, ApiAnswer } from '../../../../test/harness/api.ts';
import type { Environment } from '../domain/environment.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let environment: Environment;
const callers = new Map<Role, Api>();
before(async () => {
  server = await startTestServer();
  environment = await server.store.newEnvironment();
  for (const role of ROLES)
    callers.set(role, (await server.newManager(environment.organisationId, { role })).api);
});
after(() => server.stop());

/** A right request, as the document gives it, about our own environment. */
function call(role: Role, { method, path, examples }: ManageOperation): Promise<ApiAnswer> {
  const params = Object.entries({ ...examples.params, environment: environment.id });
  const url = params.reduce<string>((text, [name, value]) => text.replace(`{${name}}`, String(value)), path);
  const api = callers.get(role);
  assert.ok(api);
  return api(url, { method, ...(examples.body === undefined ? {} : { body: examples.body }) });
}

for (const operation of MANAGE_OPERATIONS) {
  const { name, role: needed } = operation;
  if (needed === 'anyone') continue;
  for (const [at, role] of ROLES.entries()) {
    const may = at <= ROLES.indexOf(needed);
    test(`${name}: the role ${role} ${may ? 'may' : 'may not'}`, async () => {
      const answer = await call(role, operation);
      assert.equal(answer.status !== 403, may, answer.text);
      if (!may) assert.deepEqual(answer.body.data.explanation.vars, { role, needed });
    });
  }
}
