import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIGITS_PLACE, requestTemplate } from './request-template.ts';

test('a template knows where each run of digits stands, and how long its body is in bytes', () => {
  const { text, digitsAt } = requestTemplate({
    method: 'POST',
    path: '/v1/customers',
    key: 'k',
    idempotencyKey: DIGITS_PLACE,
    body: { externalId: DIGITS_PLACE, name: 'Zoë' },
  });
  assert.equal(digitsAt.length, 2);
  for (const at of digitsAt) assert.ok(text.startsWith(DIGITS_PLACE, at));
  const [head = '', body = ''] = text.split('\r\n\r\n');
  assert.match(head, new RegExp(`Content-Length: ${Buffer.byteLength(body)}$`, 'm'));
  assert.deepEqual(JSON.parse(body), { externalId: DIGITS_PLACE, name: 'Zoë' });
});

test('a request without a body ends with its headers', () => {
  const { text, digitsAt } = requestTemplate({ method: 'GET', path: '/v1/customers/x', key: 'k' });
  assert.ok(text.startsWith('GET /v1/customers/x HTTP/1.1\r\n'));
  assert.ok(text.endsWith('\r\n\r\n'));
  assert.deepEqual(digitsAt, []);
});
