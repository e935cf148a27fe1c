import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

const samples = async (metrics: ReturnType<typeof createMetrics>) =>
  (await metrics.expose()).text.split('\n').filter((line) => /^switchyard_/.test(line));

test('payments, rail calls and circuits are counted under labels that name nobody', async () => {
  const metrics = createMetrics();
  metrics.observePayment('succeeded');
  metrics.observeLegCost({ rail: 'wise', asset: 'iso4217:GBP', quoted: 50n, charged: 53n });
  metrics.observeRailCall({ host: 'api.bank.example', result: 503, durationMs: 300 });
  metrics.observeRailCall({ host: 'api.bank.example', result: 'no_answer', durationMs: 25_000 });
  const circuit = { connectionId: 'con_1', operation: 'payments.create' };
  metrics.observeCircuit({ ...circuit, state: 'open' });
  const text = (await samples(metrics)).join('\n');
  assert.match(text, /switchyard_payment_intents_total\{status="succeeded"\} 1/);
  assert.match(text, /switchyard_leg_fees_minor_units_total\{rail="wise",.*basis="quoted"\} 50/);
  assert.match(text, /switchyard_leg_fees_minor_units_total\{rail="wise",.*basis="charged"\} 53/);
  assert.match(text, /switchyard_rail_call_duration_seconds_count\{host="api.bank.example",result="5xx"\} 1/);
  assert.match(text, /result="no_answer"\} 25/);
  assert.match(text, /switchyard_circuit_open\{connection="con_1",operation="payments.create"\} 1/);
  metrics.observeCircuit({ ...circuit, state: 'closed' });
  assert.match((await samples(metrics)).join('\n'), /switchyard_circuit_open\{.*\} 0/);
});

test('what the database holds is asked for once in a while, and is missing while it does not answer', async () => {
  const metrics = createMetrics();
  let nowMs = 0;
  let asked = 0;
  let answers = true;
  metrics.watchStore({
    openWork: async () => {
      asked += 1;
      if (!answers) throw new Error('no database');
      return { legs: [{ mode: 'live', status: 'review', count: 3 }], overdueJobs: [], webhookBacklog: [] };
    },
    pool: () => ({ open: 5, idle: 4, waiting: 1 }),
    now: () => nowMs,
  });
  const text = (await samples(metrics)).join('\n');
  assert.match(text, /switchyard_open_legs\{mode="live",status="review"\} 3/);
  assert.match(text, /switchyard_database_pool\{state="waiting"\} 1/);
  await samples(metrics);
  assert.equal(asked, 1);
  answers = false;
  nowMs += 60_000;
  assert.doesNotMatch((await samples(metrics)).join('\n'), /switchyard_open_legs/);
  assert.equal(asked, 2);
});

test('every request is counted by the time somebody asks, however few or many there were', async () => {
  const metrics = createMetrics();
  const counted = async (labels: string) => {
    const { text } = await metrics.expose();
    const name = `switchyard_http_request_duration_seconds_count{${labels}}`;
    return text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length + 1);
  };
  const listed = 'operation="customers.list",status="200"';
  for (let times = 0; times < 3; times += 1) metrics.observeRequest('customers.list', 200, 0.004);
  assert.equal(await counted(listed), '3');
  for (let times = 0; times < 1_000; times += 1) metrics.observeRequest('customers.list', 200, 0.004);
  metrics.observeRequest('customers.list', 503, 2);
  assert.equal(await counted(listed), '1003');
  assert.equal(await counted('operation="customers.list",status="503"'), '1');
});
