import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRouter } from './operation-router.ts';

const find = createRouter([
  { method: 'GET', path: '/v1/things', target: 'list' },
  { method: 'POST', path: '/v1/things', target: 'create' },
  { method: 'GET', path: '/v1/things/{id}', target: 'get' },
  { method: 'POST', path: '/v1/things/{id}/advance', target: 'advance' },
]);

const paramsOf = (url: string) => find('GET', url)?.params;

test('a path is found by its method', () => {
  assert.equal(find('GET', '/v1/things')?.target, 'list');
  assert.equal(find('POST', '/v1/things')?.target, 'create');
  assert.equal(find('POST', '/v1/things/a/advance')?.target, 'advance');
  assert.equal(find('POST', '/v1/things/a'), undefined);
  assert.equal(find('DELETE', '/v1/things'), undefined);
});

test('HEAD finds what GET finds', () => {
  assert.equal(find('HEAD', '/v1/things')?.target, 'list');
  assert.equal(find('HEAD', '/v1/things/a')?.target, 'get');
});

test('path and query are handed on as they were written', () => {
  const found = find('GET', '/v1/thing%73/a%20b?x=%41?&y#z');
  assert.deepEqual(found, {
    target: 'get',
    params: { id: 'a b' },
    path: '/v1/thing%73/a%20b',
    queryText: 'x=%41?&y#z',
  });
});

test('a parameter is one segment, decoded once', () => {
  assert.deepEqual({ ...paramsOf('/v1/things/th_1') }, { id: 'th_1' });
  assert.deepEqual({ ...paramsOf('/v1/things/a%2Fb') }, { id: 'a/b' });
  assert.deepEqual({ ...paramsOf('/v1/things/%2541') }, { id: '%41' });
  assert.deepEqual({ ...paramsOf('/v1/things/%C3%A4') }, { id: 'ä' });
  assert.deepEqual({ ...paramsOf('/v1/things/') }, { id: '' });
  assert.equal(paramsOf('/v1/things/a/b'), undefined);
});

test('an escaped separator separates nothing', () => {
  assert.equal(find('GET', '/v1%2Fthings'), undefined);
  assert.equal(find('GET', '/v1/things%3Fx'), undefined);
});

test('nothing is found of a path whose escapes are broken', () => {
  for (const path of ['/v1/things/%', '/v1/things/%zz', '/v1/things/%ff', '/v1/%things']) {
    assert.equal(find('GET', path), undefined, path);
  }
});

test('letter case, doubled and trailing slashes matter', () => {
  for (const path of ['/V1/things', '/v1//things', '/v1/things//', '//v1/things', 'v1/things', '', '*']) {
    assert.equal(find('GET', path), undefined, path);
  }
});

test('a whole URL is the path in it, and a fragment is no part of the path', () => {
  assert.equal(find('GET', 'http://switchyard.test/v1/things?limit=1')?.target, 'list');
  assert.equal(find('GET', 'HTTPS://switchyard.test/v1/things')?.target, 'list');
  assert.equal(find('GET', 'ftp://switchyard.test/v1/things'), undefined);
  assert.equal(find('GET', 'http://switchyard.test#/v1/things'), undefined);
  assert.equal(find('GET', '/v1/things#top')?.target, 'list');
});
