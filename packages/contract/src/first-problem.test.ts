import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { firstProblem } from './first-problem.ts';
import { INPUT_ERRORS, type InputErrorKey, inputError } from './input-errors.ts';
import { text } from './text.ts';

const Schema = z.strictObject({
  id: z.string().regex(/^a\/[0-9]+$/),
  label: text({ min: 2, max: 3 }).exactOptional(),
  kind: z.enum(['one', 'two']).exactOptional(),
  count: z.int().min(1).max(9).exactOptional(),
  list: z.array(z.string()).min(1).max(2).exactOptional(),
  mail: z.email().exactOptional(),
  odd: z
    .string()
    .refine(() => false)
    .exactOptional(),
  zero: z
    .string()
    .refine(() => false, { params: inputError('input.zero', {}) })
    .exactOptional(),
  inner: z.strictObject({ flag: z.boolean() }).exactOptional(),
});

function problem(value: unknown) {
  const result = Schema.safeParse(value);
  assert.equal(result.success, false);
  assert.ok(result.error);
  return firstProblem(result.error, value);
}

const id = 'a/1';
const CASES: readonly (readonly [string, unknown, string, InputErrorKey, object])[] = [
  ['a missing field', {}, 'id', 'input.required', {}],
  ['a missing inner field', { id, inner: {} }, 'inner.flag', 'input.required', {}],
  ['a field of another type', { id: 1 }, 'id', 'input.type', { expected: 'string' }],
  ['null', { id: null }, 'id', 'input.type', { expected: 'string' }],
  ['an object that is a list', [], '', 'input.type', { expected: 'object' }],
  ['a broken pattern', { id: 'b' }, 'id', 'input.pattern', { pattern: '^a/[0-9]+$' }],
  ['a short text', { id, label: 'a' }, 'label', 'input.too_short', { min: '2' }],
  ['a long text', { id, label: 'abcd' }, 'label', 'input.too_long', { max: '3' }],
  ['another word', { id, kind: 'three' }, 'kind', 'input.enum', { allowed: 'one, two' }],
  ['a small number', { id, count: 0 }, 'count', 'input.too_small', { min: '1' }],
  ['a large number', { id, count: 10 }, 'count', 'input.too_large', { max: '9' }],
  ['a fraction', { id, count: 1.5 }, 'count', 'input.type', { expected: 'integer' }],
  ['too few', { id, list: [] }, 'list', 'input.too_few', { min: '1' }],
  ['too many', { id, list: ['a', 'b', 'c'] }, 'list', 'input.too_many', { max: '2' }],
  ['one bad item', { id, list: ['a', 1] }, 'list.1', 'input.type', { expected: 'string' }],
  ['a bad format', { id, mail: 'x' }, 'mail', 'input.format', { format: 'email' }],
  ['a refinement with a key', { id, zero: '0' }, 'zero', 'input.zero', {}],
  ['a refinement without a key', { id, odd: 'x' }, 'odd', 'input.invalid', {}],
  ['an unknown field', { id, more: 1 }, 'more', 'input.unknown_field', {}],
  ['an unknown inner field', { id, inner: { flag: true, more: 1 } }, 'inner.more', 'input.unknown_field', {}],
];

for (const [what, value, param, key, vars] of CASES) {
  test(`${what} is ${key} at '${param}'`, () => assert.deepEqual(problem(value), { param, key, vars }));
}

test('of several problems the first field wins', () => {
  assert.equal(problem({ id: 'b', label: 'a', more: 1 }).param, 'id');
});

for (const name of ['DE89370400440532013000', 'ada@example.com', 'two words', 'a'.repeat(65), 'naïve', '']) {
  test(`a field called '${name.slice(0, 24)}' is not repeated`, () => {
    assert.deepEqual(problem({ id, [name]: 1 }), { param: '', key: 'input.unknown_field', vars: {} });
    assert.equal(problem({ id, inner: { flag: true, [name]: 1 } }).param, 'inner');
  });
}

test('every problem fills exactly the values that the catalogue names', () => {
  for (const [, value] of CASES) {
    const { key, vars } = problem(value);
    assert.deepEqual(Object.keys(vars), [...INPUT_ERRORS[key]], key);
  }
});
