import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from './query.ts';

const integers = new Set(['limit']);
const read = (text: string) => {
  const result = readQuery(text, integers);
  return result.ok ? result.value : result.error;
};

test('reads form encoding', () => {
  assert.deepEqual(read('q=Deutsche+Bank&country=DE&name=M%C3%BCller'), {
    q: 'Deutsche Bank',
    country: 'DE',
    name: 'Müller',
  });
});

test('reads plain digits of an integer parameter as a number', () => {
  assert.deepEqual(read('limit=25'), { limit: 25 });
});

for (const odd of ['0x10', '1e1', '%205', '5.0', '-1', '05', '٢٥']) {
  test(`leaves limit=${odd} as text for the schema to refuse`, () => {
    const values = read(`limit=${odd}`);
    assert.equal(typeof (values as { limit: unknown }).limit, 'string');
  });
}

test('refuses a parameter given twice', () => {
  assert.deepEqual(read('limit=1&limit=2'), { key: 'query.repeated', param: 'limit' });
});

test('refuses a parameter given twice under another spelling', () => {
  assert.deepEqual(read('limit=1&%6Cimit=2'), { key: 'query.repeated', param: 'limit' });
});

test('refuses an empty value and a bare name', () => {
  assert.deepEqual(read('externalId='), { key: 'query.empty', param: 'externalId' });
  assert.deepEqual(read('externalId'), { key: 'query.empty', param: 'externalId' });
});

test('refuses broken escapes and bytes that are not UTF-8', () => {
  assert.deepEqual(read('q=%4'), { key: 'query.encoding', param: 'q' });
  assert.deepEqual(read('q=%FF'), { key: 'query.encoding', param: 'q' });
});

test('refuses NUL', () => {
  assert.deepEqual(read('q=a%00b'), { key: 'query.characters', param: 'q' });
});

test('keeps __proto__ as an ordinary name', () => {
  const values = read('__proto__=x');
  assert.deepEqual(Object.keys(values), ['__proto__']);
  assert.equal(Object.getPrototypeOf(values), Object.prototype);
});
