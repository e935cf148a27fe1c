/**
 * What is changed once holds on every node within five seconds, and limits hold for all nodes together. The change is made in the
 * database, as a third node would make it; the two nodes under test have what was before in their memory.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { shareMax } from '../../packages/server/src/http/joint-rate-limit.ts';
import { MANAGE_RATE_LIMITS } from '../../packages/server/src/manage/limits.ts';
import { listCallableConnections } from '../../packages/server/src/store/connections.ts';
import { packDirectory, putDirectory } from '../../packages/server/src/store/provider-directories.ts';
import { type Api, createApi } from '../harness/api.ts';
import { type Cluster, type Node, startCluster } from '../harness/start-nodes.ts';

/** Of a key that is revoked, a policy that is activated, a connection that is switched off. */
const FELT_MS_MAX = 5_000;
const LIMIT = { perSecond: 20, burst: 40 };
const DECISION = {
  operation: 'banking.pis.single',
  amount: { value: '25000', asset: 'iso4217:GBP' },
  payer: { country: 'GB', scheme: 'gb-scan' },
  payee: { country: 'GB', scheme: 'gb-scan' },
};

let cluster: Cluster;
let nodes: readonly Node[];
before(async () => {
  cluster = await startCluster();
  nodes = await Promise.all([cluster.startNode('api'), cluster.startNode('api')]);
});
after(() => cluster?.stop());

const apis = (key = cluster.keys.test): readonly Api[] => nodes.map(({ baseUrl }) => createApi(baseUrl, key));

async function change(text: string, ...values: unknown[]): Promise<void> {
  const { id } = cluster.environments.test;
  const statement = { name: '', text };
  await cluster.db.transaction(id, async (tx) => {
    tx.send(statement, [id, ...values]);
    return { commit: true, value: undefined };
  });
}

/** Asks every node until it sees the change, and says how long that took at the most. */
async function feltAfterMs(isFelt: (api: Api) => Promise<boolean>, key?: string): Promise<number> {
  const startedMs = Date.now();
  const times = apis(key).map(async (api) => {
    while (!(await isFelt(api))) {
      assert.ok(Date.now() - startedMs < 2 * FELT_MS_MAX, 'it is never felt');
      await sleep(50);
    }
    return Date.now() - startedMs;
  });
  return Math.max(...(await Promise.all(times)));
}

describe('a change that was made elsewhere is felt on every node within five seconds', () => {
  test('a policy that is activated', async () => {
    const versions = async (api: Api) => (await api('/v1/routing_snapshot')).body.policy.version as number;
    const [before = 0] = await Promise.all(apis().map(versions));
    await change(
      `insert into switchyard.policy_version (environment_id, version, body, created_at)
        select environment_id, version + 1, body, now() from switchyard.policy_version
        where environment_id = $1 order by version desc limit 1`,
    );
    const tookMs = await feltAfterMs(async (api) => (await versions(api)) > before);
    assert.ok(tookMs <= FELT_MS_MAX, `${tookMs} ms`);
  });

  test('prices that were set over one of them', async () => {
    const { id } = cluster.environments.test;
    const manage = createApi(nodes[0]?.baseUrl ?? '', cluster.manageToken);
    const base = `/manage/v1/environments/${id}`;
    const [{ connection }] = (await manage(`${base}/prices?limit=1`)).body.data;
    const fee = { asset: 'iso4217:EUR', fixed: '73', bps: 0 };
    const feeIn = async (api: Api) => {
      const { prices } = (await api('/v1/routing_snapshot')).body;
      return JSON.stringify(
        prices.filter((price: { connection: string }) => price.connection === connection),
      );
    };
    await Promise.all(apis().map(feeIn));
    const set = await manage(`${base}/connections/${connection}/prices`, { body: { prices: [{ fee }] } });
    assert.equal(set.status, 200, set.text);
    const expected = JSON.stringify([{ connection, when: {}, fee }]);
    const tookMs = await feltAfterMs(async (api) => (await feeIn(api)) === expected);
    assert.ok(tookMs <= FELT_MS_MAX, `${tookMs} ms`);
  });

  test('a connection that is switched off', async () => {
    const rails = async (api: Api) => {
      const { body } = await api('/v1/route_decisions', { body: DECISION });
      return [body.rail, ...body.alternatives.map(({ rail }: { rail: string }) => rail)];
    };
    for (const offered of await Promise.all(apis().map(rails))) assert.ok(offered.includes('truelayer'));
    await change(
      `update switchyard.connection set status = 'disabled' where environment_id = $1 and rail = 'truelayer'`,
    );
    const tookMs = await feltAfterMs(async (api) => !(await rails(api)).includes('truelayer'));
    assert.ok(tookMs <= FELT_MS_MAX, `${tookMs} ms`);
  });

  test('a bank that a provider now reaches, also on a node that nobody had asked for a while', async () => {
    const names = async (api: Api) =>
      (await api('/v1/institutions?country=DE&q=Brand%20New&limit=10')).body.data.length as number;
    assert.deepEqual(await Promise.all(apis().map(names)), [0, 0]);
    const { id } = cluster.environments.test;
    const connection = (await listCallableConnections(cluster.db, id)).find(
      ({ rail }) => rail === 'enable-banking',
    );
    const packed = await packDirectory([
      { ref: 'new', name: 'Brand New Bank', country: 'DE', roles: ['bank-link'], restrictions: [] },
    ]);
    await cluster.db.transaction(id, async (tx) => {
      putDirectory(tx, connection?.id ?? '', packed, new Date());
      return { commit: true, value: undefined };
    });
    await sleep(FELT_MS_MAX);
    assert.deepEqual(await Promise.all(apis().map(names)), [1, 1]);
  });

  test('a key that is revoked', async () => {
    const call = async (api: Api) => (await api('/v1/customers')).status;
    assert.deepEqual(await Promise.all(apis(cluster.keys.live).map(call)), [200, 200]);
    const { id } = cluster.environments.live;
    await cluster.db.transaction(id, async (tx) => {
      tx.send(
        { name: '', text: 'update switchyard.api_key set revoked_at = now() where environment_id = $1' },
        [id],
      );
      return { commit: true, value: undefined };
    });
    const tookMs = await feltAfterMs(async (api) => (await call(api)) === 401, cluster.keys.live);
    assert.ok(tookMs <= FELT_MS_MAX, `${tookMs} ms`);
  });
});

describe('two nodes that limit', () => {
  let limited: readonly Node[];
  before(async () => {
    const settings = {
      SWITCHYARD_RATE_LIMITS: 'on',
      SWITCHYARD_RATE_TEST: `${LIMIT.perSecond}/${LIMIT.burst}`,
      SWITCHYARD_AUTH_FAILURES_PER_MINUTE: '20',
    };
    limited = await Promise.all([cluster.startNode('api', settings), cluster.startNode('api', settings)]);
  });

  test('admit together what one limit allows, whoever is asked', async () => {
    const startedMs = Date.now();
    let admitted = 0;
    let refused = 0;
    await Promise.all(
      limited.map(async ({ baseUrl }) => {
        const api = createApi(baseUrl, cluster.keys.test);
        while (Date.now() - startedMs < 3_000) {
          const answers = await Promise.all(Array.from({ length: 4 }, () => api('/v1/rails?country=AQ')));
          admitted += answers.filter(({ status }) => status === 200).length;
          refused += answers.filter(({ status }) => status === 429).length;
        }
      }),
    );
    const allowed = LIMIT.burst + (LIMIT.perSecond * (Date.now() - startedMs)) / 1_000;
    const slack = limited.length * shareMax(LIMIT);
    assert.ok(refused > 0, 'more was asked than is allowed');
    assert.ok(admitted <= allowed + slack, `${admitted} admitted, ${allowed} allowed, ${slack} slack`);
    assert.ok(admitted >= allowed / 2, `${admitted} admitted, ${allowed} allowed`);
  });

  test('count wrong keys together too', async () => {
    let refused = 0;
    for (let call = 0; call < 40; call += 1) {
      const { baseUrl } = limited[call % 2] ?? limited[0] ?? { baseUrl: '' };
      const { status } = await createApi(baseUrl, 'sy_test_sk_wrong')('/v1/rails');
      if (status === 401) refused += 1;
      else assert.equal(status, 429);
    }
    const slack = limited.length * shareMax({ perSecond: 20 / 60, burst: 20 });
    assert.ok(
      refused >= 20 - slack && refused <= 20 + slack + 5,
      `${refused} were told that the key is wrong`,
    );
  });

  test('count attempts to sign in together too', async () => {
    const { burst } = MANAGE_RATE_LIMITS.signInsByOperator;
    const answers: number[] = [];
    const body = { email: 'nobody@nodes.example', password: 'a guess that is wrong' };
    for (let call = 0; call < 2 * burst; call += 1) {
      const { baseUrl } = limited[call % 2] ?? limited[0] ?? { baseUrl: '' };
      answers.push((await createApi(baseUrl)('/manage/v1/sessions', { body })).status);
    }
    const guesses = answers.filter((status) => status === 401).length;
    // While this runs a bucket may fill by one or two again.
    assert.ok(guesses >= burst && guesses <= burst + 2, answers.join());
    assert.ok(
      answers.every((status) => status === 401 || status === 429),
      answers.join(),
    );
  });
});
