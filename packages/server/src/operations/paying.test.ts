/** Quotes and payments where time passes, connections are switched off and processes die: what HTTP alone cannot bring about. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Snapshot } from '@switchyard/engine';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  begin,
  create,
  eventsOf,
  isOver,
  lookAt,
  type Parties,
  partiesOf,
  pay,
  pounds,
  quoteFor,
  until,
  usdc,
} from '../../../../test/conformance/paying.ts';
import { LEASE_MS } from '../store/jobs.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let key: IssuedKey;
let parties: Parties;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  key = await server.newKey('test');
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
  parties = await partiesOf(key.api)();
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

const owner = <Row extends object>(text: string, values: unknown[] = []) =>
  server.store.asOwner<Row>(text, values, key.environment.id);
const UNDO = {
  name: 'test-undo',
  text: `update switchyard.payment_intent set status = 'processing' where environment_id = $1 and id = $2`,
};
const inPounds = () =>
  quoteFor(key.api, { from: parties.british, to: parties.britishPayee, amount: pounds('1250') }, 'truelayer');

test('a leg that settles counts once in the contract that prices it, and its rail is believed more', async () => {
  const used = async () => {
    const rows = await owner<{ used: string }>('select used from switchyard.contract_usage');
    return rows.reduce((sum, row) => sum + Number(row.used), 0);
  };
  const samples = async () => {
    const rows = await owner<{ samples: string; country: string; institution_id: string }>(
      `select samples, country, institution_id from switchyard.reliability_cell
        where rail = 'truelayer' and operation = 'banking.pis.single'`,
    );
    return rows.map((row) => [row.country, row.institution_id !== '', Number(row.samples)] as const);
  };
  assert.equal(await used(), 0);
  assert.deepEqual(await samples(), []);
  assert.equal((await pay(key.api, await inPounds(), 'approve')).status, 'succeeded');
  assert.equal(await used(), 1);
  await eventually(async () => {
    const learnt = await samples();
    // In general, in the payer's country, and at the payer's bank where the snapshot knows it.
    assert.ok(learnt.length >= 2, JSON.stringify(learnt));
    for (const [, , count] of learnt) assert.equal(count, 1);
    assert.deepEqual(new Set(learnt.map(([country]) => country)), new Set(['', 'GB']));
  });
  assert.equal((await pay(key.api, await inPounds(), 'decline')).status, 'failed');
  assert.equal(await used(), 1, 'what did not happen is not counted');
  const [sketch] = await owner(
    `select sketch from switchyard.latency_sketch where rail = 'truelayer' and operation = 'banking.pis.single'`,
  );
  assert.ok(sketch, 'how fast the rail answers has been learnt');
});

test('what a provider says it took is kept beside what was quoted', async () => {
  const wish = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
  const payment = await pay(key.api, await quoteFor(key.api, wish, 'truelayer'), 'approve');
  assert.equal(payment.status, 'succeeded', JSON.stringify(payment));
  const [, payout] = payment.legs;
  const quoted = payout?.fees.find(({ name }) => name === 'fx')?.amount;
  const [row] = await owner<{ charged: unknown }>(
    `select body -> 'charged' as charged from switchyard.leg where id = $1`,
    [payout?.id],
  );
  assert.deepEqual(row?.charged, quoted);
  const fees = await feesExposed();
  assert.deepEqual(fees, [
    ['quoted', quoted?.value],
    ['charged', quoted?.value],
  ]);
  const undo = server.store.db.transaction(key.environment.id, async (tx) => ({
    commit: true,
    value: await tx.query(UNDO, [key.environment.id, payment.id]),
  }));
  await assert.rejects(undo, /stays so/, 'final states are final in the database too');
});

test('money that comes back after it had arrived is found by looking, though no webhook tells', async () => {
  const wish = { from: parties.british, to: parties.germanPayee, amount: pounds('5000') };
  const quote = await quoteFor(key.api, wish, 'truelayer');
  const reference = 'SIM returned';
  await simulatorControl({ provider: 'wise', webhooks: 'none' });
  const payment = await pay(key.api, quote, 'approve', { reference });
  assert.equal(payment.status, 'succeeded', JSON.stringify(payment));
  const [payIn, payout] = payment.legs;
  assert.equal(payIn?.finality.reversibleUntil, undefined, 'Faster Payments are irrevocable');
  assert.ok(payout?.finality.reversibleUntil !== undefined, JSON.stringify(payout));
  // The step that saw the payment succeed is committed before its job is put back.
  await eventually(async () => {
    const [job] = await owner<{ due_ms: number }>(
      `select extract(epoch from run_at - now()) * 1000 as due_ms from switchyard.job where subject_id = $1`,
      [payment.id],
    );
    assert.ok(job !== undefined && job.due_ms > 0 && job.due_ms < 61_000, JSON.stringify(job));
  });
  // The money is back after five seconds; the look that is due in a minute is made now.
  await eventually(async () => {
    await owner('update switchyard.job set run_at = now() where subject_id = $1 and leased_until is null', [
      payment.id,
    ]);
    const now = await lookAt(key.api, payment);
    assert.equal(now.legs[1]?.status, 'returned');
  });
  const done = await lookAt(key.api, payment);
  assert.deepEqual([done.status, done.statusDetail.key], ['succeeded', 'payment.returned_later']);
  assert.deepEqual(
    done.moneyPosition.map(({ holder }) => holder),
    ['wise'],
  );
  const events = await eventsOf(key.api, payment);
  assert.equal(events.at(-1)?.type, 'leg.updated');
});

test('a payment whose process died before its first call is made by a worker, once', async () => {
  const quote = await quoteFor(key.api, {
    from: parties.wallet,
    to: parties.walletPayee,
    amount: usdc('7'),
  });
  const body = { quote: quote.id, digest: quote.digest, returnUri: 'https://shop.example/paid' };
  const headers = { 'idempotency-key': 'died' };
  const first = await key.api('/v1/payment_intents', { body, headers });
  assert.equal(first.status, 201);
  // As a process leaves it that dies between its claim and its answer.
  await owner(`update switchyard.idempotency_key set status = null, response = null where key = 'died'`);
  const early = await key.api('/v1/payment_intents', { body, headers });
  assert.equal(early.status, 409);
  assert.equal(early.body.data.code, 'idempotency_conflict');
  assert.match(early.headers.get('retry-after') ?? '', /^\d+$/);
  server.advance(LEASE_MS + 1_000);
  const resumed = await key.api('/v1/payment_intents', { body, headers });
  assert.equal(resumed.status, 201, resumed.text);
  assert.equal(resumed.body.id, first.body.id, 'it is gone on with, not begun again');
  const again = await key.api('/v1/payment_intents', { body, headers });
  assert.equal(again.text, resumed.text);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const done = await until(key.api, first.body, isOver);
  assert.equal(done.status, 'succeeded');
  const operations = await owner(
    `select o.id from switchyard.rail_operation o join switchyard.leg l on l.id = o.leg_id
      where l.payment_intent_id = $1 and o.call = 'start'`,
    [done.id],
  );
  assert.equal(operations.length, 1);
});

test('quotes asked for with a key are asked for once: whoever comes in between waits or is told to', async () => {
  const body = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
  const headers = { 'idempotency-key': 'planned' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => key.api('/v1/route_quotes', { body, headers })),
  );
  const texts = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
  assert.equal(texts.size, 1);
  const quotes = JSON.parse([...texts][0] ?? '{}').quotes;
  const stored = await owner('select id from switchyard.route_quote where id = any($1)', [
    quotes.map(({ id }: { id: string }) => id),
  ]);
  assert.equal(stored.length, quotes.length);
});

test('a quote past its time is 409 quote_expired', async () => {
  const quote = await inPounds();
  server.advance(5 * 60_000 + 1);
  const answer = await create(key.api, quote);
  assert.equal(answer.status, 409, answer.text);
  assert.equal(answer.body.data.code, 'quote_expired');
  assert.equal(answer.body.data.explanation.vars.expiresAt, quote.expiresAt);
});

test('a quote over a connection that has been switched off is 422 route_infeasible, and stays unspent', async () => {
  const quote = await inPounds();
  const { connection } = quote.legs[0] ?? {};
  await switchTo('disabled', connection);
  const answer = await create(key.api, quote);
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual([answer.body.data.code, answer.body.data.param], ['route_infeasible', 'quote']);
  await switchTo('ready', connection);
  assert.equal((await begin(key.api, quote)).status, 'requires_action');
});

test('a quote that the policy no longer admits is 422 route_infeasible, says why, and stays unspent', async () => {
  const quote = await inPounds();
  await setRules('[{"id":"no-truelayer","when":{},"then":{"type":"exclude","rails":["truelayer"]}}]');
  const answer = await create(key.api, quote);
  assert.equal(answer.status, 422, answer.text);
  const { code, param, explanation } = answer.body.data;
  assert.deepEqual([code, param], ['route_infeasible', 'quote']);
  assert.equal(explanation.vars.code, 'policy.excluded');
  await setRules('[]');
  assert.equal((await begin(key.api, quote)).status, 'requires_action');
});

test('a quote above a limit that came after it is 422 route_infeasible', async () => {
  const quote = await inPounds();
  const { connection } = quote.legs[0] ?? {};
  const limits = [{ asset: 'iso4217:GBP', max: '1249' }];
  await changeConnection(connection, 'limits', limits);
  const answer = await create(key.api, quote);
  assert.equal(answer.status, 422, answer.text);
  assert.equal(answer.body.data.explanation.vars.code, 'amount.above_max');
  await changeConnection(connection, 'limits', []);
  assert.equal((await begin(key.api, quote)).status, 'requires_action');
});

test('a quote whose terms are no longer those of its route is 409 quote_changed, and stays unspent', async () => {
  const quote = await inPounds();
  const [rail] = await owner<{ custody: string }>(
    `select body #>> '{legs,0,custody}' as custody from switchyard.route_quote where id = $1`,
    [quote.id],
  );
  const keep = (custody: string) =>
    owner(
      `update switchyard.route_quote
        set body = jsonb_set(body::jsonb, '{legs,0,custody}', to_jsonb($2::text))::json where id = $1`,
      [quote.id, custody],
    );
  await keep('partner-entity');
  await otherSnapshot();
  const answer = await create(key.api, quote);
  assert.equal(answer.status, 409, answer.text);
  const { code, param, explanation } = answer.body.data;
  assert.deepEqual([code, param, explanation.key], ['quote_changed', 'quote', 'quote.terms_changed']);
  await keep(rail?.custody ?? '');
  assert.equal((await begin(key.api, quote)).status, 'requires_action');
});

test('a quote is paid though its price has changed since: what the client is invoiced is no term', async () => {
  const quote = await inPounds();
  await owner(
    `update switchyard.price set body = jsonb_set(body::jsonb, '{fee,fixed}', '"777"')::json where connection_id = $1`,
    [quote.legs[0]?.connection],
  );
  await otherSnapshot();
  assert.equal((await begin(key.api, quote)).status, 'requires_action');
});

/** What the fees of legs at Wise were quoted and charged, in the order in which they are exposed. */
async function feesExposed(): Promise<readonly (readonly [string, string])[]> {
  const lines = (await server.metrics()).matchAll(
    /^switchyard_leg_fees_minor_units_total\{rail="wise",.*basis="(\w+)"\} (\d+)$/gm,
  );
  return [...lines].map(([, basis = '', value = '']) => [basis, value] as const);
}

async function simulatorControl(body: object): Promise<void> {
  const answer = await fetch(`${simulator.baseUrl}/control/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 201);
}

async function setRules(rules: string): Promise<void> {
  await owner(
    `update switchyard.policy_version set body = jsonb_set(body::jsonb, '{rules}', $1::jsonb)::json`,
    [rules],
  );
  await seen(({ policy }) => assert.deepEqual(policy.rules, JSON.parse(rules)));
}

async function changeConnection(connection: string | undefined, name: string, value: unknown): Promise<void> {
  await owner(
    'update switchyard.connection set body = jsonb_set(body::jsonb, array[$2], $3::jsonb)::json where id = $1',
    [connection, name, JSON.stringify(value)],
  );
  await seen(({ connections }) => {
    const changed = connections.find(({ id }) => id === connection);
    assert.deepEqual(Object.entries(changed ?? {}).find(([field]) => field === name)?.[1] ?? [], value);
  });
}

async function otherSnapshot(): Promise<void> {
  const { body } = await key.api('/v1/routing_snapshot');
  await owner(
    `update switchyard.connection set body = jsonb_set(body::jsonb, '{label}', to_jsonb(body ->> 'label' || '.'))::json
      where rail = 'wise'`,
  );
  await seen(({ digest }) => assert.notEqual(digest, body.digest));
}

async function switchTo(status: string, connection: string | undefined): Promise<void> {
  await owner('update switchyard.connection set status = $1 where id = $2', [status, connection]);
  await seen(({ connections }) =>
    assert.equal(connections.find(({ id }) => id === connection)?.status, status),
  );
}

/** Waits until the service has seen a change. */
async function seen(check: (snapshot: Snapshot) => void): Promise<void> {
  server.workflows.engines.touch(key.environment.id);
  await eventually(async () => {
    server.advance(1_000);
    check((await key.api('/v1/routing_snapshot')).body);
  });
}

async function eventually(check: () => Promise<void>): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    try {
      await check();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await check();
}
