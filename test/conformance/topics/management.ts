import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonSchemaOf, MANAGE_OPERATIONS, type ManageOperation } from '@switchyard/contract';
import type { Api, ApiRequest } from '../../harness/api.ts';
import type { Context, Topic } from '../context.ts';
import {
  expectInvalid,
  expectManaged,
  expectNotFound,
  expectRefusal,
  expectUndefinedError,
  withoutRequestId,
} from '../expect.ts';
import { examplePath, unique } from '../fixtures.ts';

const UNAUTHORIZED = { status: 401, code: 'unauthorized', key: 'manage.caller_required' } as const;
const POST = { method: 'POST' } as const;

export const management: Topic = (context) => {
  description(context);
  callers(context);
  strictness(context);
  lists(context);
  audit(context);
  secrets(context);
};

const guarded = MANAGE_OPERATIONS.filter(({ role }) => role !== 'anyone');

function exampleRequest({ method, examples }: ManageOperation): ApiRequest {
  return examples.body === undefined ? { method } : { method, body: examples.body };
}

const description: Topic = ({ anonymous }) => {
  test('the management API describes itself to everyone, and is not sent again unchanged', async () => {
    const answer = await anonymous('/manage/v1/openapi.json');
    assert.equal(answer.body.openapi, '3.1.1');
    const etag = answer.headers.get('etag') ?? '';
    const again = await anonymous('/manage/v1/openapi.json', { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });

  test('each operation of the description says which role may call it', async () => {
    const { paths } = (await anonymous('/manage/v1/openapi.json')).body;
    for (const { name, method, path, role } of MANAGE_OPERATIONS)
      assert.equal(paths[path][method.toLowerCase()]['x-role'], role, name);
  });

  test('the management reference is a page', async () => {
    const answer = await anonymous('/manage/docs');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });
};

const callers: Topic = ({ anonymous, api, manage, withKey }) => {
  for (const operation of guarded) {
    test(`${operation.name} is refused to nobody and to an API key alike`, async () => {
      const [path, request] = [examplePath(operation), exampleRequest(operation)];
      const nobody = await anonymous(path, request);
      expectRefusal(nobody, UNAUTHORIZED);
      assert.equal(withoutRequestId(await api(path, request)), withoutRequestId(nobody));
    });
  }

  test('a caller is told its organisation and its role', async () => {
    const { role, organisation } = expectManaged('me.get', await manage('/manage/v1/me'));
    assert.deepEqual([role, organisation.name], ['owner', 'Development']);
  });

  test('a role that does not cover a call is told which one does', async () => {
    const body = { label: unique('viewer'), role: 'viewer' };
    const created = await manage('/manage/v1/management_tokens', { body });
    const viewer = withKey(expectManaged('managementTokens.create', created).secret);
    const refused = await viewer('/manage/v1/management_tokens', { body });
    const data = expectRefusal(refused, { status: 403, code: 'forbidden', key: 'manage.role' });
    assert.deepEqual(data.explanation?.vars, { role: 'viewer', needed: 'owner' });
  });

  test('whoever signs in wrongly learns nothing', async () => {
    const body = { email: 'nobody@example.com', password: 'a long sentence' };
    const answer = await anonymous('/manage/v1/sessions', { body });
    expectRefusal(answer, { status: 401, code: 'unauthorized', key: 'sign_in.refused' });
    assert.equal(answer.headers.get('set-cookie'), null);
  });
};

const strictness: Topic = ({ anonymous, manage }) => {
  const environments = '/manage/v1/environments';

  test('another version of the API is refused', async () => {
    const headers = { 'service-version': '2020-01-01' };
    expectInvalid(await manage('/manage/v1/me', { headers }), 'Service-Version');
  });

  test('an unknown field, an unknown parameter and a doubled key are refused', async () => {
    expectInvalid(await manage(environments, { body: { mode: 'test', name: 'x', colour: 'red' } }), 'colour');
    expectInvalid(await manage(`${environments}?colour=red`), 'colour');
    expectInvalid(await manage('/manage/v1/me?colour=red'), 'colour');
    const rawBody = '{"mode":"test","name":"x","name":"y"}';
    const headers = { 'content-type': 'application/json' };
    expectInvalid(await manage(environments, { method: 'POST', rawBody, headers }), 'name');
  });

  test('a body that is not JSON is refused, and one that is too large', async () => {
    const text = await manage(environments, {
      ...POST,
      rawBody: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expectUndefinedError(text, 415, 'UNSUPPORTED_MEDIA_TYPE');
    const large = await manage(environments, { body: { name: 'x'.repeat(300_000) } });
    expectUndefinedError(large, 413, 'PAYLOAD_TOO_LARGE');
  });

  test('nobody’s body is read', async () => {
    expectRefusal(await anonymous(environments, { body: { name: 'x'.repeat(300_000) } }), UNAUTHORIZED);
  });

  test('an unknown path is not found, and a wrong method is not allowed', async () => {
    expectUndefinedError(await manage('/manage/v1/nothing'), 404, 'NOT_FOUND');
    const wrong = await manage(environments, { method: 'DELETE' });
    expectUndefinedError(wrong, 405, 'METHOD_NOT_ALLOWED');
    assert.equal(wrong.headers.get('allow'), 'GET, POST, HEAD');
  });

  test('an environment that does not exist is not found by any operation on it', async () => {
    for (const operation of guarded.filter(({ path }) => path.includes('{environment}'))) {
      const answer = await manage(examplePath(operation), exampleRequest(operation));
      expectNotFound(answer, 'environment');
    }
  });
};

/** The lists, and where they are. */
const LISTS = guarded.flatMap((operation) => {
  const { query } = operation;
  return query !== undefined && 'after' in query.shape ? [{ operation, query }] : [];
});

const lists: Topic = ({ manage }) => {
  const pathOf = async ({ path }: ManageOperation): Promise<string> => {
    const { data } = expectManaged('environments.list', await manage('/manage/v1/environments'));
    const here = path.replace('{environment}', data[0]?.id ?? '');
    if (!here.includes('{id}')) return here;
    // The one list that is inside of something: the deliveries of an endpoint.
    const [endpoints = ''] = here.split('/{id}', 1);
    const body = { url: 'https://shop.example/hooks' };
    const { id } = expectManaged('webhookEndpoints.create', await manage(endpoints, { body }));
    return here.replace('{id}', id);
  };
  for (const { operation, query } of LISTS) {
    test(`${operation.name} is a page: its size is 1 to 100, and its cursor was really returned`, async () => {
      const path = await pathOf(operation);
      expectManaged(operation.name, await manage(`${path}?limit=100`));
      for (const limit of ['0', '101', '0x10', '1e1', ''])
        expectInvalid(await manage(`${path}?limit=${limit}`), 'limit');
      expectInvalid(await manage(`${path}?after=${unknownCursor(query)}`), 'after');
    });
  }

  test('a walk over the audit log misses nothing and shows nothing twice', async () => {
    for (let n = 0; n < 3; n += 1) await touch(manage);
    const seen: number[] = [];
    for (let after = ''; ; ) {
      const answer = await manage(`/manage/v1/audit_entries?limit=2${after}`);
      const page = expectManaged('auditEntries.list', answer);
      seen.push(...page.data.map(({ sequence }) => sequence));
      assert.equal(page.next, page.hasMore ? page.data.at(-1)?.id : undefined);
      if (!page.hasMore) break;
      after = `&after=${page.next}`;
    }
    const newest = seen[0] ?? 0;
    assert.deepEqual(
      seen,
      Array.from({ length: newest }, (_, n) => newest - n),
    );
  });
};

const UNKNOWN_VERSION = '999999999';

/** A cursor of the right form that no list has. */
function unknownCursor(query: NonNullable<ManageOperation['query']>): string {
  const after = jsonSchemaOf(query, 'input').properties?.after;
  const pattern = typeof after === 'object' ? (after.pattern ?? '') : '';
  if (new RegExp(pattern).test(UNKNOWN_VERSION)) return UNKNOWN_VERSION;
  const prefix = /^\^([a-z]+_)/.exec(pattern)?.[1];
  assert.ok(prefix, 'a cursor is an id or a version');
  return `${prefix}0000000000000000000000`;
}

const touch = (manage: Api, name = unique('env')) =>
  manage('/manage/v1/environments', { body: { mode: 'test', name: name.slice(0, 60) } });

const audit: Topic = ({ manage }) => {
  const newest = async () =>
    expectManaged('auditEntries.list', await manage('/manage/v1/audit_entries?limit=1')).data[0];

  test('a write leaves one entry, which names the request, the caller and what was changed', async () => {
    const before = (await newest())?.sequence ?? 0;
    const answer = await touch(manage);
    const { id, name } = expectManaged('environments.create', answer);
    const entry = await newest();
    assert.ok(entry);
    assert.equal(entry.sequence, before + 1);
    assert.equal(entry.action, 'environments.create');
    assert.deepEqual([entry.environment, entry.subject], [id, id]);
    assert.deepEqual(entry.summary, { mode: 'test', name });
    assert.equal(entry.requestId, answer.headers.get('request-id'));
    assert.deepEqual([entry.actor.type, entry.actor.role], ['token', 'owner']);
  });

  test('a read and a write that is refused leave none', async () => {
    const before = await newest();
    await manage('/manage/v1/environments');
    expectInvalid(await manage('/manage/v1/environments', { body: { mode: 'test' } }), 'name');
    const taken = await manage('/manage/v1/operators/opr_0000000000000000000000/disable', POST);
    expectNotFound(taken);
    assert.deepEqual(await newest(), before);
  });

  test('the chain holds', async () => {
    const told = expectManaged('auditEntries.verify', await manage('/manage/v1/audit_entries/verify'));
    assert.equal(told.valid, true);
    assert.equal(told.head?.sequence, told.entries);
  });
};

const secrets: Topic = ({ manage, withKey }: Context) => {
  test('a key that is created is in no later answer, and opens the environment it is of', async () => {
    const { id } = expectManaged('environments.create', await touch(manage));
    const path = `/manage/v1/environments/${id}/api_keys`;
    const created = await manage(path, { body: { label: 'Conformance', scopes: ['full'] } });
    const { secret } = expectManaged('apiKeys.create', created);
    assert.equal((await withKey(secret)('/v1/customers')).status, 200);
    for (const later of [await manage(path), await manage('/manage/v1/audit_entries')])
      assert.equal(later.text.includes(secret), false);
  });
};
