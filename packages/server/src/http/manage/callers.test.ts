import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, type ApiRequest, createApi } from '../../../../../test/harness/api.ts';
import { SESSION_IDLE_MS_MAX, SESSION_MS_MAX } from '../../manage/limits.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const EMAIL = 'Augusta@Payments.example';
const PASSWORD = 'a long sentence nobody guesses';

let server: TestServer;
let organisationId: string;
let anyone: Api;
before(async () => {
  server = await startTestServer({ frozen: true });
  organisationId = (await server.store.newEnvironment()).organisationId;
  await server.newOperator(organisationId, { email: EMAIL, password: PASSWORD });
  anyone = createApi(server.baseUrl);
});
after(() => server.stop());

const signIn = (body: object = {}) =>
  anyone('/manage/v1/sessions', { body: { email: EMAIL, password: PASSWORD, ...body } });

/** The API as a browser calls it that is signed in. */
async function browser(): Promise<Api> {
  const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  return (path, request: ApiRequest = {}) =>
    anyone(path, { ...request, headers: { cookie, ...request.headers } });
}

const withoutId = (text: string) => text.replaceAll(/req_[A-Za-z0-9]+/g, '');

test('a management token is told who it is', async () => {
  const manager = await server.newManager(organisationId, { role: 'operator' });
  const { status, body } = await manager.api('/manage/v1/me');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    object: 'caller',
    id: manager.id,
    role: 'operator',
    organisation: { id: organisationId, name: organisationId },
  });
});

test('every way of not being known gets one same 401', async () => {
  const { text: token } = await server.newManager(organisationId);
  const expired = await server.newManager(organisationId, { expiresAt: new Date(0) });
  const { text: apiKey } = await server.newKey('test');
  const none = await anyone('/manage/v1/me');
  assert.equal(none.status, 401);
  assert.equal(none.body.data.explanation.key, 'manage.caller_required');
  for (const key of [apiKey, `${token}0`, token.slice(0, -1), expired.text, 'sy_mgmt_', 'x']) {
    const answer = await createApi(server.baseUrl, key)('/manage/v1/me');
    assert.equal(withoutId(answer.text), withoutId(none.text));
  }
});

test('a management token opens nothing of the service’s own API', async () => {
  const { text } = await server.newManager(organisationId);
  assert.equal((await createApi(server.baseUrl, text)('/v1/rails')).status, 401);
});

test('whoever signs in gets a cookie that scripts cannot read, and no secret in the body', async () => {
  const answer = await signIn({ email: EMAIL.toUpperCase() });
  assert.equal(answer.status, 201, answer.text);
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^switchyard_session=sy_sess_\w{36}; Path=\/; HttpOnly; SameSite=Strict; Expires=/,
  );
  assert.doesNotMatch(answer.text, /sy_sess_/);
  assert.equal(answer.body.operator.email, EMAIL);
  assert.equal(answer.body.operator.role, 'owner');
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const wrong = await signIn({ password: 'another long sentence' });
  const unknown = await signIn({ email: 'nobody@payments.example' });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.headers.get('set-cookie'), null);
  assert.equal(withoutId(wrong.text), withoutId(unknown.text));
});

test('a session is who its operator is, until it is ended', async () => {
  const api = await browser();
  const { body } = await api('/manage/v1/me');
  assert.equal(body.operator.email, EMAIL);
  const ended = await api('/manage/v1/sessions/current/end', {
    method: 'POST',
    headers: { 'x-switchyard-csrf': '1' },
  });
  assert.deepEqual(ended.body, { object: 'signed_out' });
  assert.match(ended.headers.get('set-cookie') ?? '', /^switchyard_session=; .*Max-Age=0$/);
  assert.equal((await api('/manage/v1/me')).status, 401);
});

test('a cookie reads without a second proof, and writes only with one', async () => {
  const api = await browser();
  assert.equal((await api('/manage/v1/environments')).status, 200);
  const end = (headers: Record<string, string> = {}) =>
    api('/manage/v1/sessions/current/end', { method: 'POST', headers });
  const refused = await end();
  assert.equal(refused.status, 403);
  assert.equal(refused.body.data.explanation.key, 'manage.second_proof');
  assert.equal((await end({ origin: 'https://evil.example' })).status, 403);
  assert.equal((await end({ origin: 'null' })).status, 403);
  assert.equal((await end({ origin: server.baseUrl })).status, 200);
});

test('a session that nobody uses ends, and one that is used lasts to its end', async () => {
  const [idle, used] = [await browser(), await browser()];
  const step = SESSION_IDLE_MS_MAX - 60_000;
  for (let passed = 0; passed + step < SESSION_MS_MAX; passed += step) {
    server.advance(step);
    assert.equal((await used('/manage/v1/me')).status, 200);
  }
  assert.equal((await idle('/manage/v1/me')).status, 401);
  server.advance(step);
  assert.equal((await used('/manage/v1/me')).status, 401);
});

test('a token has no session to end', async () => {
  const { api } = await server.newManager(organisationId);
  const answer = await api('/manage/v1/sessions/current/end', { method: 'POST' });
  assert.equal(answer.status, 409);
  assert.equal(answer.body.data.explanation.key, 'session.none');
});

test('the environments of another organisation are found as little as unknown ones', async () => {
  const [ours, theirs] = [await server.store.newEnvironment(), await server.store.newEnvironment()];
  const { api } = await server.newManager(ours.organisationId);
  assert.equal((await api(`/manage/v1/environments/${ours.id}`)).body.mode, 'test');
  const foreign = await api(`/manage/v1/environments/${theirs.id}`);
  const unknown = await api('/manage/v1/environments/env_0000000000000000000000');
  assert.equal(foreign.status, 404);
  assert.equal(foreign.body.data.param, 'environment');
  assert.equal(withoutId(foreign.text), withoutId(unknown.text));
  const listed = await api('/manage/v1/environments');
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [ours.id],
  );
  const cursor = await api(`/manage/v1/environments?after=${theirs.id}`);
  assert.equal(cursor.status, 400);
  assert.equal(cursor.body.data.param, 'after');
});

test('nothing that was sent to sign in is in the log', async () => {
  await signIn();
  assert.doesNotMatch(server.log(), new RegExp(`${PASSWORD}|payments\\.example|sy_sess_|sy_mgmt_`, 'i'));
});
