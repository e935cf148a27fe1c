import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { json, page } from '../http/replies.ts';
import type { CreateProvider } from '../provider.ts';
import { type Simulator, startSimulator } from '../start-simulator.ts';
import { FAULTS } from './faults.ts';
import { LOGGED_REQUESTS_MAX } from './request-log.ts';

describe('the control API', () => {
  let simulator: Simulator;
  let done = 0;
  let revoked: string[] = [];

  const create: CreateProvider = (world) => {
    world.onRevoke('bank', (ref) => revoked.push(ref));
    const work = () => {
      done += 1;
      return json(201, { done });
    };
    return {
      id: 'bank',
      name: 'Bank',
      routes: [
        { method: 'POST', path: '/v1/payments', kind: 'api', handle: work },
        { method: 'POST', path: '/v1/consents', kind: 'api', handle: work },
        {
          method: 'POST',
          path: '/v1/notify',
          kind: 'api',
          handle: ({ json: body }) => {
            const { url } = body as { readonly url: string };
            world.webhooks.send({ provider: 'bank', url, body: '{}', sign: () => ({}), subject: 's' });
            return json(200, {});
          },
        },
        { method: 'POST', path: '/__dashboard', kind: 'api', handle: work },
        { method: 'GET', path: '/page', kind: 'page', handle: () => page('<p>') },
      ],
    };
  };

  before(async () => {
    simulator = await startSimulator({ providers: [create], seed: 5 });
  });
  after(() => simulator.stop());
  beforeEach(async () => {
    await fetch(`${simulator.baseUrl}/control/reset`, { method: 'POST' });
    done = 0;
    revoked = [];
  });

  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${simulator.baseUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(400),
    });
  const pay = () => call('POST', '/bank/v1/payments');
  const fault = (more: Record<string, unknown>) =>
    call('POST', '/control/faults', { provider: 'bank', ...more });
  const logged = async (query = '') =>
    (await (await call('GET', `/control/requests${query}`)).json()).requests;

  it('disturbs webhooks until it is told not to', async () => {
    const arrived: string[] = [];
    const client = createServer((request, response) => {
      arrived.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    const { port } = client.address() as AddressInfo;
    const notify = () => call('POST', '/bank/v1/notify', { url: `http://127.0.0.1:${port}/` });
    const settled = () => new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(
      (await call('POST', '/control/webhooks', { provider: 'bank', webhooks: 'duplicate' })).status,
      201,
    );
    await notify();
    await settled();
    assert.equal(arrived.length, 2);
    assert.equal((await call('DELETE', '/control/webhooks')).status, 204);
    await notify();
    await settled();
    assert.equal(arrived.length, 3);
    await call('POST', '/control/webhooks', { provider: 'bank', webhooks: 'none', probability: 1 });
    assert.equal((await (await call('GET', '/control/webhooks')).json()).webhooks.length, 1);
    await notify();
    await settled();
    assert.equal(arrived.length, 3);
    for (const wrong of [
      { provider: 'x', webhooks: 'late' },
      { provider: 'bank', webhooks: 'normal' },
      { provider: 'bank', webhooks: 'late', probability: 2 },
      { provider: 'bank', webhooks: 'late', more: 1 },
      { provider: 'bank', webhooks: 'late', times: 0 },
      { provider: 'bank', webhooks: 'late', forMs: 1.5 },
    ])
      assert.equal((await call('POST', '/control/webhooks', wrong)).status, 400);
    client.close();
  });

  it('has a fault strike as often as it says, and then no more', async () => {
    assert.equal((await fault({ fault: 'error_503', times: 2 })).status, 201);
    assert.deepEqual([(await pay()).status, done], [503, 0]);
    assert.deepEqual((await (await call('GET', '/control/faults')).json()).faults, [
      { provider: 'bank', fault: 'error_503', times: 1 },
    ]);
    assert.deepEqual([(await pay()).status, done], [503, 0]);
    assert.deepEqual([(await pay()).status, done], [201, 1]);
  });

  it('answers 500 without doing the work', async () => {
    await fault({ fault: 'error_500' });
    assert.deepEqual([(await pay()).status, done], [500, 0]);
  });

  it('never answers a timeout, with the work undone', async () => {
    await fault({ fault: 'timeout' });
    await assert.rejects(pay(), { name: 'TimeoutError' });
    assert.equal(done, 0);
  });

  it('never answers a timeout after success, with the work done', async () => {
    await fault({ fault: 'timeout_after_success' });
    await assert.rejects(pay(), { name: 'TimeoutError' });
    assert.equal(done, 1);
  });

  it('cuts the connection at a reset, with the work undone', async () => {
    await fault({ fault: 'reset' });
    await assert.rejects(pay(), { name: 'TypeError' });
    assert.equal(done, 0);
  });

  it('breaks an answer in the middle, with the work done', async () => {
    await fault({ fault: 'malformed' });
    const answer = await pay();
    await assert.rejects(answer.json(), SyntaxError);
    assert.deepEqual([answer.status, done], [201, 1]);
  });

  it('answers later with latency', async () => {
    await fault({ fault: 'latency', latencyMs: 150 });
    const start = performance.now();
    assert.equal((await pay()).status, 201);
    assert(performance.now() - start >= 145);
  });

  it('strikes only paths that start as the fault says, and no page and no dashboard', async () => {
    await fault({ fault: 'error_500', path: '/v1/pay', times: 1 });
    assert.equal((await pay()).status, 201, 'a part of a segment is none');
    await fault({ fault: 'error_500', path: '/v1/payments' });
    assert.equal((await pay()).status, 500);
    assert.equal((await call('POST', '/bank/v1/consents')).status, 201);
    await fault({ fault: 'error_500' });
    assert.equal((await call('POST', '/bank/v1/consents')).status, 500);
    assert.equal((await call('GET', '/bank/page')).status, 200);
    assert.equal((await call('POST', '/bank/__dashboard')).status, 201);
  });

  it('strikes by chance, and repeats it with the seed', async () => {
    const run = async () => {
      await call('POST', '/control/reset');
      await fault({ fault: 'error_500', probability: 0.3 });
      const statuses: number[] = [];
      for (let i = 0; i < 100; i += 1) statuses.push((await pay()).status);
      return statuses;
    };
    const first = await run();
    const struck = first.filter((status) => status === 500).length;
    assert(struck > 15 && struck < 45, `${struck} of 100`);
    assert.deepEqual(await run(), first);
  });

  it('says that it is one, and which providers it has', async () => {
    assert.deepEqual(await (await call('GET', '/control')).json(), {
      simulator: 'switchyard',
      providers: ['bank'],
    });
  });

  it('forgets the faults of one provider when told to', async () => {
    const added = await (await fault({ fault: 'error_500', forMs: 60_000 })).json();
    assert.ok(Date.parse(added.endsAt) > Date.now());
    await call('DELETE', '/control/faults?provider=other');
    assert.equal((await pay()).status, 500);
    await call('DELETE', '/control/faults?provider=bank');
    assert.equal((await pay()).status, 201);
  });

  it('forgets all faults when told to', async () => {
    await fault({ fault: 'error_500' });
    assert.equal((await call('DELETE', '/control/faults')).status, 204);
    assert.equal((await pay()).status, 201);
  });

  for (const [what, body] of [
    ['without a body', undefined],
    ['that is a list', []],
    ['for an unknown provider', { provider: 'nobody', fault: 'reset' }],
    ['of an unknown kind', { provider: 'bank', fault: 'fire' }],
    ['with a path that is none', { provider: 'bank', fault: 'reset', path: 'v1' }],
    ['for no time', { provider: 'bank', fault: 'reset', forMs: 0 }],
    ['that strikes no times', { provider: 'bank', fault: 'reset', times: 0 }],
    ['with a latency below zero', { provider: 'bank', fault: 'latency', latencyMs: -1 }],
    ['with a probability above one', { provider: 'bank', fault: 'reset', probability: 1.1 }],
    ['with a field it does not know', { provider: 'bank', fault: 'reset', delay: 5 }],
  ] as const) {
    it(`refuses a fault ${what}`, async () => {
      assert.equal((await call('POST', '/control/faults', body)).status, 400);
      assert.deepEqual((await (await call('GET', '/control/faults')).json()).faults, []);
    });
  }

  it('takes every kind of fault', async () => {
    for (const kind of Object.keys(FAULTS)) assert.equal((await fault({ fault: kind })).status, 201);
  });

  it('tells the provider of a revoked consent', async () => {
    assert.equal((await call('POST', '/control/revoke', { provider: 'bank', ref: 'c-1' })).status, 204);
    assert.deepEqual(revoked, ['c-1']);
    assert.equal((await call('POST', '/control/revoke', { provider: 'other', ref: 'c-1' })).status, 404);
    assert.equal((await call('POST', '/control/revoke', { provider: 'bank' })).status, 400);
  });

  it('shows the API requests with their ends, without pages and without secrets', async () => {
    await call('POST', '/bank/v1/payments?access_token=abc&page=2&code=xyz');
    await call('GET', '/bank/page');
    await fault({ fault: 'reset', times: 1 });
    await assert.rejects(pay());
    const [first, second, ...others] = await logged();
    assert.deepEqual(
      { ...first, at: '' },
      {
        at: '',
        provider: 'bank',
        method: 'POST',
        path: '/bank/v1/payments?access_token=***&page=2&code=***',
        status: 201,
        ended: 'answered',
      },
    );
    assert.deepEqual([second.status, second.ended, second.fault, others], [null, 'reset', 'reset', []]);
    assert.deepEqual(await logged('?provider=other'), []);
    assert.equal((await logged('?provider=bank')).length, 2);
  });

  it(`remembers the last ${LOGGED_REQUESTS_MAX} requests`, async () => {
    for (let i = 0; i <= LOGGED_REQUESTS_MAX; i += 1) await call('POST', `/bank/v1/payments?n=${i}`);
    const requests = await logged();
    assert.equal(requests.length, LOGGED_REQUESTS_MAX);
    assert.equal(requests[0].path, '/bank/v1/payments?n=1');
  });
});
