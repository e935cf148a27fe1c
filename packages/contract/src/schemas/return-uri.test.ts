import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstProblem } from '../first-problem.ts';
import { ReturnUri } from './return-uri.ts';

function keyOf(uri: string): string | undefined {
  const result = ReturnUri.safeParse(uri);
  return result.success ? undefined : firstProblem(result.error, uri).key;
}

for (const uri of [
  'https://shop.example/return',
  'https://shop.example:8443/return?order=1&x=%20#top',
  'https://[2001:db8::1]/return',
  'http://localhost:3000/return',
  'http://127.0.0.1:3000/',
  'myapp://payments/return',
  'com.example.app:/oauth2redirect',
]) {
  test(`accepts ${uri}`, () => assert.equal(keyOf(uri), undefined));
}

for (const [what, uri, key] of [
  ['a path alone', '/return', 'input.format'],
  ['an empty string', '', 'input.format'],
  ['a tab before a second host', 'https://example.com\t@evil.com', 'input.format'],
  ['a newline', 'https://example.com/\nSet-Cookie', 'input.format'],
  ['a NUL', 'https://example.com/\u0000', 'input.format'],
  ['a space', 'https://example.com/a b', 'input.format'],
  ['a backslash', 'https://example.com\\@evil.com', 'input.format'],
  ['a letter outside ASCII', 'https://exämple.com/', 'input.format'],
  ['https without slashes', 'https:example.com', 'input.format'],
  ['https without a host', 'https:///example.com', 'input.format'],
  ['a host that cannot be', 'https://[::1/', 'input.format'],
  ['a user', 'https://shop.example@evil.com/', 'input.uri_userinfo'],
  ['a user and a password', 'https://a:b@evil.com/', 'input.uri_userinfo'],
  ['a user in an app scheme', 'myapp://a@host/', 'input.uri_userinfo'],
  ['javascript', 'javascript:alert(1)', 'input.uri_scheme'],
  ['JavaScript in capitals', 'JAVASCRIPT://x/%0aalert(1)', 'input.uri_scheme'],
  ['data', 'data:text/html,x', 'input.uri_scheme'],
  ['a local file', 'file:///etc/passwd', 'input.uri_scheme'],
  ['2049 characters', `https://shop.example/${'a'.repeat(2028)}`, 'input.too_long'],
] as const) {
  test(`refuses ${what}`, () => assert.equal(keyOf(uri), key));
}

test('accepts 2048 characters', () => {
  assert.equal(keyOf(`https://shop.example/${'a'.repeat(2027)}`), undefined);
});

test('an @ behind the host is not a user', () => {
  assert.equal(keyOf('https://shop.example/@ada?mail=a@b'), undefined);
});
