import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { PaymentScript } from './payment-script.ts';
import type { Timers } from './timers.ts';
import { createWebhookSender, RETRY_AFTER_MS } from './webhook-sender.ts';

describe('webhooks', () => {
  const server = createServer();
  let url = '';
  let received: string[] = [];
  let statuses: number[] = [];
  let clock: ReturnType<typeof createClock>;
  let signatures = 0;
  const stop = new AbortController();

  before(async () => {
    server.on('request', (message, response) => {
      let body = '';
      message.on('data', (chunk) => {
        body += chunk;
      });
      message.on('end', () => {
        received.push(`${clock.now()} ${body} ${message.headers['x-signature']}`);
        response.writeHead(statuses.shift() ?? 200, { location: url });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert(typeof address === 'object' && address !== null);
    url = `http://127.0.0.1:${address.port}/hook`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    received = [];
    statuses = [];
    signatures = 0;
    clock = createClock();
  });

  function sender(signal = stop.signal) {
    const webhooks = createWebhookSender(clock, signal);
    return (body: string, how: PaymentScript['webhooks'] = 'normal', subject = 'payment-1') =>
      webhooks.send({
        provider: 'bank',
        url,
        body,
        sign: async () => ({ 'x-signature': `s${++signatures}` }),
        script: { webhooks: how },
        subject,
      });
  }

  it('go out at once, signed', async () => {
    sender()('a');
    await clock.runAll();
    assert.deepEqual(received, ['0 a s1']);
  });

  it('are tried again three times with a new signature, and then given up', async () => {
    statuses = [500, 302, 404, 503, 503];
    sender()('a');
    await clock.runAll();
    const [first, second, third] = RETRY_AFTER_MS;
    assert.deepEqual(received, [
      '0 a s1',
      `${first} a s2`,
      `${first + second} a s3`,
      `${first + second + third} a s4`,
    ]);
  });

  it('are not tried again once they arrived', async () => {
    statuses = [500, 204];
    sender()('a');
    await clock.runAll();
    assert.equal(received.length, 2);
  });

  it('are tried again when nobody listens', async () => {
    createWebhookSender(clock, stop.signal).send({
      provider: 'bank',
      url: await addressOfNobody(),
      body: 'a',
      sign: () => ({}),
      subject: 'payment-1',
    });
    assert.equal(await clock.runAll(), 4);
  });

  it('arrive twice when duplicated', async () => {
    sender()('a', 'duplicate');
    await clock.runAll();
    assert.deepEqual(
      received.map((line) => line.split(' ')[1]),
      ['a', 'a'],
    );
  });

  it('arrive 20 seconds later when late', async () => {
    sender()('a', 'late');
    await clock.runAll();
    assert.deepEqual(received, ['20000 a s1']);
  });

  it('do not arrive when there are none', async () => {
    sender()('a', 'none');
    await clock.runAll();
    assert.deepEqual(received, []);
  });

  it('arrive in pairs the wrong way round when reordered, each subject for itself', async () => {
    const send = sender();
    for (const body of ['a', 'b', 'c', 'd']) send(body, 'reordered');
    send('x', 'reordered', 'payment-2');
    await clock.runAll();
    const order = received.map((line) => line.split(' ')[1]).filter((body) => body !== 'x');
    assert(order.indexOf('b') < order.indexOf('a') && order.indexOf('d') < order.indexOf('c'), order.join());
    assert.equal(received.filter((line) => line.includes('x')).length, 1);
  });

  it('that are reordered do not wait for ever for one to follow', async () => {
    sender()('a', 'reordered');
    await clock.runAll();
    assert.deepEqual(received, ['3000 a s1']);
  });

  it('stay away after the end', async () => {
    const ended = new AbortController();
    sender(ended.signal)('a');
    ended.abort();
    await clock.runAll();
    assert.deepEqual(received, []);
  });
});

/** Time that passes when told to: work runs in the order of its time, each after the one before it has ended. */
function createClock(): Timers & { now(): number; runAll(): Promise<number> } {
  let now = 0;
  let waiting: { readonly at: number; readonly work: () => void | Promise<void> }[] = [];
  return {
    now: () => now,
    later(delayMs, work) {
      waiting.push({ at: now + delayMs, work });
    },
    clear() {
      waiting = [];
    },
    async runAll() {
      let runs = 0;
      for (;;) {
        waiting.sort((a, b) => a.at - b.at);
        const next = waiting.shift();
        if (next === undefined) return runs;
        now = next.at;
        runs += 1;
        await next.work();
      }
    },
  };
}

async function addressOfNobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${address.port}/`;
}
