import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutBackground } from './without-background.ts';

const sent = (sync: number, text: string) => ({ text, values: [], roundTrip: sync, sync, connection: 1 });

test('a transaction is the node’s own when it has nothing that it has not when nobody asks', () => {
  const background = [sent(1, 'enter'), sent(1, 'look')];
  const recorded = [sent(2, 'enter'), sent(2, 'look'), sent(3, 'enter'), sent(3, 'read'), sent(3, 'look')];
  const texts = withoutBackground(recorded, background).map((one) => one.map(({ text }) => text));
  assert.deepEqual(texts, [['enter', 'read', 'look']]);
});
