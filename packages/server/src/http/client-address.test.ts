import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { clientAddressReader } from './client-address.ts';

const PROXY = '10.0.0.1';
const readBehindProxies = clientAddressReader(['10.0.0.0/8', '2001:db8::1']);

function requestFrom(peer: string, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

test('without trusted proxies the caller is who holds the connection, whatever it writes', () => {
  const read = clientAddressReader([]);
  assert.equal(read(requestFrom('198.51.100.7')), '198.51.100.7');
  assert.equal(read(requestFrom('198.51.100.7', '203.0.113.1')), '198.51.100.7');
});

test('a proxy that is not trusted is the caller', () => {
  assert.equal(readBehindProxies(requestFrom('198.51.100.7', '203.0.113.1')), '198.51.100.7');
});

test('a trusted proxy is believed in what it added, and not in what it was told', () => {
  assert.equal(readBehindProxies(requestFrom(PROXY, '203.0.113.1')), '203.0.113.1');
  assert.equal(readBehindProxies(requestFrom(PROXY, '192.0.2.66, 203.0.113.1')), '203.0.113.1');
});

test('through several trusted proxies the first address that is none of theirs is the caller', () => {
  assert.equal(readBehindProxies(requestFrom(PROXY, '192.0.2.66, 203.0.113.1, 10.0.0.2')), '203.0.113.1');
  assert.equal(readBehindProxies(requestFrom('::ffff:10.0.0.1', '203.0.113.1 ,2001:db8::1')), '203.0.113.1');
});

test('where all are trusted the farthest is the caller', () => {
  assert.equal(readBehindProxies(requestFrom(PROXY, '10.0.0.9, 10.0.0.2')), '10.0.0.9');
  assert.equal(readBehindProxies(requestFrom(PROXY)), PROXY);
});

test('what is no address is believed in nothing further', () => {
  assert.equal(readBehindProxies(requestFrom(PROXY, '203.0.113.1, nonsense')), 'nonsense');
});

test('a proxy that is neither an address nor a range is refused when the service starts', () => {
  assert.throws(() => clientAddressReader(['proxy.internal']));
});
