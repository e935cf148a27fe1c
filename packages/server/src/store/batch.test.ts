import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { sendBatch } from './batch.ts';
import { createLanes } from './lanes.ts';
import { type PreparedStatements, trackPreparedStatements } from './prepared-statements.ts';
import type { BoundStatement } from './statement.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-batch-'));
let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
before(async () => {
  embedded = await startEmbeddedPostgres({ dataDir });
  const { send, end } = await connect(true);
  await send([bound('create', 'create table kept (id integer primary key deferrable initially deferred)')]);
  await end();
});
after(async () => {
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function bound(name: string, text: string, values: readonly unknown[] = []): BoundStatement {
  return { statement: { name, text }, values };
}

const one = bound('one', 'select 1 as n');
const insert = (id: number) => bound('insert', 'insert into kept (id) values ($1)', [id]);
const divide = (by: number) => bound('divide', 'select 1 / $1::integer as n', [by]);
const names = bound('names', 'select name from pg_prepared_statements order by name');

async function connect(named: boolean) {
  const client = new pg.Client({ ...embedded.connection, pipeline: true });
  await client.connect();
  const prepared: PreparedStatements = trackPreparedStatements(client.connection, named);
  const send = async (statements: readonly BoundStatement[]) =>
    (await sendBatch(client, prepared, statements)).map(({ rows }) => rows);
  return { send, end: () => client.end(), client };
}

for (const named of [true, false]) {
  const how = named ? 'with prepared statements' : 'without prepared statements';

  test(`a batch answers each of its statements in order, ${how}`, async () => {
    const { send, end } = await connect(named);
    const echo = (text: string) => bound('echo', 'select $1::text as text', [text]);
    for (let round = 0; round < 3; round += 1) {
      const answers = await send([echo('a'), one, echo('b'), echo('c')]);
      assert.deepEqual(answers, [[{ text: 'a' }], [{ n: 1 }], [{ text: 'b' }], [{ text: 'c' }]]);
    }
    await end();
  });

  test(`what is set for a transaction lasts for the batch and no longer, ${how}`, async () => {
    const { send, end } = await connect(named);
    const set = bound('set', `select set_config('test.who', $1, true)`, ['us']);
    const ask = bound('ask', `select coalesce(current_setting('test.who', true), '') as who`);
    assert.deepEqual((await send([set, ask]))[1], [{ who: 'us' }]);
    assert.deepEqual((await send([ask]))[0], [{ who: '' }]);
    await end();
  });

  test(`a failure fails its batch, leaves nothing of it, and spares the batches around it, ${how}`, async () => {
    const { send, end } = await connect(named);
    const base = named ? 100 : 200;
    const sent = await Promise.allSettled([
      send([insert(base)]),
      send([insert(base + 1), divide(0), insert(base + 2)]),
      send([insert(base + 3), divide(1)]),
    ]);
    assert.deepEqual(
      sent.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const kept = bound('kept', 'select id from kept where id between $1 and $1 + 9 order by id', [base]);
    assert.deepEqual((await send([kept]))[0], [{ id: base }, { id: base + 3 }]);
    await end();
  });
}

test('a statement that only the commit refuses fails the whole batch', async () => {
  const { send, end } = await connect(true);
  await send([insert(1)]);
  await assert.rejects(send([insert(2), insert(1), one]), { code: '23505' });
  const kept = bound('both', 'select id from kept where id in (1, 2)');
  assert.deepEqual((await send([kept]))[0], [{ id: 1 }]);
  await end();
});

test('a statement is prepared once, also when many batches need it before it is', async () => {
  const { send, end } = await connect(true);
  const answers = await Promise.all(Array.from({ length: 20 }, () => send([one])));
  assert.deepEqual(new Set(answers.map(([rows]) => JSON.stringify(rows))), new Set(['[{"n":1}]']));
  assert.deepEqual((await send([names]))[0], [{ name: 'names' }, { name: 'one' }]);
  await end();
});

test('a statement that an earlier failure skipped is prepared later', async () => {
  const { send, end } = await connect(true);
  await assert.rejects(send([divide(0), one]), { code: '22012' });
  assert.deepEqual(await send([one, divide(1)]), [[{ n: 1 }], [{ n: 1 }]]);
  assert.deepEqual(await send([one, divide(1)]), [[{ n: 1 }], [{ n: 1 }]]);
  assert.deepEqual((await send([names]))[0], [{ name: 'divide' }, { name: 'names' }, { name: 'one' }]);
  await end();
});

test('a batch does not rely on what one that fails before it would have prepared', async () => {
  const { send, end } = await connect(true);
  const [failed, next] = await Promise.allSettled([send([divide(0), one]), send([one])]);
  assert.equal(failed.status, 'rejected');
  assert.deepEqual(next, { status: 'fulfilled', value: [[{ n: 1 }]] });
  await end();
});

test('a name that stands for one statement never brings another one’s answer', async () => {
  const { send, end } = await connect(true);
  for (let round = 0; round < 2; round += 1) {
    const answers = await send([bound('same', 'select 1 as n'), bound('same', 'select 2 as m')]);
    assert.deepEqual(answers, [[{ n: 1 }], [{ m: 2 }]]);
  }
  await assert.rejects(send([bound('broken', 'selec 1')]), { code: '42601' });
  assert.deepEqual(await send([bound('broken', 'select 3 as n')]), [[{ n: 3 }]]);
  await end();
});

test('without prepared statements nothing is left behind', async () => {
  const { send, end } = await connect(false);
  await send([one, divide(1)]);
  assert.deepEqual((await send([names]))[0], []);
  await end();
});

test('a value that cannot be sent fails its own batch only', async () => {
  const { send, end } = await connect(true);
  await assert.rejects(send([bound('object', 'select $1', [{ a: 1 }])]), /a parameter is/);
  assert.deepEqual(await send([one]), [[{ n: 1 }]]);
  await end();
});

test('a connection that ends fails what is under way, and its lane opens anew', async () => {
  const lanes = createLanes({ ...embedded.connection, pipeline: true }, 1, true);
  await lanes.run([one]);
  const die = bound('die', 'select pg_terminate_backend(pg_backend_pid())');
  const sent = await Promise.allSettled([lanes.run([die]), lanes.run([one])]);
  assert.deepEqual(
    sent.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const [answer] = await lanes.run([one]);
  assert.deepEqual(answer?.rows, [{ n: 1 }]);
  await lanes.close();
  await assert.rejects(lanes.run([one]), /terminated/);
});
