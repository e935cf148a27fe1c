import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { appendAuditEntry } from '../store/audit-log.ts';
import { type Manager, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

/** An organisation with a chain of entries. */
async function chainOf(entries: number): Promise<Manager> {
  const { organisationId } = await server.store.newEnvironment();
  const manager = await server.newManager(organisationId);
  for (let n = 1; n <= entries; n += 1) await append(organisationId, { n, text: 'ä"\\\u2028' });
  return manager;
}

function append(organisationId: string, summary: Record<string, string | number>): Promise<void> {
  return server.store.db.organisationTransaction(organisationId, async (tx) => {
    appendAuditEntry(tx, organisationId, {
      id: server.store.newId('aud_'),
      action: 'environments.update',
      actor: { type: 'system' },
      subject: 'env_00000000',
      summary,
      createdAt: new Date(),
    });
    return { commit: true, value: undefined };
  });
}

/** As somebody who owns the database would, past the triggers. */
async function tamper({ organisationId }: Manager, change: string): Promise<void> {
  await server.store.asOwner('alter table switchyard.audit_entry disable trigger user');
  await server.store.asOwner('alter table switchyard.audit_entry no force row level security');
  await server.store.asOwner(`${change} and organisation_id = $1`, [organisationId]);
  await server.store.asOwner('alter table switchyard.audit_entry enable trigger user');
  await server.store.asOwner('alter table switchyard.audit_entry force row level security');
}

const verify = async ({ api }: Manager) => (await api('/manage/v1/audit_entries/verify')).body;

test('an organisation of which nothing was changed has an empty chain that holds', async () => {
  assert.deepEqual(await verify(await chainOf(0)), {
    object: 'audit_verification',
    valid: true,
    entries: 0,
  });
});

test('a chain holds, and its head is the newest entry', async () => {
  const manager = await chainOf(3);
  const { body } = await manager.api('/manage/v1/audit_entries?limit=2');
  assert.deepEqual(
    body.data.map(({ sequence }: { sequence: number }) => sequence),
    [3, 2],
  );
  assert.equal(body.hasMore, true);
  assert.equal(body.data[0].previousHash, body.data[1].hash);
  assert.deepEqual(body.data[0].summary, { n: 3, text: 'ä"\\\u2028' });
  const rest = await manager.api(`/manage/v1/audit_entries?after=${body.next}`);
  assert.equal(rest.body.data.length, 1);
  const told = await verify(manager);
  assert.deepEqual(told.head, { sequence: 3, hash: body.data[0].hash });
  assert.equal(told.valid, true);
});

test('entries that are appended at once form one chain', async () => {
  const manager = await chainOf(0);
  await Promise.all(Array.from({ length: 20 }, (_, n) => append(manager.organisationId, { n })));
  assert.deepEqual([(await verify(manager)).valid, (await verify(manager)).entries], [true, 20]);
});

const tamperings = {
  'an entry whose text was changed': [
    `update switchyard.audit_entry set body = replace(body, '"n":2', '"n":9') where sequence = 2`,
    { sequence: 2, problem: 'altered' },
  ],
  'an entry whose hash was changed': [
    `update switchyard.audit_entry set hash = sha256('x') where sequence = 2`,
    { sequence: 2, problem: 'altered' },
  ],
  'an entry that was made to fit, with its hash': [
    `update switchyard.audit_entry set body = replace(body, '"n":2', '"n":9'),
      hash = sha256(previous_hash || convert_to('2' || chr(10) || replace(body, '"n":2', '"n":9'), 'UTF8'))
      where sequence = 2`,
    { sequence: 3, problem: 'altered' },
  ],
  'the last entry made to fit': [
    `update switchyard.audit_entry set body = replace(body, '"n":4', '"n":9'),
      hash = sha256(previous_hash || convert_to('4' || chr(10) || replace(body, '"n":4', '"n":9'), 'UTF8'))
      where sequence = 4`,
    { sequence: 4, problem: 'altered' },
  ],
  'an entry that is gone': [
    'delete from switchyard.audit_entry where sequence = 2',
    { sequence: 2, problem: 'missing' },
  ],
  'an end that was cut off': [
    'delete from switchyard.audit_entry where sequence > 2',
    { sequence: 3, problem: 'cut_short' },
  ],
} as const;

for (const [what, [change, broken]] of Object.entries(tamperings)) {
  test(`the proof finds ${what}`, async () => {
    const manager = await chainOf(4);
    await tamper(manager, change);
    const told = await verify(manager);
    assert.equal(told.valid, false);
    assert.deepEqual(told.broken, broken);
  });
}

test('neither the service nor the owner of the tables can change or remove an entry', async () => {
  const { organisationId } = await chainOf(1);
  for (const text of [
    'update switchyard.audit_entry set sequence = 7',
    'delete from switchyard.audit_entry',
    'truncate switchyard.audit_entry',
    `insert into switchyard.audit_entry (organisation_id, sequence, body, previous_hash, hash) values ('o', 9, '{}', '', '')`,
    'update switchyard.audit_head set sequence = 7',
  ]) {
    await assert.rejects(
      server.store.db.readOfOrganisation(organisationId, { name: `test-${text.slice(0, 40)}`, text }, []),
      /permission denied/,
      text,
    );
  }
  await assert.rejects(server.store.asOwner('truncate switchyard.audit_entry'), /never changed or removed/);
});

test('another organisation’s entries are neither listed nor cursors', async () => {
  const [ours, theirs] = [await chainOf(1), await chainOf(1)];
  const foreign = (await theirs.api('/manage/v1/audit_entries')).body.data[0].id;
  assert.equal((await ours.api('/manage/v1/audit_entries')).body.data.length, 1);
  const refused = await ours.api(`/manage/v1/audit_entries?after=${foreign}`);
  assert.equal(refused.status, 400);
  assert.equal(refused.body.data.param, 'after');
});
