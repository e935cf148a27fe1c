import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-of.ts';

test('an IPv4 address is a network of its own, however it is written', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9');
  assert.notEqual(networkOf('203.0.113.9'), networkOf('203.0.113.8'));
});

test('IPv6 addresses with the same first half are one network', () => {
  const one = networkOf('2001:db8:1:2:aaaa::1');
  assert.equal(one, '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:0DB8:0001:0002:bbbb:cccc:dddd:eeee'), one);
  assert.notEqual(networkOf('2001:db8:1:3::1'), one);
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});
