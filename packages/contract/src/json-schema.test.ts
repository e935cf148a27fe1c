import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.ts';
import { Customer } from './schemas/customer.ts';
import { Timestamp } from './schemas/timestamp.ts';

test('a format stands for itself, without the pattern that zod checks it by', () => {
  assert.deepEqual(jsonSchemaOf(Timestamp, 'output'), { type: 'string', format: 'date-time' });
});

test('an integer has only the bounds it was given', () => {
  assert.deepEqual(jsonSchemaOf(z.int().min(1), 'input'), { type: 'integer', minimum: 1 });
  assert.deepEqual(jsonSchemaOf(z.int(), 'input'), { type: 'integer' });
});

test('named schemas are defined once and referred to', () => {
  const schema = jsonSchemaOf(Customer, 'output');
  assert.equal(schema.$ref, '#/$defs/Customer');
  assert.deepEqual(Object.keys(schema.$defs ?? {}), ['Customer', 'Metadata']);
});
