import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inputTable, longEnumerations } from './input-table.ts';

const rowsOf = (schema: Parameters<typeof inputTable>[0]) => inputTable(schema).split('\n').slice(2);

it('tells type, need and limits of each field', () => {
  const rows = rowsOf({
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^cus_[A-Za-z0-9]{8,64}$', description: 'The customer.' },
      name: { type: 'string', minLength: 1, maxLength: 2048 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      channel: { type: 'string', enum: ['web', 'native'] },
      tags: {
        type: 'object',
        maxProperties: 2,
        propertyNames: { maxLength: 3 },
        additionalProperties: { maxLength: 4 },
      },
    },
    required: ['id'],
  });
  assert.deepEqual(rows, [
    '| `id` | id `cus_…` | yes | The customer. |',
    '| `name` | string | | 1 to 2,048 characters. |',
    '| `limit` | integer | | 1 to 100; default `25`. |',
    '| `channel` | `web` or `native` | | |',
    '| `tags` | map of strings | | At most 2 keys of at most 3 characters, with values of at most 4. |',
  ]);
});

it('follows references and names what is nested with a dot', () => {
  const rows = rowsOf({
    $ref: '#/$defs/Quote',
    $defs: {
      Quote: {
        type: 'object',
        properties: { amount: { $ref: '#/$defs/Amount', description: 'How much.' } },
        required: ['amount'],
      },
      Amount: {
        type: 'object',
        description: 'An amount.',
        properties: { value: { type: 'string', pattern: '^(0|1)$' } },
      },
    },
  });
  assert.deepEqual(rows, [
    '| `amount` | object | yes | How much. |',
    '| `amount.value` | string | | Matches `^(0\\|1)$`. |',
  ]);
});

it('of several shapes requires what all of them require', () => {
  const form = (own: string) => ({
    type: 'object' as const,
    properties: { asset: { type: 'string' as const }, [own]: { type: 'string' as const } },
    required: ['asset', own],
  });
  const rows = rowsOf({ type: 'object', properties: { amount: { anyOf: [form('value'), form('band')] } } });
  assert.deepEqual(rows, [
    '| `amount` | object, of one shape or the other | | |',
    '| `amount.asset` | string | yes | |',
    '| `amount.value` | string | | |',
    '| `amount.band` | string | | |',
  ]);
});

it('refers to a long list of words by its name', () => {
  const Word = { type: 'string' as const, enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };
  const schema = { type: 'object' as const, properties: { word: { $ref: '#/$defs/Word' } }, $defs: { Word } };
  assert.deepEqual(rowsOf(schema), ['| `word` | [Word](#word) | | |']);
  assert.deepEqual(longEnumerations(schema), [{ name: 'Word', values: Word.enum }]);
});
