/** Where a user may be sent back to: https, or this machine in test, or an app when the user is in one. */
import { test } from 'node:test';
import type { Api } from '../../harness/api.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound } from '../expect.ts';
import { UNKNOWN } from '../fixtures.ts';

export const returnUris: Topic = ({ api, live }) => {
  const link = (of: Api, returnUri: unknown, more: object = {}) =>
    of('/v1/link_sessions', { body: { customer: UNKNOWN.customer, country: 'DE', returnUri, ...more } });
  const pay = (of: Api, returnUri: unknown) =>
    of('/v1/payment_intents', { body: { quote: 'qt_00000000', digest: 'd', returnUri } });

  for (const uri of [
    'https://shop.example/return?a=b#c',
    'https://shop.example:8443/',
    'http://localhost/return',
    'http://localhost:3000/return',
    'http://127.0.0.1:3000/return',
  ]) {
    test(`returnUri in test: ${uri} is taken`, async () => {
      expectNotFound(await link(api, uri), 'customer');
      expectNotFound(await pay(api, uri), 'quote');
    });
  }

  for (const uri of [
    'http://shop.example/return',
    'http://127.0.0.2/return',
    'http://localhost.shop.example/return',
    'https://user@shop.example/',
    'https://user:pass@shop.example/',
    'https://shop.example\t@evil.example/',
    'https://shop.example\\@evil.example/',
    'https://shop.example/\u0000',
    'https://shop.example/\n',
    'https://shop.example/a b',
    'https://',
    '//shop.example/return',
    '/return',
    'shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '',
    7,
    null,
    ['https://shop.example/'],
  ]) {
    test(`returnUri: ${JSON.stringify(uri)} is refused`, async () => {
      expectInvalid(await link(api, uri), 'returnUri');
      expectInvalid(await pay(api, uri), 'returnUri');
    });
  }

  for (const uri of ['http://localhost/return', 'http://127.0.0.1/return', 'http://shop.example/']) {
    test(`returnUri in live: ${uri} is refused`, async () => {
      expectInvalid(await link(live, uri), 'returnUri');
      expectInvalid(await pay(live, uri), 'returnUri');
    });
  }

  test('returnUri: an app is taken when the user is in one', async () => {
    expectNotFound(await link(api, 'com.shop.app://return', { channel: 'native' }), 'customer');
  });
  test('returnUri: an app is refused when the user is on the web, as they are by default', async () => {
    expectInvalid(await link(api, 'com.shop.app://return', { channel: 'web' }), 'returnUri');
    expectInvalid(await link(api, 'com.shop.app://return'), 'returnUri');
  });
  test('returnUri: what is refused stays refused when the user is in an app', async () => {
    for (const uri of ['javascript:alert(1)', 'http://shop.example/', 'app://user@return']) {
      expectInvalid(await link(api, uri, { channel: 'native' }), 'returnUri');
    }
  });
};
