import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

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
