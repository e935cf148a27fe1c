import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pgbenchScript } from './pgbench-script.ts';

const statements = [
  { text: 'begin', values: [], roundTrip: 1, sync: 1, connection: 1 },
  { text: 'select enter($1)', values: ['env_a'], roundTrip: 1, sync: 2, connection: 1 },
  {
    text: 'insert into c values ($1, $2::bytea, $3, $4)',
    values: ['cus_1', Buffer.of(1, 255), null, 'u'],
    roundTrip: 1,
    sync: 3,
    connection: 1,
  },
  { text: 'commit', values: [], roundTrip: 2, sync: 4, connection: 1 },
] as const;
const varying = new Map([
  ['cus_1', ':customer'],
  ['u', ':external'],
]);

test('a script keeps the statements and their order, and turns parameters into variables', () => {
  const script = pgbenchScript({ statements, varying, setup: ['\\set customer 1'], style: 'plain' });
  assert.deepEqual(script.text.split('\n'), [
    '\\set customer 1',
    'begin;',
    'select enter(:s1p1);',
    'insert into c values (:customer, :s2p2::bytea, null, :external);',
    'commit;',
    '',
  ]);
  assert.deepEqual(script.variables, { s1p1: 'env_a', s2p2: '\\x01ff' });
});

test('a pipelined script sends together what was sent together', () => {
  const { text } = pgbenchScript({ statements, varying, setup: [], style: 'pipelined' });
  assert.equal(
    text.replaceAll(/^[a-z].*$/gm, 'x'),
    '\\startpipeline\nx\nx\nx\n\\endpipeline\n\\startpipeline\nx\n\\endpipeline\n',
  );
});

test('statements that one Sync made a transaction are one without a pipeline too', () => {
  const alone = [
    { text: 'select enter($1)', values: ['env_a'], roundTrip: 1, sync: 1, connection: 1 },
    { text: 'select 1', values: [], roundTrip: 1, sync: 1, connection: 1 },
    { text: 'select 2', values: [], roundTrip: 2, sync: 2, connection: 1 },
  ];
  const script = (style: 'plain' | 'pipelined') =>
    pgbenchScript({ statements: alone, varying, setup: [], style }).text.trim().split('\n');
  assert.deepEqual(script('plain'), ['begin;', 'select enter(:s0p1);', 'select 1;', 'commit;', 'select 2;']);
  assert.ok(!script('pipelined').includes('begin;'));
});

test('a transaction block of its own gets no second one, however its statements share a Sync', () => {
  const block = statements.map((statement) => ({ ...statement, sync: statement.roundTrip }));
  const { text } = pgbenchScript({ statements: block, varying, setup: [], style: 'plain' });
  assert.equal(text.match(/begin/g)?.length, 1);
  assert.equal(text.match(/commit/g)?.length, 1);
});

test('a statement that must find something insists on one row', () => {
  const { text } = pgbenchScript({ statements, varying, setup: [], style: 'plain', mustFind: 'cus_1' });
  assert.deepEqual(text.match(/^.* \\gset$/gm), [
    'insert into c values (:customer, :s2p2::bytea, null, :external) \\gset',
  ]);
});

test('what varies is replaced inside other values too, and in bytes', () => {
  const id = 'evt_034y0QkZXMuGf5W6NszkaG';
  const text = 'insert into e values ($1, $2, $3)';
  const inside = [
    {
      text,
      values: [id, `{"id":"${id}","at":"u"}`, Buffer.alloc(2, 1)],
      roundTrip: 1,
      sync: 1,
      connection: 1,
    },
  ];
  const names = new Map([...varying, [id, `('evt_' || :event)`], ['\\x0101', `decode(:hash, 'hex')`]]);
  const script = (types: ReadonlyMap<string, readonly string[]>) =>
    pgbenchScript({ statements: inside, varying: names, types, setup: [], style: 'plain' });
  const { text: sql, variables } = script(new Map([[text, ['text', 'json', 'bytea']]]));
  assert.equal(
    sql,
    `insert into e values (('evt_' || :event), replace(:s0p2, '${id}', ('evt_' || :event))::json, decode(:hash, 'hex'));\n`,
  );
  assert.deepEqual(variables, { s0p2: `{"id":"${id}","at":"u"}` });
  assert.match(script(new Map()).text, /\(\('evt_' \|\| :event\), :s0p2, /);
});

test('what is null or empty is written into the statement: pgbench has no such variables', () => {
  const empty = [{ text: 'select $1, $2', values: [null, ''], roundTrip: 1, sync: 1, connection: 1 }];
  const script = pgbenchScript({ statements: empty, varying, setup: [], style: 'plain' });
  assert.deepEqual(script, { text: "select null, '';\n", variables: {} });
});

test('a parameter that nothing was bound to is an error, not an empty value', () => {
  const broken = [{ text: 'select $2', values: ['a'], roundTrip: 1, sync: 1, connection: 1 }];
  assert.throws(() => pgbenchScript({ statements: broken, varying, setup: [], style: 'plain' }), /\$2/);
});
