import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ids } from './examples/ids.ts';
import { createOutcome, getRoutingSnapshot } from './operations/decide.ts';
import { advanceLinkSession } from './operations/link-sessions.ts';
import { listRails } from './operations/rails.ts';
import { procedureOf } from './procedure.ts';

async function accepts(procedure: ReturnType<typeof procedureOf>, input: unknown): Promise<boolean> {
  const result = await procedure['~orpc'].inputSchema?.['~standard'].validate(input);
  return result !== undefined && result.issues === undefined;
}

test('path and body become one flat input', async () => {
  const procedure = procedureOf(advanceLinkSession);
  assert.equal(await accepts(procedure, { id: ids.linkSession, sdkResult: { token: 't' } }), true);
  assert.equal(await accepts(procedure, { id: ids.linkSession, other: 1 }), false);
  assert.equal(await accepts(procedure, {}), false);
});

test('an input without a required field may be left out altogether', async () => {
  assert.equal(await accepts(procedureOf(listRails), undefined), true);
  assert.equal(await accepts(procedureOf(createOutcome), undefined), false);
});

test('an operation without parameters has no input schema', () => {
  assert.equal(procedureOf(getRoutingSnapshot)['~orpc'].inputSchema, undefined);
});
