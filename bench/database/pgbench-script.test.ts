import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pgbenchScript, someCustomer } from './pgbench-script.ts';

const statements = [
  { text: 'begin', values: [], roundTrip: 1, sync: 1 },
  { text: 'select enter($1)', values: ['env_a'], roundTrip: 1, sync: 2 },
  {
    text: 'insert into c values ($1, $2::bytea, $3, $4)',
    values: ['cus_1', Buffer.of(1, 255), null, 'u'],
    roundTrip: 1,
    sync: 3,
  },
  { text: 'commit', values: [], roundTrip: 2, sync: 4 },
] as const;
const varying = { customerId: 'cus_1', externalId: 'u' };

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
    { text: 'select enter($1)', values: ['env_a'], roundTrip: 1, sync: 1 },
    { text: 'select 1', values: [], roundTrip: 1, sync: 1 },
    { text: 'select 2', values: [], roundTrip: 2, sync: 2 },
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

test('a checked script insists that the customer is found', () => {
  const { text } = pgbenchScript({ statements, varying, setup: [], style: 'checked' });
  assert.deepEqual(text.match(/^.* \\gset$/gm), [
    'insert into c values (:customer, :s2p2::bytea, null, :external) \\gset',
  ]);
});

test('a parameter that nothing was bound to is an error, not an empty value', () => {
  const broken = [{ text: 'select $2', values: ['a'], roundTrip: 1, sync: 1 }];
  assert.throws(() => pgbenchScript({ statements: broken, varying, setup: [], style: 'plain' }), /\$2/);
});

test('some customer is one of those that were made', () => {
  assert.deepEqual(someCustomer(5n, 4, 10), ['\\set customer 5 + random(1, 10) * 1000 + random(0, 3)']);
});
