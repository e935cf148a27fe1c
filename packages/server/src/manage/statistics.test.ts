import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { STATISTICS_GROUPS_MAX, STATISTICS_ITEMS_MAX } from '@switchyard/contract';
import { loadCatalogue, RAIL_MODULES } from '@switchyard/rails';
import { begin, partiesOf, pay, pounds, quoteFor } from '../../../../test/conformance/paying.ts';
import type { Api } from '../../../../test/harness/api.ts';
import { seedRouting } from '../development/seed-routing.ts';
import { moveLeg } from '../domain/payment/move.ts';
import { createTurns } from '../rails/turns.ts';
import { changePayment, loadPayment } from '../store/payments.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { STATISTICS_AT_ONCE_MAX } from './limits.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface Row {
  readonly start: string;
  readonly group?: string;
  readonly rest?: true;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly open: number;
  readonly successPpm?: number;
  readonly latency?: { readonly p50Ms: number; readonly p95Ms: number };
  readonly volume: readonly Sum[];
  readonly cost: readonly Sum[];
}

interface Sum {
  readonly asset: string;
  readonly value: string;
  readonly amounts: number;
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
});
after(() => server.stop());

async function viewerOf(key: IssuedKey): Promise<Api> {
  const { api } = await server.newManager(key.environment.organisationId, { role: 'viewer' });
  return (query, request) =>
    api(`/manage/v1/environments/${key.environment.id}/statistics?${query}`, request);
}

const AROUND_NOW = new URLSearchParams({
  from: new Date(Date.now() - DAY_MS).toISOString(),
  to: new Date(Date.now() + DAY_MS).toISOString(),
});

async function rowsOf(look: Api, query: string): Promise<readonly Row[]> {
  const answer = await look(`${AROUND_NOW}&${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

const sum = (asset: string, value: string, amounts: number) => ({ asset, value, amounts });

describe('of outcomes', () => {
  let key: IssuedKey;
  let look: Api;
  before(async () => {
    key = await server.newKey();
    look = await viewerOf(key);
    const { db, newId } = server.store;
    await seedRouting({ db, newId, catalogue: loadCatalogue(), now: Date.now }, key.environment.id);
    await report(decision('GB', '25000'), { status: 'succeeded', latencyMs: 100, providerFee: fee('0.205') });
    await report(decision('GB', '10000'), { status: 'succeeded', latencyMs: 300, providerFee: fee('0.2') });
    await report(decision('DE', '700'), { status: 'succeeded', latencyMs: 9_000 });
    await report(decision('GB', '99999'), { status: 'failed', latencyMs: 50, providerFee: fee('0.01') });
    await report(decision('GB', '99999'), { status: 'cancelled', latencyMs: 50 });
  });

  const fee = (amount: string) => ({ amount, currency: 'GBP' });
  const decision = (country: string, value: string) => ({
    operation: 'banking.pis.single',
    amount: { value, asset: country === 'GB' ? 'iso4217:GBP' : 'iso4217:EUR' },
    payer: { country, scheme: country === 'GB' ? 'gb-scan' : 'iban' },
    payee: { country, scheme: country === 'GB' ? 'gb-scan' : 'iban' },
  });
  async function report(asked: object, outcome: object): Promise<void> {
    const decided = await key.api('/v1/route_decisions', { body: asked });
    assert.equal(decided.body.outcome, 'routed', decided.text);
    const { id, rail } = decided.body;
    const reported = await key.api('/v1/outcomes', { body: { decision: id, rail, ...outcome } });
    assert.ok(reported.status < 300, reported.text);
  }

  test('counts, percentiles and sums are those of what was reported', async () => {
    const [row, ...others] = await rowsOf(look, 'of=outcomes');
    assert.deepEqual(others, []);
    assert.deepEqual(row, {
      start: AROUND_NOW.get('from'),
      total: 5,
      succeeded: 3,
      failed: 1,
      cancelled: 1,
      open: 0,
      successPpm: 750_000,
      latency: { p50Ms: 300, p95Ms: 9_000 },
      volume: [sum('iso4217:EUR', '700', 1), sum('iso4217:GBP', '35000', 2)],
      // 0.205 and 0.2 and 0.01 are 41.5 pence.
      cost: [sum('iso4217:GBP', '41', 3)],
    });
  });

  test('by country they are those of the side that counts, the most first', async () => {
    const rows = await rowsOf(look, 'of=outcomes&by=country');
    assert.deepEqual(
      rows.map(({ group, total, successPpm }) => [group, total, successPpm]),
      [
        ['GB', 4, 666_666],
        ['DE', 1, 1_000_000],
      ],
    );
    const [germany] = await rowsOf(look, 'of=outcomes&country=DE');
    assert.deepEqual([germany?.total, germany?.cost, germany?.latency?.p50Ms], [1, [], 9_000]);
    assert.deepEqual(await rowsOf(look, 'of=outcomes&country=FR'), []);
  });

  test('each hour has its own numbers, and a time in which there was nothing has none', async () => {
    await server.store.asOwner(
      `update switchyard.outcome set created_at = created_at - interval '3 hours'
        where environment_id = $1 and status = 'cancelled'`,
      [key.environment.id],
      key.environment.id,
    );
    const hours = await rowsOf(look, 'of=outcomes&bucket=hour');
    assert.deepEqual(
      hours.map(({ total, cancelled }) => [total - cancelled, cancelled]).filter(([, none]) => none === 1),
      [[0, 1]],
    );
    assert.deepEqual(new Set(hours.map(({ start }) => Date.parse(start) % HOUR_MS)), new Set([0]));
    assert.equal(
      hours.reduce((all, { total }) => all + total, 0),
      5,
    );
    const before = new URLSearchParams({
      from: new Date(Date.now() - 9 * DAY_MS).toISOString(),
      to: new Date(Date.now() - 8 * DAY_MS).toISOString(),
    });
    assert.deepEqual((await look(`${before}&of=outcomes&bucket=hour`)).body.data, []);
  });

  test('a report of one’s own engine is counted where it says, and moves nothing that is known', async () => {
    const who = await server.newKey();
    const { db, newId } = server.store;
    await seedRouting({ db, newId, catalogue: loadCatalogue(), now: Date.now }, who.environment.id);
    const context = { operation: 'banking.pis.single', country: 'GB', institution: 'ins_monzo00001' };
    const { rail } = (await who.api('/v1/route_decisions', { body: decision('GB', '1') })).body;
    const reported = await who.api('/v1/outcomes', {
      body: { decision: newId('dec_'), rail, status: 'succeeded', latencyMs: 5, context },
    });
    assert.ok(reported.status < 300, reported.text);
    const own = await viewerOf(who);
    const [row] = await rowsOf(own, 'of=outcomes&by=institution');
    assert.deepEqual([row?.group, row?.volume, row?.cost], ['ins_monzo00001', [], []]);
    assert.deepEqual((await rowsOf(own, `of=outcomes&institution=ins_monzo00001&by=rail`))[0]?.group, rail);
  });

  test('beyond the largest groups the rest is told together', async () => {
    const who = await server.newKey();
    // Of the n-th bank there are n.
    await server.store.asOwner(
      `insert into switchyard.outcome (environment_id, decision_id, rail, status, body, created_at)
        select $1, 'dec_' || bank || '_' || n, 'wise', 'failed',
          json_build_object('latencyMs', 1, 'context', json_build_object('country', 'GB', 'institution', 'ins_' || bank)), now()
        from generate_series(1, $2::integer) bank, generate_series(1, bank) n`,
      [who.environment.id, STATISTICS_GROUPS_MAX + 3],
      who.environment.id,
    );
    const rows = await rowsOf(await viewerOf(who), 'of=outcomes&by=institution');
    assert.equal(rows.length, STATISTICS_GROUPS_MAX + 1);
    const [largest] = rows;
    const rest = rows.at(-1);
    assert.deepEqual([largest?.group, largest?.total], ['ins_53', 53]);
    assert.deepEqual([rest?.group, rest?.rest, rest?.total], [undefined, true, 1 + 2 + 3]);
  });
});

describe('of payments', () => {
  let look: Api;
  let environmentId: string;
  let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
  const made: { payment: Awaited<ReturnType<typeof pay>>; cost: Sum | null }[] = [];
  before(async () => {
    simulator = await startTestSimulator();
    const key = await server.newKey();
    environmentId = key.environment.id;
    look = await viewerOf(key);
    await connectToSimulator(server, key.environment.id, simulator.baseUrl);
    const parties = await partiesOf(key.api)();
    const home = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
    const abroad = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
    for (const [wish, deed] of [
      [home, 'approve'],
      [home, 'decline'],
      [abroad, 'approve'],
    ] as const) {
      const quote = await quoteFor(key.api, wish, 'truelayer');
      const payment = await pay(key.api, quote, deed);
      assert.equal(payment.status, deed === 'approve' ? 'succeeded' : 'failed', JSON.stringify(payment));
      made.push({ payment, cost: Object(quote).cost });
    }
  });
  after(() => simulator.stop());

  /** For each asset, as the API told each of them. */
  function totalled(amounts: readonly { readonly asset: string; readonly value: string }[]): readonly Sum[] {
    return [...Map.groupBy(amounts, ({ asset }) => asset)]
      .map(([asset, all]) =>
        sum(asset, String(all.reduce((total, { value }) => total + BigInt(value), 0n)), all.length),
      )
      .toSorted((one, other) => (one.asset < other.asset ? -1 : 1));
  }

  test('their numbers are those that the payments and their quotes tell', async () => {
    const [row, ...others] = await rowsOf(look, 'of=payments&by=country');
    assert.deepEqual(others, []);
    const succeeded = made.filter(({ payment }) => payment.status === 'succeeded');
    assert.deepEqual(
      [row?.group, row?.total, row?.succeeded, row?.failed, row?.successPpm],
      ['GB', 3, 2, 1, 666_666],
    );
    assert.deepEqual(row?.volume, totalled(succeeded.map(({ payment }) => Object(payment).send)));
    assert.deepEqual(row?.cost, totalled(succeeded.flatMap(({ cost }) => cost ?? [])));
    assert.ok(row?.latency && row.latency.p50Ms > 0 && row.latency.p95Ms >= row.latency.p50Ms);
  });

  test('their legs are counted by rail and by the side that counts, with what was deducted on the way', async () => {
    const legs = made.flatMap(({ payment }) => payment.legs);
    const rows = await rowsOf(look, 'of=legs&by=rail');
    assert.deepEqual(
      new Map(rows.map(({ group, total }) => [group, total])),
      new Map([...Map.groupBy(legs, ({ rail }) => rail)].map(([rail, all]) => [rail, all.length])),
    );
    for (const row of rows) {
      const settled = legs.filter(({ rail, status }) => rail === row.group && status === 'settled');
      assert.deepEqual([row.succeeded, row.latency !== undefined], [settled.length, settled.length > 0]);
      assert.deepEqual(row.volume, totalled(settled.map((leg) => Object(leg).send)));
      const fees = settled.flatMap(({ fees }) => fees.filter(({ name }) => name !== 'rounding'));
      assert.deepEqual(row.cost, totalled(fees.map(({ amount }) => amount)));
    }
    const countries = await rowsOf(look, 'of=legs&by=country');
    assert.deepEqual(new Set(countries.map(({ group }) => group)), new Set(['GB', 'DE']));
  });

  test('calls to providers are counted with how long their answers took', async () => {
    const [row] = await rowsOf(look, 'of=operations&rail=truelayer');
    assert.ok(row && row.succeeded >= 3 && row.latency !== undefined, JSON.stringify(row));
    assert.deepEqual([row.volume, row.cost], [[], []]);
  });

  test('money that comes back days after a payment succeeded makes the payment no slower', async () => {
    const { payment } = made[0] ?? {};
    const [before] = await rowsOf(look, 'of=payments');
    assert.ok(payment && before?.latency);
    const { db, keyring } = server.store;
    const keys = await keyring.of(environmentId);
    await db.transaction(environmentId, async (tx) => {
      const loaded = await loadPayment(tx, keys, payment.id);
      assert.ok(loaded);
      const inTwelveDays = new Date(Date.now() + 12 * DAY_MS);
      const [leg] = loaded.payment.legs;
      const moved = moveLeg(loaded.payment, leg?.id ?? '', { to: 'returned' }, inTwelveDays);
      assert.deepEqual([moved.payment.status, moved.payment.updatedAt], ['succeeded', inTwelveDays]);
      return { commit: await changePayment(tx, keys, loaded.dataKey, moved.payment), value: undefined };
    });
    const [after] = await rowsOf(look, 'of=payments');
    assert.deepEqual(after?.latency, before.latency);
    const [ofLegs] = await rowsOf(look, 'of=legs&by=country&country=GB');
    assert.ok(ofLegs && ofLegs.failed >= 1);
  });
});

test('calls that do not reach their provider have failed, and took no time that counts', async () => {
  const simulator = await startTestSimulator();
  const key = await server.newKey();
  const look = await viewerOf(key);
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
  const { british, britishPayee } = await partiesOf(key.api)();
  const quote = await quoteFor(
    key.api,
    { from: british, to: britishPayee, amount: pounds('1250') },
    'truelayer',
  );
  await simulator.stop();
  await begin(key.api, quote);
  const deadlineMs = Date.now() + 20_000;
  for (;;) {
    const [row] = await rowsOf(look, 'of=operations&rail=truelayer');
    assert.ok(Date.now() < deadlineMs, JSON.stringify(row));
    // While it is tried again it is open.
    if (row === undefined || row.open > 0) continue;
    assert.deepEqual([row.total, row.succeeded, row.failed, row.successPpm], [1, 0, 1, 0]);
    assert.equal(row.latency, undefined);
    return;
  }
});

test('what would be without an end is refused', async () => {
  const look = await viewerOf(await server.newKey());
  const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString();
  const refused = async (from: string, to: string, rest = '') => {
    const { status, body } = await look(`${new URLSearchParams({ of: 'legs', from, to })}${rest}`);
    assert.equal(status, 400);
    return [body.data.param, body.data.explanation.key];
  };
  assert.deepEqual(await refused(at(1), at(1)), ['to', 'statistics.no_time']);
  assert.deepEqual(await refused(at(0), at(401)), ['from', 'statistics.too_long']);
  assert.deepEqual(await refused(at(0), at(9), '&bucket=hour'), ['bucket', 'statistics.too_fine']);
  assert.equal(
    (await look(`${new URLSearchParams({ of: 'legs', from: at(0), to: at(200) })}&bucket=day`)).status,
    200,
  );
});

test('more at once than are counted at once wait for their turn, and are all answered', async () => {
  const look = await viewerOf(await server.newKey());
  const answers = await Promise.all(
    Array.from({ length: STATISTICS_AT_ONCE_MAX * 4 }, () => look(`${AROUND_NOW}&of=payments`)),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

test('more than may be counted is refused, and as much as may be is counted', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key);
  const report = (first: number, last: number) =>
    server.store.asOwner(
      `insert into switchyard.outcome (environment_id, decision_id, rail, status, body, created_at)
        select $1, 'dec_' || n, 'wise', 'failed', '{}', now() from generate_series($2::integer, $3::integer) n`,
      [key.environment.id, first, last],
      key.environment.id,
    );
  await report(1, STATISTICS_ITEMS_MAX);
  assert.equal((await rowsOf(look, 'of=outcomes'))[0]?.total, STATISTICS_ITEMS_MAX);
  await report(STATISTICS_ITEMS_MAX + 1, STATISTICS_ITEMS_MAX + 1);
  const { status, body } = await look(`${AROUND_NOW}&of=outcomes`);
  assert.deepEqual(
    [status, body.data.param, body.data.explanation.key],
    [400, 'from', 'statistics.too_much'],
  );
});

test('whoever gets no turn in time is told to come again', async () => {
  const turns = createTurns(1, 20);
  const busy = await startTestServer({ takeStatisticsTurn: turns.take });
  try {
    const { environment } = await busy.newKey();
    const { api } = await busy.newManager(environment.organisationId, { role: 'viewer' });
    const path = `/manage/v1/environments/${environment.id}/statistics?${AROUND_NOW}&of=payments`;
    const endTurn = await turns.take();
    const { status, headers, body } = await api(path);
    assert.deepEqual([status, headers.get('retry-after')], [429, '5']);
    assert.deepEqual([body.data.code, body.data.explanation.key], ['rate_limited', 'statistics.busy']);
    endTurn?.();
    assert.equal((await api(path)).status, 200);
    assert.equal((await api(path)).status, 200);
  } finally {
    await busy.stop();
  }
});
