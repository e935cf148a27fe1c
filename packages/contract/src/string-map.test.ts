import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstProblem } from './first-problem.ts';
import { Metadata } from './schemas/metadata.ts';
import { stringMap } from './string-map.ts';

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

function problem(value: unknown) {
  const result = Metadata.safeParse(value);
  return result.success ? undefined : firstProblem(result.error, value);
}

test('20 keys of 40 characters with values of 500 are metadata', () => {
  assert.equal(problem(entries(20)), undefined);
  assert.equal(problem({ ['k'.repeat(40)]: 'v'.repeat(500) }), undefined);
  assert.equal(problem({ ['😀'.repeat(40)]: '😀'.repeat(500) }), undefined);
  assert.equal(problem({}), undefined);
});

test('21 keys are too many', () => {
  assert.deepEqual(problem(entries(21)), { param: '', key: 'input.too_many', vars: { max: '20' } });
});

test('a key of 41 characters is refused without being repeated', () => {
  assert.deepEqual(problem({ ['k'.repeat(41)]: 'v' }), {
    param: '',
    key: 'input.key_too_long',
    vars: { max: '40' },
  });
});

test('a value of 501 characters is refused under its key', () => {
  assert.deepEqual(problem({ note: 'v'.repeat(501) }), {
    param: 'note',
    key: 'input.too_long',
    vars: { max: '500' },
  });
});

test('a value that is not a string is refused under its key', () => {
  for (const value of [1, true, null, {}, ['a']]) {
    assert.deepEqual(problem({ note: value }), {
      param: 'note',
      key: 'input.type',
      vars: { expected: 'string' },
    });
  }
});

test('a __proto__ key is refused, not dropped', () => {
  const value: unknown = JSON.parse('{"__proto__":"x"}');
  assert.deepEqual(problem(value), { param: '__proto__', key: 'input.reserved_field', vars: {} });
  assert.equal(stringMap().safeParse(value).success, false);
});

test('only an object is a map', () => {
  for (const value of [null, [], 'a', 1, true]) {
    assert.deepEqual(problem(value), { param: '', key: 'input.type', vars: { expected: 'object' } });
  }
});

test('a map without limits takes long keys and values', () => {
  assert.equal(stringMap().safeParse({ ['k'.repeat(400)]: 'v'.repeat(5000) }).success, true);
});
