import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { type CallRecord, createHttpPort } from './http-port.ts';
import { ANSWER_BYTES_MAX } from './limits.ts';

const dispatcher = new Agent({ connect: { timeout: 1_000 } });
const records: CallRecord[] = [];
let server: Server;
let url: string;
before(async () => {
  server = createServer((request, response) => {
    switch (request.url?.split('?')[0]) {
      case '/reset':
        return response.destroy();
      case '/hang':
        return;
      case '/large':
        return response.end(Buffer.alloc(ANSWER_BYTES_MAX + 1));
      case '/cut':
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
        return setTimeout(() => response.destroy(), 20);
      case '/moved':
        return response.writeHead(302, { location: '/large' }).end();
      default:
        response.setHeader('X-Two', ['a', 'b']);
        return request.pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
after(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  server.close();
});

function send(path: string, deadline = AbortSignal.timeout(5_000), base = url) {
  const http = createHttpPort({
    dispatcher,
    now: () => 0,
    record: (call) => records.push(call),
    deadline: () => deadline,
  });
  return http.send({
    method: 'POST',
    url: `${base}${path}`,
    headers: { authorization: 'Bearer secret' },
    body: 'sent',
    purpose: 'test',
  });
}

test('an answer comes with its status, its headers in lower case, and its body', async () => {
  const answer = await send('/echo');
  assert.ok(answer.kind === 'answer');
  assert.deepEqual([answer.status, answer.body, answer.headers['x-two']], [200, 'sent', 'a, b']);
});

test('a redirect is an answer like any other and is not followed', async () => {
  const answer = await send('/moved');
  assert.ok(answer.kind === 'answer' && answer.status === 302);
});

for (const path of ['/reset', '/cut', '/large']) {
  test(`${path} may have been heard: there is no answer`, async () => {
    assert.deepEqual(await send(path), { kind: 'no_answer' });
  });
}

test('where nobody listens, or no name is known, nothing got there', async () => {
  const deadline = AbortSignal.timeout(5_000);
  assert.deepEqual(await send('', deadline, 'http://127.0.0.1:1'), { kind: 'not_connected' });
  assert.deepEqual(await send('', deadline, 'http://nowhere.invalid'), { kind: 'not_connected' });
  assert.deepEqual(await send('', deadline, 'not a url'), { kind: 'not_connected' });
});

test('one deadline holds for all exchanges of a call: what would begin after it does not begin', async () => {
  const deadline = AbortSignal.timeout(60);
  assert.deepEqual(await send('/hang', deadline), { kind: 'no_answer' });
  await sleep(10);
  assert.deepEqual(await send('/echo', deadline), { kind: 'not_connected' });
});

test('what is recorded of a call tells nothing of what was said', async () => {
  records.length = 0;
  await send('/echo?token=secret');
  assert.deepEqual(records, [
    { purpose: 'test', method: 'POST', host: new URL(url).host, result: 200, durationMs: 0 },
  ]);
});
