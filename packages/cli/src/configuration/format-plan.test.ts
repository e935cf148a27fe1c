import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPlan } from './format-plan.ts';

test('a plan names each thing, what changes of it, and how many there are', () => {
  const text = formatPlan([
    {
      action: 'update',
      subject: 'policy',
      key: 'policy',
      fields: [{ path: 'preference', from: '"fastest"', to: '"cheapest"' }],
    },
    { action: 'create', subject: 'connection', key: 'wise', fields: [] },
    { action: 'keep', subject: 'connection', key: 'old', fields: [] },
  ]);
  assert.equal(
    text,
    `~ policy
    preference: "fastest" → "cheapest"
+ connection wise

1 to create, 1 to change, 0 to remove.
Not in the file, and kept (--prune removes them): old.`,
  );
});

test('what is only kept is nothing to change', () => {
  assert.match(
    formatPlan([{ action: 'keep', subject: 'connection', key: 'old', fields: [] }]),
    /^Nothing to change\./,
  );
  assert.equal(formatPlan([]), 'Nothing to change.');
});
