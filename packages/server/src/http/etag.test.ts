import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etagOf, matchesEtag } from './etag.ts';

const etag = etagOf('body');

test('a validator is strong, quoted and changes with the bytes', () => {
  assert.match(etag, /^"[A-Za-z0-9_-]+"$/);
  assert.notEqual(etag, etagOf('body '));
});

for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*', ` ${etag} `]) {
  test(`If-None-Match: ${header.replace(etag, '<etag>')} matches`, () =>
    assert.ok(matchesEtag(header, etag)));
}

for (const header of [undefined, '', '"other"', etag.slice(1, -1)]) {
  test(`If-None-Match: ${header === undefined ? 'absent' : header.slice(0, 8)} does not match`, () =>
    assert.ok(!matchesEtag(header, etag)));
}
