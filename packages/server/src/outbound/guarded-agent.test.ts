import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { type Dispatcher, request } from 'undici';
import { checkEndpointUrl } from '../domain/webhooks/endpoint-url.ts';
import { createForgedNames, forgedUrls } from '../testing/forged-urls.ts';
import { type NameServer, startNameServer } from '../testing/name-server.ts';
import type { AddressClass } from './address-class.ts';
import { ADDRESS_REFUSED, createGuardedAgent } from './guarded-agent.ts';
import { createResolve, resolveBySystem } from './resolve-names.ts';

/** A socket that nobody may reach. It listens on every address of this machine, v4 and v6. */
let reached = 0;
let port = 0;
let names: NameServer;
const canary = createServer((socket) => {
  reached += 1;
  socket.on('error', () => undefined);
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
});
before(async () => {
  await new Promise<void>((resolve) => {
    canary.listen(0, '::', resolve);
  });
  const address = canary.address();
  assert.ok(typeof address === 'object' && address !== null);
  port = address.port;
  names = await startNameServer(createForgedNames());
  // Somebody has looked at the rebinding name before: what it says from now on is not harmless.
  await createResolve({ servers: [names.address] })('rebinding.test');
});
after(async () => {
  await names.stop();
  await new Promise((resolve) => {
    canary.close(resolve);
  });
});

const ALL: readonly AddressClass[] = ['public', 'loopback', 'private', 'special'];

function agent(allowed: readonly AddressClass[]): Dispatcher {
  return createGuardedAgent({
    allowed: new Set(allowed),
    resolve: createResolve({ servers: [names.address] }),
    connectTimeoutMs: 300,
  });
}

/** What came of it: a status, or the code of the error. */
async function call(dispatcher: Dispatcher, url: string): Promise<number | string> {
  try {
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1_500),
    });
    await body.dump();
    return statusCode;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

test('of more than 500 ways to write a forbidden place, none reaches the canary', async () => {
  const urls = forgedUrls(port);
  assert.ok(urls.length >= 500, `${urls.length}`);
  const dispatcher = agent(['public']);
  reached = 0;
  const outcomes = new Map<number | string, number>();
  for (const url of urls) {
    const outcome = await call(dispatcher, url);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    assert.equal(reached, 0, url);
  }
  await dispatcher.destroy();
  // Most are refused by the guard itself; the rest are no URLs, or names that nobody knows.
  assert.ok((outcomes.get(ADDRESS_REFUSED) ?? 0) > 400, JSON.stringify([...outcomes]));
  assert.equal(outcomes.get(200), undefined);
});

test('the control: with the guard off, the same URLs do reach it', async () => {
  const dispatcher = agent(ALL);
  reached = 0;
  const local = forgedUrls(port).filter(
    (url) => url.startsWith('http:') && /127|7f|localhost|::1\]|loopback/i.test(url),
  );
  await Promise.all(local.map((url) => call(dispatcher, url)));
  await dispatcher.destroy();
  assert.ok(reached > 50, `${reached} of ${local.length}`);
});

test('a name that was harmless when it was looked at is refused when it is connected to', async () => {
  const rebinding = await startNameServer(createForgedNames());
  const looked = createResolve({ servers: [rebinding.address] });
  assert.deepEqual(await looked('rebinding.test'), [{ address: '192.31.196.1', family: 4 }]);
  const dispatcher = createGuardedAgent({
    allowed: new Set(['public']),
    resolve: looked,
    connectTimeoutMs: 300,
  });
  reached = 0;
  assert.equal(await call(dispatcher, `http://rebinding.test:${port}/`), ADDRESS_REFUSED);
  assert.equal(reached, 0);
  await dispatcher.destroy();
  await rebinding.stop();
});

test('where loopback is allowed it is reached, and private places still are not', async () => {
  const dispatcher = agent(['public', 'loopback']);
  reached = 0;
  assert.equal(await call(dispatcher, `http://localhost:${port}/`), 200);
  assert.equal(await call(dispatcher, `http://loopback.test:${port}/`), 200);
  assert.equal(await call(dispatcher, `http://[::1]:${port}/`), 200);
  assert.equal(reached, 3);
  assert.equal(await call(dispatcher, `http://private.test:${port}/`), ADDRESS_REFUSED);
  assert.equal(await call(dispatcher, `http://169.254.169.254:${port}/`), ADDRESS_REFUSED);
  await dispatcher.destroy();
});

test('a family of addresses that cannot be looked up is not taken for one without addresses', async () => {
  const silent = createResolve({ servers: ['127.0.0.1:1'] });
  await assert.rejects(silent('half.test'));
});

test('no forged URL is accepted for an endpoint unless it is what it looks like', () => {
  for (const url of forgedUrls(port)) {
    if (checkEndpointUrl(url, 'live') !== undefined) continue;
    const { protocol, username, host } = new URL(url);
    assert.equal(protocol, 'https:');
    assert.equal(username, '');
    assert.ok(host.endsWith(`:${port}`), url);
  }
});

test('the way to providers leads into the own network too, but to no metadata of a cloud', async () => {
  const dispatcher = createGuardedAgent({
    allowed: new Set(['public', 'private', 'loopback']),
    resolve: resolveBySystem,
    connectTimeoutMs: 300,
  });
  assert.equal(await call(dispatcher, `http://localhost:${port}/`), 200);
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '0.0.0.0']) {
    assert.equal(await call(dispatcher, `http://${host}:${port}/`), ADDRESS_REFUSED, host);
  }
  await dispatcher.destroy();
});
