/** What a node does depends on its role; what the service does, on all of them together. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApi } from '../harness/api.ts';
import { type Cluster, type Node, startCluster } from '../harness/start-nodes.ts';
import { until } from '../harness/until.ts';

let cluster: Cluster;
let api: Node;
before(async () => {
  cluster = await startCluster();
  api = await cluster.startNode('api');
});
after(() => cluster?.stop());

const jobs = async () => {
  const [row] = await cluster.lookAt<{ due: number }>(
    'select count(*)::integer as due from switchyard.job where run_at <= clock_timestamp() and leased_until is null',
  );
  return row?.due ?? 0;
};

test('an API node leaves jobs alone, and a worker takes them', async () => {
  assert.ok((await jobs()) > 0, 'connecting rails leaves jobs to refresh their directories');
  const before = await jobs();
  const { status } = await createApi(api.baseUrl, cluster.keys.test)('/v1/customers', {
    body: { externalId: 'user-1' },
  });
  assert.equal(status, 201);
  assert.equal(await jobs(), before);
  const worker = await cluster.startNode('worker');
  await until(async () => (await jobs()) === 0);
  assert.equal(await worker.stop(), 0);
});

test('a worker serves its health and nothing of the API', async () => {
  const worker = await cluster.startNode('worker');
  for (const path of ['/livez', '/readyz']) assert.equal((await fetch(worker.baseUrl + path)).status, 200);
  const refused = await createApi(worker.baseUrl, cluster.keys.test)('/v1/rails');
  assert.equal(refused.status, 404);
  assert.equal(refused.body.defined, false);
  assert.equal(await worker.stop(), 0);
});

test('a node that is told to stop says so for a while before it closes its port', async () => {
  const node = await cluster.startNode('api', { SWITCHYARD_DRAIN_MS: '1500' });
  const call = () => createApi(node.baseUrl, cluster.keys.test)('/v1/rails');
  const stopped = node.stop();
  await until(async () => (await fetch(`${node.baseUrl}/readyz`)).status === 503);
  const answer = await call();
  assert.equal(answer.status, 200, 'who comes all the same is served');
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(await stopped, 0);
  await assert.rejects(call());
});
