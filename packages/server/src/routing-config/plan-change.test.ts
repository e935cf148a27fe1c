import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import { checkAgainst, planChange } from './plan-change.ts';
import { readRoutingConfig } from './read-routing-config.ts';
import type { RoutingConfig } from './routing-config.ts';
import { SMALL_CONFIG } from './testing/small-config.ts';

const read = readRoutingConfig(SMALL_CONFIG, loadCatalogue());
assert(read.ok);
const config: RoutingConfig = read.value;
const [first, ...others] = config.connections;
assert(first !== undefined);

const told = (changes: ReturnType<typeof planChange>['changes']) =>
  changes.map(({ action, subject, key }) => `${action} ${subject} ${key}`);

test('a file that says what is there changes nothing', () => {
  const plan = planChange(config, config, { prune: true });
  assert.deepEqual(plan.changes, []);
  assert.deepEqual(plan.target, config);
});

test('an environment without anything gets everything', () => {
  const { changes, target } = planChange(undefined, config, { prune: false });
  assert.ok(changes.every(({ action }) => action === 'create'));
  assert.equal(changes.filter(({ subject }) => subject === 'connection').length, config.connections.length);
  assert.deepEqual(target, config);
});

test('a change names its fields, from what to what', () => {
  const wanted = { ...config, connections: [{ ...first, label: 'Other' }, ...others] };
  assert.deepEqual(planChange(config, wanted, { prune: false }).changes, [
    {
      action: 'update',
      subject: 'connection',
      key: first.key,
      fields: [{ path: 'label', from: JSON.stringify(first.label), to: '"Other"' }],
    },
  ]);
});

test('a price that is changed, added or gone is told by its place', () => {
  const [price, ...rest] = first.prices;
  assert(price !== undefined);
  const dearer = { ...price, fee: { ...price.fee, fixed: '6' } };
  const fieldsOf = (prices: typeof first.prices) =>
    planChange(config, { ...config, connections: [{ ...first, prices }, ...others] }, { prune: false })
      .changes.flatMap(({ fields }) => fields)
      .map(({ path }) => path);
  assert.deepEqual(fieldsOf([dearer, ...rest]), ['prices[0].fee.fixed']);
  assert.deepEqual(fieldsOf([...first.prices, price]), [`prices[${first.prices.length}]`]);
});

test('what the file does not mention stays, and goes only when it is pruned', () => {
  const wanted = { ...config, connections: others, fx: [] };
  const kept = planChange(config, wanted, { prune: false });
  assert.deepEqual(
    told(kept.changes).filter((line) => line.includes('connection')),
    [`keep connection ${first.key}`],
  );
  assert.deepEqual(kept.target.connections, config.connections);
  assert.deepEqual(kept.target.fx, config.fx);

  const pruned = planChange(config, wanted, { prune: true });
  assert.ok(told(pruned.changes).includes(`remove connection ${first.key}`));
  assert.deepEqual(pruned.target.fx, []);
});

test('a pruned connection is disabled, and gone for every later plan', () => {
  const wanted = { ...config, connections: others };
  const { target } = planChange(config, wanted, { prune: true });
  assert.equal(target.connections.find(({ key }) => key === first.key)?.status, 'disabled');
  assert.deepEqual(planChange(target, wanted, { prune: true }).changes, []);
  assert.deepEqual(planChange(target, wanted, { prune: false }).changes, []);
});

test('where credentials are to be found is no difference', () => {
  const credentials = { api_token: '${' + 'env:TOKEN}' };
  const wanted = { ...config, connections: [{ ...first, credentials }, ...others] };
  assert.deepEqual(planChange(config, wanted, { prune: false }).changes, []);
});

test('a connection does not change its rail', () => {
  const wanted = { ...config, connections: [{ ...first, rail: 'wise' }, ...others] };
  assert.deepEqual(checkAgainst(config, config), []);
  const [problem] = checkAgainst(config, wanted);
  assert.equal(problem?.path, 'connections[0].rail');
});
