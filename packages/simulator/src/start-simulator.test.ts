import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it, mock } from 'node:test';
import { BODY_BYTES_MAX } from './http/read-request.ts';
import { json, nothing, page, redirect } from './http/replies.ts';
import { messagePage } from './pages/message-page.ts';
import type { CreateProvider } from './provider.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';

/** Tells what it was asked, and keeps a count to forget. */
const createEcho: CreateProvider = (world) => {
  let count = 0;
  return {
    id: 'echo',
    name: 'Echo',
    routes: [
      {
        method: 'POST',
        path: '/v1/things/:thing',
        kind: 'api',
        handle: ({ path, params, query, headers, rawBody, form, json: body }) =>
          json(200, {
            path,
            params,
            query: [...query],
            custom: headers['x-custom'],
            raw: Buffer.from(rawBody).toString(),
            form: [...form],
            body: body ?? null,
          }),
      },
      { method: 'GET', path: '/v1/things/:thing', kind: 'api', handle: () => json(200, 'any') },
      { method: 'GET', path: '/v1/things/special', kind: 'api', handle: () => json(200, 'special') },
      { method: 'GET', path: '/count', kind: 'api', handle: () => json(200, ++count) },
      { method: 'GET', path: '/ids', kind: 'api', handle: () => json(200, [world.uuid(), world.uuid()]) },
      {
        method: 'GET',
        path: '/page',
        kind: 'page',
        handle: () => page(messagePage({ title: 'A', text: 'B' })),
      },
      { method: 'GET', path: '/away', kind: 'page', handle: () => redirect('https://example.com/?a=b') },
      { method: 'DELETE', path: '/nothing', kind: 'api', handle: () => nothing(204) },
      { method: 'GET', path: '/hang', kind: 'api', handle: () => ({ kind: 'hang' }) },
      { method: 'GET', path: '/reset', kind: 'api', handle: () => ({ kind: 'reset' }) },
      {
        method: 'GET',
        path: '/mistake',
        kind: 'api',
        handle: () => {
          throw new Error('a mistake');
        },
      },
    ],
  };
};

describe('the simulator', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ providers: [createEcho], seed: 1 });
  });
  after(() => simulator.stop());

  const at = (path: string, init?: RequestInit) => fetch(`${simulator.baseUrl}/echo${path}`, init);

  it('hands a JSON request to the route with all its parts', async () => {
    const answer = await at('/v1/things/a%2Fb?x=1&x=2', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'X-Custom': 'yes' },
      body: '{"n": 1}',
    });
    assert.deepEqual(await answer.json(), {
      path: '/echo/v1/things/a%2Fb?x=1&x=2',
      params: { thing: 'a/b' },
      query: [
        ['x', '1'],
        ['x', '2'],
      ],
      custom: 'yes',
      raw: '{"n": 1}',
      form: [],
      body: { n: 1 },
    });
  });

  it('reads a form', async () => {
    const body = new URLSearchParams([
      ['account', 'a'],
      ['account', 'b'],
      ['decision', 'approve'],
    ]);
    const answer = await (await at('/v1/things/1', { method: 'POST', body })).json();
    assert.deepEqual([answer.form, answer.body], [[...body], null]);
  });

  it('leaves JSON that is none to the provider', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":' };
    const answer = await (await at('/v1/things/1', init)).json();
    assert.deepEqual([answer.raw, answer.body], ['{"n":', null]);
  });

  it('prefers a path that is written out', async () => {
    assert.equal(await (await at('/v1/things/special')).json(), 'special');
    assert.equal(await (await at('/v1/things/other')).json(), 'any');
  });

  it('answers 404 for an unknown path and 405 for a known one with another method', async () => {
    assert.equal((await at('/v1/nothing')).status, 404);
    assert.equal((await at('/v1/things/%zz')).status, 200);
    const answer = await at('/v1/things/1', { method: 'PUT' });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, GET']);
  });

  it('takes a body up to the limit and refuses a larger one', async () => {
    const send = (bytes: number) => at('/v1/things/1', { method: 'POST', body: 'x'.repeat(bytes) });
    assert.equal((await send(BODY_BYTES_MAX)).status, 200);
    assert.equal((await send(BODY_BYTES_MAX + 1)).status, 413);
  });

  it('lets a page load nothing but its own stylesheet', async () => {
    const policy = (await at('/page')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /);
    assert.doesNotMatch(policy, /unsafe|script/);
  });

  it('sends the browser away with 303', async () => {
    const answer = await at('/away', { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, 'https://example.com/?a=b']);
  });

  it('answers without a body', async () => {
    const answer = await at('/nothing', { method: 'DELETE' });
    assert.deepEqual([answer.status, await answer.text()], [204, '']);
  });

  it('cuts the connection of a reply that resets', async () => {
    const code = await new Promise((resolve) => {
      request(`${simulator.baseUrl}/echo/reset`, { agent: false })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .end();
    });
    assert.equal(code, 'ECONNRESET');
  });

  it('never answers a reply that hangs', async () => {
    await assert.rejects(at('/hang', { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' });
  });

  it('answers 500, and says so aloud, when a provider has a mistake', async (t) => {
    const aloud = t.mock.method(console, 'error', () => {});
    assert.equal((await at('/mistake')).status, 500);
    assert.equal(aloud.mock.callCount(), 1);
  });

  it('lists providers, outcomes and banks on its front page', async () => {
    const text = await (await fetch(simulator.baseUrl)).text();
    for (const part of [`${simulator.baseUrl}/echo`, 'SIM refused', 'Test Bank that declines', 'gb-monzo']) {
      assert(text.includes(part), part);
    }
  });

  it('starts anew at a reset', async () => {
    assert.equal(await (await at('/count')).json(), 1);
    assert.equal(await (await at('/count')).json(), 2);
    assert.equal((await fetch(`${simulator.baseUrl}/control/reset`, { method: 'POST' })).status, 204);
    assert.equal(await (await at('/count')).json(), 1);
  });
});

describe('a start of the simulator', () => {
  it('gives the same ids for the same seed, and others without one', async () => {
    const ids = async (seed?: number) => {
      const options = seed === undefined ? {} : { seed };
      const simulator = await startSimulator({ providers: [createEcho], ...options });
      const answer: readonly string[] = await (await fetch(`${simulator.baseUrl}/echo/ids`)).json();
      await simulator.stop();
      return answer;
    };
    const [first, second] = [await ids(7), await ids(7)];
    assert.deepEqual(first, second);
    assert.match(first[0] ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(new Set([...first, ...(await ids(8)), ...(await ids()), ...(await ids())]).size, 8);
  });

  it('ends with its stop, also when a reply hangs and work waits', async () => {
    const work = mock.fn();
    const create: CreateProvider = (world) => {
      world.later(50, work);
      return createEcho(world);
    };
    const simulator = await startSimulator({ providers: [create] });
    const hanging = assert.rejects(fetch(`${simulator.baseUrl}/echo/hang`));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await simulator.stop();
    await hanging;
    await assert.rejects(fetch(`${simulator.baseUrl}/echo/count`));
    await new Promise((resolve) => setTimeout(resolve, 80));
    assert.equal(work.mock.callCount(), 0);
  });

  it('fails when the port is taken', async () => {
    const simulator = await startSimulator({ providers: [] });
    const port = Number(new URL(simulator.baseUrl).port);
    await assert.rejects(startSimulator({ port, providers: [] }), { code: 'EADDRINUSE' });
    await simulator.stop();
  });

  it('fails when two providers share an id', async () => {
    await assert.rejects(startSimulator({ providers: [createEcho, createEcho] }), /share an id/);
  });
});
