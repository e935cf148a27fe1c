import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transactionsOf } from './transactions-of.ts';

const sent = (connection: number, sync: number, text: string) => ({
  connection,
  sync,
  text,
  values: [],
  roundTrip: sync,
});
const texts = (statements: Parameters<typeof transactionsOf>[0]) =>
  transactionsOf(statements).map((transaction) => transaction.map(({ text }) => text).join(' '));

test('transactions of two connections are told apart, and come in the order in which they ended', () => {
  const statements = [
    sent(1, 1, 'begin'),
    sent(1, 1, 'a'),
    sent(2, 2, 'begin'),
    sent(2, 2, 'b'),
    sent(3, 3, 'enter'),
    sent(3, 3, 'c'),
    sent(2, 4, 'commit'),
    sent(1, 5, 'd'),
    sent(1, 6, 'rollback'),
    sent(3, 7, 'e'),
  ];
  assert.deepEqual(texts(statements), ['enter c', 'begin b commit', 'begin a d rollback', 'e']);
});

test('a transaction that had not ended is left out', () => {
  assert.deepEqual(texts([sent(1, 1, 'begin'), sent(2, 2, 'a'), sent(1, 3, 'b')]), ['a']);
});
