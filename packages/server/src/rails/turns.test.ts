import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns } from './turns.ts';

test('no more run at once than may, and all of them run in the end, in order', async () => {
  const turns = createTurns(3, 5_000);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const end = await turns.take();
      assert.ok(end);
      order.push(number);
      running += 1;
      most = Math.max(most, running);
      await sleep(2);
      running -= 1;
      end();
    }),
  );
  assert.equal(most, 3);
  assert.deepEqual(
    order,
    Array.from({ length: 20 }, (_, number) => number),
  );
});

test('who waits too long gets no turn, and does not stand in the way of those behind', async () => {
  const turns = createTurns(1, 20);
  const end = await turns.take();
  assert.ok(end);
  assert.equal(await turns.take(), undefined);
  const later = turns.take();
  end();
  const turn = await later;
  assert.ok(turn);
  turn();
});

test('a turn that is given back twice lets nobody in twice', async () => {
  const turns = createTurns(1, 20);
  const end = await turns.take();
  assert.ok(end);
  end();
  end();
  assert.ok(await turns.take());
  assert.equal(await turns.take(), undefined);
});
