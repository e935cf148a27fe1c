/** Prices, contracts and the deletion of connections over the management API. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import type { Api } from '../../../../test/harness/api.ts';
import { eventually } from '../../../../test/rails/eventually.ts';
import { SMALL_CONFIG } from '../routing-config/testing/small-config.ts';
import { changeConnectionStatus } from '../store/connections.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { NOTHING_NEW_AFTER_MS } from '../workflows/drain-connection.ts';

let server: TestServer;
let key: IssuedKey;
let manage: Api;
let base: string;
let tink: string;
let yapily: string;

before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES, worker: false });
});
after(() => server.stop());

/** Each with an environment of its own, which has what the small file says. */
beforeEach(async () => {
  key = await server.newKey('test');
  manage = (await server.newManager(key.environment.organisationId, { role: 'operator' })).api;
  base = `/manage/v1/environments/${key.environment.id}`;
  const body = { text: SMALL_CONFIG };
  const { digest } = (await manage(`${base}/configuration/plan`, { body })).body;
  const applied = await manage(`${base}/configuration/apply`, { body: { ...body, plan: digest } });
  assert.equal(applied.status, 200, applied.text);
  tink = await idOf('tink-north');
  yapily = await idOf('yapily');
});

async function idOf(name: string): Promise<string> {
  const { data } = (await manage(`${base}/connections`)).body;
  return data.find((connection: { readonly key: string }) => connection.key === name).id;
}

const pricesOf = async (id: string) => (await manage(`${base}/connections/${id}/prices`)).body;
const setPrices = (id: string, body: object) => manage(`${base}/connections/${id}/prices`, { body });
const exported = async (): Promise<string> => (await manage(`${base}/configuration`)).body.text;
const lastEntry = async () =>
  (await manage(`/manage/v1/audit_entries?environment=${key.environment.id}&limit=1`)).body.data[0];

/** Engines trust what they know for four seconds. */
const felt = () => server.advance(5_000);

const CALLS = {
  key: 'calls',
  basis: 'count',
  asset: 'iso4217:GBP',
  mode: 'marginal',
  period: 'month',
  tiers: [
    { from: '0', fixed: '22', bps: 0 },
    { from: '5000', fixed: '0', bps: 3 },
  ],
  commitment: { value: '100', tolerancePpm: 50_000 },
};
const FREE = { asset: 'iso4217:EUR', fixed: '0' };
const BY_CONTRACT = { fee: { asset: 'iso4217:GBP', min: '1' }, contract: 'calls' };

/** In Norway, where the second price of Tink holds: the one under its contract. */
async function payOnce() {
  const party = { country: 'NO', scheme: 'iban' };
  const body = {
    operation: 'banking.pis.single',
    amount: { value: '25000', asset: 'iso4217:EUR' },
    payer: party,
    payee: party,
  };
  const decision = await key.api('/v1/route_decisions', { body });
  assert.equal(decision.body.rail, 'tink', decision.text);
  const outcome = { decision: decision.body.id, rail: 'tink', status: 'succeeded', latencyMs: 900 };
  const reported = await key.api('/v1/outcomes', { body: outcome });
  assert.equal(reported.status, 201, reported.text);
  assert.ok(reported.body.effects.contract, reported.text);
  return reported.body;
}

test('prices are shown in their order, with their contracts and what was counted, in pages of connections', async () => {
  await payOnce();
  const list = await pricesOf(tink);
  const [contract] = list.contracts;
  assert.deepEqual(list, {
    object: 'price_list',
    connection: tink,
    key: 'tink-north',
    rail: 'tink',
    prices: [
      {
        when: {
          operations: ['banking.pis.single'],
          countries: ['DE'],
          schemes: ['iban'],
          assets: ['iso4217:EUR'],
        },
        fee: { asset: 'iso4217:EUR', fixed: '5', bps: 10, min: '10', max: '500' },
      },
      BY_CONTRACT,
    ],
    contracts: [contract],
  });
  const { id, usage, pacing, ...terms } = contract;
  assert.deepEqual(terms, { object: 'contract', connection: tink, ...CALLS, inUse: true });
  assert.equal(usage.used, '1');
  assert.deepEqual([usage.tier, usage.remaining, usage.nextTierAt], [0, '4999', '5000']);
  assert.equal(usage.periodStart.slice(8), '01T00:00:00.000Z');
  assert.equal(pacing.behind, Number(pacing.expected) >= 1);
  assert.deepEqual((await manage(`${base}/contracts/${id}`)).body, contract);
  assert.deepEqual((await manage(`${base}/contracts`)).body, { data: [contract], hasMore: false });
  const first = (await manage(`${base}/prices?limit=1`)).body;
  const second = (await manage(`${base}/prices?limit=1&after=${first.next}`)).body;
  assert.deepEqual(
    [first, second].map(({ hasMore }) => hasMore),
    [true, false],
  );
  const newestFirst = [tink, yapily].sort().reverse();
  assert.deepEqual([...first.data, ...second.data], await Promise.all(newestFirst.map(pricesOf)));
});

test('what was shown can be set again, and changes nothing', async () => {
  const before = await exported();
  const { prices, contracts } = await pricesOf(tink);
  const terms = contracts.map(
    ({
      id: _i,
      object: _o,
      connection: _c,
      inUse: _n,
      usage: _u,
      pacing: _p,
      ...agreed
    }: Record<string, unknown>) => agreed,
  );
  const set = await setPrices(tink, { prices, contracts: terms });
  assert.equal(set.status, 200, set.text);
  assert.equal(await exported(), before);
  assert.deepEqual((await lastEntry()).summary, {});
});

test('new prices are decided by within five seconds, are in the file, and are in the audit log', async () => {
  const fee = { asset: 'iso4217:EUR', fixed: '41', bps: 0 };
  const set = await setPrices(yapily, { prices: [{ fee }] });
  assert.equal(set.status, 200, set.text);
  assert.deepEqual(set.body.prices, [{ fee }]);
  felt();
  const snapshot = (await key.api('/v1/routing_snapshot')).body;
  assert.deepEqual(
    snapshot.prices.filter(({ connection }: { readonly connection: string }) => connection === yapily),
    [{ connection: yapily, when: {}, fee }],
  );
  assert.match(await exported(), /fixed: 41/);
  const { action, subject, summary } = await lastEntry();
  assert.deepEqual([action, subject, Object.keys(summary)], ['prices.set', yapily, ['prices']]);
  const emptied = await setPrices(yapily, { prices: [] });
  assert.deepEqual(emptied.body.prices, []);
});

for (const [name, param, body] of [
  ['basis points beyond a whole', 'prices[0].fee.bps', [{ fee: { asset: 'iso4217:EUR', bps: 10_001 } }]],
  ['a fee that says nothing', 'prices[0].fee', [{ fee: { asset: 'iso4217:EUR' } }]],
  ['a price behind one that always holds', 'prices[1]', [{ fee: FREE }, { fee: FREE }]],
  ['a contract that is not there', 'prices[0].contract', [{ fee: { asset: 'iso4217:GBP' }, contract: 'x' }]],
  [
    'a country that the rail does not serve',
    'prices[0].when.countries[0]',
    [{ when: { countries: ['JP'] }, fee: FREE }],
  ],
  ['an empty condition', 'prices[0].when.countries', [{ when: { countries: [] }, fee: FREE }]],
  ['an asset that no rate leads to', 'prices[0].fee.asset', [{ fee: { asset: 'iso4217:JPY', fixed: '1' } }]],
] as const) {
  test(`${name} is refused, as in a file`, async () => {
    const before = await exported();
    const refused = await setPrices(yapily, { prices: body });
    assert.equal(refused.status, 400, refused.text);
    assert.equal(refused.body.data.param, param, refused.text);
    assert.equal(await exported(), before);
  });
}

test('a fee beside the tiers of its contract is refused, and a contract that no price names', async () => {
  const beside = { fee: { asset: 'iso4217:GBP', fixed: '5' }, contract: 'calls' };
  const refused = await setPrices(tink, { prices: [beside], contracts: [CALLS] });
  assert.equal(refused.body.data.param, 'prices[0].fee.fixed', refused.text);
  const unnamed = await setPrices(tink, { prices: [], contracts: [CALLS] });
  assert.equal(unnamed.body.data.param, 'contracts[0].key', unnamed.text);
});

test('a contract that no price names any more keeps what was counted, and comes back with it', async () => {
  await payOnce();
  const [contract] = (await pricesOf(tink)).contracts;
  await setPrices(tink, { prices: [{ fee: FREE }] });
  const kept = (await manage(`${base}/contracts/${contract.id}`)).body;
  assert.deepEqual(kept, { ...contract, inUse: false, pacing: kept.pacing });
  const refused = await manage(`${base}/contracts/${contract.id}`, { body: { commitment: null } });
  assert.equal(refused.status, 409, refused.text);
  assert.equal(refused.body.data.explanation.key, 'contract.unused');
  const back = await setPrices(tink, { prices: [BY_CONTRACT], contracts: [CALLS] });
  assert.deepEqual([back.body.contracts[0].id, back.body.contracts[0].usage.used], [contract.id, '1']);
});

test('a contract changes in what was agreed, and counts on', async () => {
  await payOnce();
  const [{ id }] = (await pricesOf(tink)).contracts;
  const path = `${base}/contracts/${id}`;
  const tiers = [{ from: '0', fixed: '21', bps: 0 }];
  const changed = await manage(path, { body: { tiers, commitment: null } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.tiers, tiers);
  assert.deepEqual(
    [changed.body.usage.used, changed.body.commitment, changed.body.pacing],
    ['1', undefined, undefined],
  );
  assert.equal(changed.body.mode, 'marginal');
  const { action, subject, summary } = await lastEntry();
  assert.deepEqual([action, subject], ['contracts.update', id]);
  assert.deepEqual(summary, {
    tiers: { from: CALLS.tiers, to: tiers },
    commitment: { from: CALLS.commitment, to: null },
  });
  felt();
  const [snapped] = (await key.api('/v1/routing_snapshot')).body.contracts;
  assert.deepEqual([snapped.tiers, snapped.used], [tiers, '1']);
  const gap = await manage(path, { body: { tiers: [{ from: '7', fixed: '1' }] } });
  assert.equal(gap.status, 400, gap.text);
  assert.equal(gap.body.data.param, 'tiers[0].from', gap.text);
});

/** What a payment has counted, as if it had been counted in another period. */
const countIn = (contractId: string, periodStart: string, used: number) =>
  server.store.asOwner(
    `insert into switchyard.contract_usage (environment_id, contract_id, period_start, used) values ($1, $2, $3, $4)
      on conflict (environment_id, contract_id, period_start) do update set used = excluded.used`,
    [key.environment.id, contractId, periodStart, used],
    key.environment.id,
  );

const usedOf = async (id: string) => (await manage(`${base}/contracts/${id}`)).body.usage.used;

test('a contract that changes to a longer period brings along what the shorter ones counted, and counts on', async () => {
  await payOnce();
  const [{ id, usage }] = (await pricesOf(tink)).contracts;
  const year = Number(usage.periodStart.slice(0, 4));
  await countIn(id, `${year - 1}-12-01T00:00:00Z`, 1000);
  if (!usage.periodStart.startsWith(`${year}-01`)) await countIn(id, `${year}-01-01T00:00:00Z`, 100);
  const before = usage.periodStart.startsWith(`${year}-01`) ? 0 : 100;
  const changed = await manage(`${base}/contracts/${id}`, { body: { period: 'year' } });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.body.usage.periodStart, `${year}-01-01T00:00:00.000Z`);
  assert.equal(changed.body.usage.used, String(before + 1));
  felt();
  const [snapped] = (await key.api('/v1/routing_snapshot')).body.contracts;
  assert.equal(snapped.used, String(before + 1));
  const { effects } = await payOnce();
  assert.equal(effects.contract.used, String(before + 2));
  assert.equal(await usedOf(id), String(before + 2));
});

test('with another basis or asset a contract is another one, which counts from zero and leaves the first its count', async () => {
  await payOnce();
  const [{ id }] = (await pricesOf(tink)).contracts;
  const { prices } = await pricesOf(tink);
  const { commitment: _, ...terms } = CALLS;
  const byVolume = { ...terms, basis: 'volume' };
  const set = await setPrices(tink, { prices, contracts: [byVolume] });
  assert.equal(set.status, 200, set.text);
  const [other] = set.body.contracts;
  assert.notEqual(other.id, id);
  assert.equal(other.usage.used, '0');
  const kept = (await manage(`${base}/contracts/${id}`)).body;
  assert.deepEqual([kept.inUse, kept.basis, kept.usage.used], [false, 'count', '1']);
  const again = await setPrices(tink, { prices, contracts: [byVolume] });
  assert.equal(again.body.contracts[0].id, other.id);
  const back = await setPrices(tink, { prices, contracts: [CALLS] });
  assert.deepEqual([back.body.contracts[0].id, back.body.contracts[0].usage.used], [id, '1']);
});

test('what is noted about a connection while it is written anew is not overwritten', async () => {
  const [{ id }] = (await pricesOf(tink)).contracts;
  const text = (await exported()).replace('label: "Tink: ', 'label: "Again Tink: ');
  const { digest } = (await manage(`${base}/configuration/plan`, { body: { text } })).body;
  const renamed = () => manage(`${base}/configuration/apply`, { body: { text, plan: digest } });
  const unpromised = () => manage(`${base}/contracts/${id}`, { body: { commitment: null } });
  for (const change of [renamed, unpromised]) {
    const changing: ReturnType<typeof change>[] = [];
    await server.store.db.transaction(key.environment.id, async (tx) => {
      const held = await changeConnectionStatus(tx, tink, { from: 'ready', to: 'degraded', at: new Date() });
      assert.ok(held !== undefined);
      changing.push(change());
      await eventually(async () => (await server.store.asOwner(WAITING_FOR_CONNECTION))[0]);
      return { commit: true, value: undefined };
    });
    const [changed] = await Promise.all(changing);
    assert.equal(changed?.status, 200);
    assert.equal((await manage(`${base}/connections/${tink}`)).body.status, 'degraded', change.name);
    await server.store.db.transaction(key.environment.id, async (tx) => ({
      commit: true,
      value: await changeConnectionStatus(tx, tink, { from: 'degraded', to: 'ready', at: new Date() }),
    }));
  }
});

const WAITING_FOR_CONNECTION = `select from pg_stat_activity
  where wait_event_type = 'Lock' and query like '%switchyard.connection%'`;

test('a contract and a connection of elsewhere are not found', async () => {
  const [{ id }] = (await pricesOf(tink)).contracts;
  const other = await server.store.newEnvironment();
  const { api } = await server.newManager(other.organisationId);
  for (const path of [`contracts/${id}`, `connections/${tink}/prices`])
    assert.equal((await api(`/manage/v1/environments/${other.id}/${path}`)).status, 404);
});

const POST = { method: 'POST' };
const remove = (id: string) => manage(`${base}/connections/${id}/delete`, POST);
const whyNot = (answer: Awaited<ReturnType<typeof remove>>) => {
  assert.equal(answer.status, 409, answer.text);
  return answer.body.data.explanation;
};

async function addSpare(): Promise<string> {
  const body = { key: 'spare', rail: 'wise', mode: 'route', label: 'Spare' };
  const made = await manage(`${base}/connections`, { body });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const rowsOf = async (id: string) => {
  const tables = ['price', 'contract', 'connection_credentials', 'webhook_path'].map((table) => [
    table,
    'connection_id',
  ]);
  const counts = [...tables, ['job', 'subject_id'], ['connection', 'id']].map(([table, column]) =>
    server.store.asOwner(`select from switchyard.${table} where ${column} = $1`, [id], key.environment.id),
  );
  return (await Promise.all(counts)).map((rows) => rows.length);
};

test('a connection that was never used is deleted, with all that is its own', async () => {
  const before = await exported();
  const coverage = (await key.api('/v1/routing_snapshot')).body.coverage;
  const spare = await addSpare();
  const terms = { ...CALLS, key: 'transfers' };
  const priced = await setPrices(spare, {
    prices: [{ fee: { asset: 'iso4217:GBP' }, contract: 'transfers' }],
    contracts: [terms],
  });
  assert.equal(priced.status, 200, priced.text);
  const credentials = {
    api_base_url: 'https://api.wise.example',
    api_token: 'not-a-real-one',
    profile_id: '123',
    webhook_public_key: generateKeyPairSync('rsa', { modulusLength: 2048 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString(),
  };
  const sealed = await manage(`${base}/connections/${spare}/credentials`, { body: { credentials } });
  assert.equal(sealed.status, 200, sealed.text);
  assert.deepEqual(await rowsOf(spare), [1, 1, 1, 1, 1, 1]);
  const early = await remove(spare);
  assert.equal(whyNot(early).key, 'connection.off_too_short');
  assert.ok(Number(early.headers.get('retry-after')) > 0);
  server.advance(NOTHING_NEW_AFTER_MS);
  const deleted = await remove(spare);
  assert.equal(deleted.status, 200, deleted.text);
  assert.deepEqual(deleted.body, { id: spare, object: 'connection', deleted: true });
  assert.deepEqual(await rowsOf(spare), [0, 0, 0, 0, 0, 0]);
  assert.equal((await remove(spare)).status, 404);
  assert.equal(await exported(), before);
  felt();
  assert.deepEqual((await key.api('/v1/routing_snapshot')).body.coverage, coverage);
  const { action, subject, summary } = await lastEntry();
  assert.deepEqual([action, subject, summary.key], ['connections.delete', spare, 'spare']);
});

test('a connection that is on is not deleted', async () => {
  const why = whyNot(await remove(tink));
  assert.deepEqual([why.key, why.vars], ['connection.still_on', { status: 'ready' }]);
});

test('what was counted keeps a connection, and the answer says so', async () => {
  await payOnce();
  await manage(`${base}/connections/${tink}/disable`, POST);
  server.advance(NOTHING_NEW_AFTER_MS);
  const { key: name, vars } = whyNot(await remove(tink));
  assert.equal(name, 'connection.referred');
  assert.deepEqual(vars, { payments: '0', linkSessions: '0', accounts: '0', findings: '0', periods: '1' });
});

test('a rule that names the rail keeps its only connection', async () => {
  await manage(`${base}/connections/${tink}/disable`, POST);
  server.advance(NOTHING_NEW_AFTER_MS);
  const { key: name, vars } = whyNot(await remove(tink));
  assert.equal(name, 'connection.breaks_configuration');
  assert.match(vars.path, /^policy\./);
});

test('a shorter period waits while it is not known how much of what was counted falls into it', async () => {
  const [{ id }] = (await pricesOf(tink)).contracts;
  assert.equal((await manage(`${base}/contracts/${id}`, { body: { period: 'year' } })).status, 200);
  // To the third quarter of a year, whatever the day.
  const at = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 7, 10));
  server.advance(at.getTime() - Date.now());
  await countIn(id, `${at.getUTCFullYear()}-01-01T00:00:00Z`, 7);
  for (const period of ['month', 'quarter']) {
    const refused = await manage(`${base}/contracts/${id}`, { body: { period } });
    assert.equal(refused.status, 409, refused.text);
    assert.deepEqual(
      [refused.body.data.param, refused.body.data.explanation.key],
      ['period', 'contract.counted'],
    );
    assert.match(refused.body.data.explanation.vars.problem, /^7 were counted in this year/);
  }
  const { prices } = await pricesOf(tink);
  const set = await setPrices(tink, { prices, contracts: [CALLS] });
  assert.deepEqual([set.status, set.body.data.param], [409, 'contracts[0].period'], set.text);
  const planned = await manage(`${base}/configuration/plan`, { body: { text: SMALL_CONFIG } });
  assert.match(planned.body.problems[0].path, /^connections\[\d\]\.contracts\[0\]\.period$/);
  await countIn(id, `${at.getUTCFullYear()}-01-01T00:00:00Z`, 0);
  assert.equal((await manage(`${base}/contracts/${id}`, { body: { period: 'month' } })).status, 200);
});
