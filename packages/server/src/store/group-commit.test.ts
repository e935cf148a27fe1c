import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGroupCommit, GROUP_MAX, GROUP_WORTH_MIN } from './group-commit.ts';

test('what arrives while a commit is under way shares the next one', async () => {
  const groups: number[][] = [];
  let begun = () => {};
  let release = () => {};
  const firstBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const group = createGroupCommit<number, number>(async (_queue, items) => {
    groups.push([...items]);
    begun();
    await held;
    return items.map((item) => item * 10);
  });
  const first = group.submit('a', 1);
  await firstBegun;
  const others = [2, 3, 4].map((item) => group.submit('a', item));
  release();
  assert.deepEqual(await Promise.all([first, ...others]), [10, 20, 30, 40]);
  assert.deepEqual(groups, [[1], [2, 3, 4]]);
});

test('queues do not wait for each other', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const group = createGroupCommit<number, number>(async (queue, items) => {
    if (queue === 'slow') await held;
    return items;
  });
  const slow = group.submit('slow', 1);
  assert.equal(await group.submit('quick', 2), 2);
  release();
  assert.equal(await slow, 1);
});

test('a group that fails is tried one by one, and only the one at fault fails', async () => {
  const group = createGroupCommit<number, number>(async (_queue, items) => {
    if (items.includes(13)) throw new Error('unlucky');
    return items;
  });
  const results = await Promise.allSettled([1, 13, 3].map((item) => group.submit('a', item)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a group that fails because the database is gone fails at once, and is not tried one by one', async () => {
  let tries = 0;
  const group = createGroupCommit<number, number>(async () => {
    tries += 1;
    throw Object.assign(new Error('the database is shutting down'), { code: '57P01' });
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.submit('a', item)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal(tries, 1);
});

test('a group has a largest size, and nobody is lost past it', async () => {
  const sizes: number[] = [];
  const group = createGroupCommit<number, number>(async (_queue, items) => {
    sizes.push(items.length);
    return items;
  });
  const all = Array.from({ length: GROUP_MAX * 2 + 1 }, (_, index) => index);
  assert.deepEqual(await Promise.all(all.map((item) => group.submit('a', item))), all);
  assert.ok(Math.max(...sizes) <= GROUP_MAX);
});

test('a queue that has run dry starts again', async () => {
  const group = createGroupCommit<number, number>(async (_queue, items) => items);
  assert.equal(await group.submit('a', 1), 1);
  assert.equal(await group.submit('a', 2), 2);
});

test('a queue that may have two groups under way sends the second once it is worth it, and no third', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const sizes: number[] = [];
  const group = createGroupCommit<number, number>(async (_queue, items) => {
    sizes.push(items.length);
    await held;
    return items;
  });
  const submit = (count: number) => Array.from({ length: count }, (_, item) => group.submit('a', item, 2));
  const all = submit(1);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  all.push(...submit(GROUP_WORTH_MIN - 1));
  await turn();
  assert.deepEqual(sizes, [1]);
  all.push(...submit(1));
  await turn();
  assert.deepEqual(sizes, [1, GROUP_WORTH_MIN]);
  all.push(...submit(2 * GROUP_WORTH_MIN));
  await turn();
  assert.deepEqual(sizes, [1, GROUP_WORTH_MIN]);
  release();
  await Promise.all(all);
  assert.deepEqual(sizes, [1, GROUP_WORTH_MIN, 2 * GROUP_WORTH_MIN]);
});
