import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEndpointUrl } from './endpoint-url.ts';

test('https is taken anywhere, http in test only', () => {
  for (const url of ['https://a.example/hook', 'https://a.example', 'https://a.example:8443/h?token=x']) {
    assert.equal(checkEndpointUrl(url, 'live'), undefined, url);
  }
  assert.equal(checkEndpointUrl('http://127.0.0.1:3000/hook', 'test'), undefined);
  assert.equal(checkEndpointUrl('http://a.example/hook', 'live'), 'scheme');
});

for (const [problem, urls] of Object.entries({
  malformed: [
    '',
    'a.example/hook',
    'https://',
    'https://a b.example',
    'https://a.example\t/',
    'https:\\\\a.example',
    'https://ä.example',
  ],
  too_long: [`https://a.example/${'x'.repeat(2_048)}`],
  scheme: ['ftp://a.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'ws://a.example/'],
  userinfo: ['https://u@a.example/', 'https://u:p@a.example/', 'https://@a.example/', 'https://:@a.example/'],
  port: [
    'https://a.example:22/',
    'https://a.example:25/',
    'https://a.example:5432/',
    'https://a.example:6379/',
    'https://a.example:0/',
  ],
  fragment: ['https://a.example/#x', 'https://a.example/#'],
})) {
  test(`${urls.length} URLs are refused as ${problem}`, () => {
    for (const url of urls) assert.equal(checkEndpointUrl(url, 'test'), problem, url);
  });
}
