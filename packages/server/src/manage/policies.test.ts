/** A policy from its draft over a try on what has happened to being in force, and back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import type { Api } from '../../../../test/harness/api.ts';
import { seedRouting } from '../development/seed-routing.ts';
import { claimJob, finishJob } from '../store/jobs.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { tryPolicy } from '../workflows/try-policy.ts';

const PAYMENT = {
  operation: 'banking.pis.single',
  amount: { value: '25000', asset: 'iso4217:GBP' },
  payer: { country: 'GB', scheme: 'gb-scan' },
  payee: { country: 'GB', scheme: 'gb-scan' },
};

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

interface Stage {
  readonly key: IssuedKey;
  readonly owner: Api;
  readonly path: string;
  decide(): Promise<{ readonly id: string; readonly rail: string }>;
}

async function newStage(): Promise<Stage> {
  const key = await server.newKey('test');
  const { db, newId } = server.store;
  const { id, organisationId } = key.environment;
  await seedRouting({ db, newId, catalogue: loadCatalogue(), now: Date.now }, id);
  return {
    key,
    owner: (await server.newManager(organisationId)).api,
    path: `/manage/v1/environments/${id}`,
    decide: async () => (await key.api('/v1/route_decisions', { body: PAYMENT })).body,
  };
}

async function activeOf({ owner, path }: Stage) {
  const { data } = (await owner(`${path}/policies`)).body;
  return data.find(({ status }: { status: string }) => status === 'active');
}

/** For every request. */
function ruleThat(id: string, action: object) {
  return Object.fromEntries([
    ['id', id],
    ['when', {}],
    ['then', action],
  ]);
}

/** The policy in force, but for this rail, which it excludes. */
async function draftWithout(stage: Stage, rail: string) {
  const { policy } = await activeOf(stage);
  const rule = ruleThat(`without-${rail}`, { type: 'exclude', rails: [rail] });
  return stage.owner(`${stage.path}/policies`, {
    body: { policy: { ...policy, rules: [rule, ...policy.rules] } },
  });
}

/** As a worker does it. */
async function carryOut({ key: { environment } }: Stage, subjectId: string): Promise<void> {
  const job = { environmentId: environment.id, kind: 'policy.try', subjectId } as const;
  const lease = await claimJob(server.store.db, job);
  assert.ok(lease);
  await finishJob(server.store.db, lease, await tryPolicy(server.workflows, lease));
}

test('a draft decides nothing until it is activated, and the version before brings everything back', async () => {
  const stage = await newStage();
  const { rail } = await stage.decide();
  const before = await activeOf(stage);
  const draft = await draftWithout(stage, rail);
  assert.equal(draft.status, 201, draft.text);
  assert.equal(draft.body.status, 'draft');
  assert.equal(draft.body.version, before.version + 1);
  assert.ok(draft.body.changes.some(({ path }: { path: string }) => path.startsWith('rules[0]')));
  assert.equal((await stage.decide()).rail, rail);

  const activate = (version: number, replaces: number) =>
    stage.owner(`${stage.path}/policies/${version}/activate`, { body: { replaces } });
  const activated = await activate(draft.body.version, before.version);
  assert.equal(activated.status, 200, activated.text);
  assert.deepEqual([activated.body.status, activated.body.changes], ['active', []]);
  server.workflows.engines.forget(stage.key.environment.id);
  assert.notEqual((await stage.decide()).rail, rail);
  assert.equal((await stage.owner(`${stage.path}/policies/${before.version}`)).body.status, 'retired');

  assert.equal((await activate(before.version, draft.body.version)).status, 200);
  server.workflows.engines.forget(stage.key.environment.id);
  assert.equal((await stage.decide()).rail, rail);
  const [entry] = (await stage.owner('/manage/v1/audit_entries?limit=1')).body.data;
  assert.equal(entry.action, 'policies.activate');
  assert.equal(entry.summary.replaced, draft.body.version);
});

test('whoever takes another version to be in force changes nothing', async () => {
  const stage = await newStage();
  const { version } = await activeOf(stage);
  const draft = (await draftWithout(stage, 'truelayer')).body;
  const path = `${stage.path}/policies/${draft.version}/activate`;
  const refused = await stage.owner(path, { body: { replaces: version + 7 } });
  assert.equal(refused.status, 409);
  assert.equal(refused.body.data.explanation.key, 'policy.replaced');
  assert.equal((await activeOf(stage)).version, version);
  assert.equal((await stage.owner(path, { body: { replaces: version } })).status, 200);
  const again = await stage.owner(path, { body: { replaces: draft.version } });
  assert.deepEqual([again.status, again.body.data.explanation.key], [409, 'policy.active']);
});

test('a policy may have no order of rails and no rules', async () => {
  const stage = await newStage();
  const { policy } = await activeOf(stage);
  const body = { policy: { ...policy, railOrder: [], rules: [] } };
  const draft = await stage.owner(`${stage.path}/policies`, { body });
  assert.equal(draft.status, 201, draft.text);
  assert.deepEqual([draft.body.policy.railOrder, draft.body.policy.rules], [[], []]);
});

test('a policy that does not hold together is refused with the place in it', async () => {
  const stage = await newStage();
  const { policy } = await activeOf(stage);
  const refused = async (changed: object) => {
    const answer = await stage.owner(`${stage.path}/policies`, {
      body: { policy: { ...policy, ...changed } },
    });
    assert.equal(answer.status, 400, answer.text);
    return answer.body.data;
  };
  const rule = ruleThat('r', { type: 'prefer', rails: ['worldpay'] });
  assert.equal((await refused({ rules: [rule] })).param, 'policy.rules[0].then.rails[0]');
  const shares = [
    { rail: 'truelayer', percent: 70 },
    { rail: 'plaid', percent: 20 },
  ];
  const split = ruleThat('s', { type: 'split', shares });
  const data = await refused({ rules: [split] });
  assert.equal(data.param, 'policy.rules[0].then.shares');
  assert.match(data.explanation.message, /add up to 90/);
});

test('a dry run says which decisions would have gone elsewhere, and changes none', async () => {
  const stage = await newStage();
  const decisions = [await stage.decide(), await stage.decide(), await stage.decide()];
  const rail = decisions[0]?.rail ?? '';
  const draft = (await draftWithout(stage, rail)).body;
  const created = await stage.owner(`${stage.path}/policies/${draft.version}/dry_runs`, { body: {} });
  assert.equal(created.status, 201, created.text);
  assert.deepEqual(created.body.progress, { done: 0, total: 3 });
  await carryOut(stage, created.body.id);
  const run = (await stage.owner(`${stage.path}/dry_runs/${created.body.id}`)).body;
  assert.equal(run.status, 'completed');
  assert.deepEqual(run.progress, { done: 3, total: 3 });
  const { same, changed, skipped, moves, sample, before: was, after: tried } = run.decisions;
  assert.deepEqual([same, changed, skipped], [0, 3, 0]);
  assert.deepEqual(moves, [{ from: rail, to: moves[0]?.to, count: 3 }]);
  assert.notEqual(moves[0]?.to, rail);
  assert.deepEqual(sample, decisions.map(({ id }) => id).reverse());
  assert.ok(was.successPpm > 0 && tried.successPpm > 0);
  assert.equal((await stage.decide()).rail, rail);
});

test('a policy that says the same changes no decision', async () => {
  const stage = await newStage();
  for (let count = 0; count < 5; count += 1) await stage.decide();
  const { version } = await activeOf(stage);
  const { id } = (await stage.owner(`${stage.path}/policies/${version}/dry_runs`, { body: { decisions: 4 } }))
    .body;
  await carryOut(stage, id);
  const { decisions } = (await stage.owner(`${stage.path}/dry_runs/${id}`)).body;
  assert.deepEqual([decisions.same, decisions.changed, decisions.skipped], [4, 0, 0]);
  assert.deepEqual(decisions.before, decisions.after);
});

test('a worker that has lost its lease counts nothing', async () => {
  const stage = await newStage();
  await stage.decide();
  const { version } = await activeOf(stage);
  const { id } = (await stage.owner(`${stage.path}/policies/${version}/dry_runs`, { body: {} })).body;
  const job = { environmentId: stage.key.environment.id, kind: 'policy.try', subjectId: id } as const;
  const lease = await claimJob(server.store.db, job);
  assert.ok(lease);
  await tryPolicy(server.workflows, { ...lease, epoch: String(BigInt(lease.epoch) + 1n) });
  const run = (await stage.owner(`${stage.path}/dry_runs/${id}`)).body;
  assert.deepEqual([run.status, run.progress.done], ['running', 0]);
});

test('versions of another environment are not found', async () => {
  const [stage, other] = [await newStage(), await newStage()];
  const draft = (await draftWithout(other, 'truelayer')).body;
  const foreign = await stage.owner(`${stage.path}/policies/${draft.version}`);
  assert.equal(foreign.status, 404);
  const run = (await other.owner(`${other.path}/policies/${draft.version}/dry_runs`, { body: {} })).body;
  assert.equal((await stage.owner(`${stage.path}/dry_runs/${run.id}`)).status, 404);
});
