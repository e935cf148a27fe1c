import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptsGzip } from './accepts-gzip.ts';

for (const header of [
  'gzip',
  'GZIP',
  'br, gzip',
  'gzip;q=0.5',
  'gzip ; q=1.000',
  '*',
  'x-gzip',
  'identity;q=0, *;q=0.1',
]) {
  test(`"${header}" takes gzip`, () => assert.equal(acceptsGzip(header), true));
}

for (const header of [
  undefined,
  '',
  'identity',
  'gzip;q=0',
  'gzip; q=0.000',
  '*;q=0',
  'gzip;q=0, *',
  'gzip;q=x',
  'not-gzip',
  'br',
]) {
  test(`"${header}" does not`, () => assert.equal(acceptsGzip(header), false));
}
