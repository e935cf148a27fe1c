import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: string;
before(async () => {
  server = await startTestServer();
  key = (await server.newKey()).text;
});
after(() => server.stop());

const BODY = '{"payto":"payto://iban/DE75512108001245126199"}';

test('an unknown path or method is told as such, whatever body comes with it', async () => {
  const send = (path: string, method: string, body: string) =>
    fetch(`${server.baseUrl}${path}`, { method, headers: { 'content-type': 'application/json' }, body });
  for (const body of ['{}', '{nonsense', 'x'.repeat(300_000)]) {
    assert.equal((await send('/v1/nothing', 'POST', body)).status, 404);
    assert.equal((await send('/v1/customers', 'PUT', body)).status, 405);
  }
});

test('a media type that is not taken is refused on the strength of its headers, and the connection lives on', async () => {
  const client = open(server.baseUrl);
  for (const type of ['text/plain', 'application/json; charset=latin1']) {
    client.write(requestText({ 'Content-Type': type, 'Content-Length': '1' }));
    assert.match(await client.next(), /^HTTP\/1\.1 415 .*\r\n(?:.+\r\n)*Connection: keep-alive\r\n/);
    client.write('x');
  }
  client.end();
});

test('a body in many pieces is read whole, and one too many bytes ends it', async () => {
  const client = open(server.baseUrl);
  client.write(requestText({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }));
  for (const piece of [BODY.slice(0, 9), BODY.slice(9)]) client.write(chunk(piece));
  client.write(chunk(''));
  assert.match(await client.next(), /^HTTP\/1\.1 200 /);
  client.write(requestText({ 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }));
  client.write(chunk(' '.repeat(256 * 1024 + 1)));
  assert.match(await client.next(), /^HTTP\/1\.1 413 .*\r\n(?:.+\r\n)*Connection: close\r\n/);
  await client.closed;
});

test('every answer is logged with its operation and its caller, and what is no operation as none', async () => {
  const asked = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const id = (await fetch(`${server.baseUrl}${path}`, { headers })).headers.get('request-id');
    const line = server
      .log()
      .split('\n')
      .find((text) => text.includes(`"requestId":"${id}"`));
    const { level, service, time, requestId, ms, environment, ...rest } = JSON.parse(line ?? '{}');
    return rest;
  };
  const { id } = await server.newKey();
  const listed = await asked('/v1/customers');
  assert.match(listed.key, /^key_/);
  assert.notEqual(listed.key, id);
  assert.deepEqual(listed, { operation: 'customers.list', method: 'GET', status: 200, key: listed.key });
  assert.deepEqual(await asked('/v1/nothing'), { operation: 'none', method: 'GET', status: 404 });
  assert.deepEqual(await asked('/v1/%zz'), { operation: 'none', method: 'GET', status: 400 });
});

test('while the server closes, what is under way is answered, and its connection closed', async () => {
  const closing = await startTestServer();
  const { text } = await closing.newKey();
  const client = open(closing.baseUrl);
  client.write(
    requestText({ 'Content-Type': 'application/json', 'Content-Length': String(BODY.length) }, text),
  );
  client.write(BODY.slice(0, 9));
  // Until its key was looked up, the body is not asked for.
  await fetch(`${closing.baseUrl}/v1/customers`, { headers: { authorization: `Bearer ${text}` } });
  const stopped = closing.stop();
  client.write(BODY.slice(9));
  assert.match(await client.next(), /^HTTP\/1\.1 200 .*\r\n(?:.+\r\n)*Connection: close\r\n/);
  await Promise.all([client.closed, stopped]);
});

test('who hangs up before the answer is logged once, as 499, and counted as such', async () => {
  const who = await server.newKey();
  const logged = () =>
    server
      .log()
      .split('\n')
      .filter((text) => text.includes(`"key":"${who.id}"`))
      .map((text) => JSON.parse(text))
      .map(({ operation, status }) => [operation, status]);
  const client = open(server.baseUrl);
  const head = { 'Content-Type': 'application/json', 'Content-Length': '100' };
  client.write(requestText(head, who.text));
  client.write('{');
  // The answer to another request says that the first has been admitted by now.
  assert.equal((await who.api('/v1/customers')).status, 200);
  client.reset();
  const deadlineMs = Date.now() + 10_000;
  while (logged().length < 2) {
    assert.ok(Date.now() < deadlineMs, JSON.stringify(logged()));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(logged(), [
    ['customers.list', 200],
    ['addresses.parse', 499],
  ]);
  assert.match(
    await server.metrics(),
    /request_duration_seconds_count\{operation="addresses.parse",status="499"\} 1\n/,
  );
});

function requestText(headers: Readonly<Record<string, string>>, authorization = key): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /v1/addresses/parse HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${authorization}\r\n${lines.join('')}\r\n`;
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** A connection whose answers are awaited one by one; each arrives in one piece. */
function open(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket: Socket = connect(Number(port), hostname);
  // A server that closes with a body half sent may reset the connection.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    closed,
    write: (text: string) => socket.write(text),
    end: () => socket.end(),
    reset: () => socket.resetAndDestroy(),
    next: () =>
      new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString('latin1')))),
  };
}
