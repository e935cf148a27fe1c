import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Role } from '@switchyard/contract';
import { type Api, type ApiRequest, createApi } from '../../../../test/harness/api.ts';
import type { Environment } from '../domain/environment.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOUR_MS = 60 * 60 * 1000;
const POST = { method: 'POST' };
const UNKNOWN = '0000000000000000000000';

let server: TestServer;
let environment: Environment;
let owner: Api;
before(async () => {
  server = await startTestServer({ frozen: true });
  environment = await server.store.newEnvironment('live');
  owner = (await server.newManager(environment.organisationId)).api;
});
after(() => server.stop());

const keysPath = () => `/manage/v1/environments/${environment.id}/api_keys`;
const newKey = (body: object = {}) =>
  owner(keysPath(), { body: { label: 'Shop', scopes: ['full'], ...body } });
const useKey = async (secret: string) => (await createApi(server.baseUrl, secret)('/v1/customers')).status;
const lastEntry = async (api = owner) => (await api('/manage/v1/audit_entries?limit=1')).body.data[0];

async function signedIn(email: string, password: string): Promise<Api> {
  const anyone = createApi(server.baseUrl);
  const session = await anyone('/manage/v1/sessions', { body: { email, password } });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (path, request: ApiRequest = {}) =>
    anyone(path, { ...request, headers: { cookie, 'x-switchyard-csrf': '1', ...request.headers } });
}

// ── Environments ───────────────────────────────────────────────────────────────────────────────────────────────

test('an environment that is created works at once, with a key that is created in it', async () => {
  const created = await owner('/manage/v1/environments', { body: { mode: 'test', name: 'Staging' } });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body;
  assert.deepEqual((await owner(`/manage/v1/environments/${id}`)).body, created.body);
  assert.deepEqual(
    await lastEntry().then(({ action, subject, environment: of, summary }) => [action, subject, of, summary]),
    ['environments.create', id, id, { mode: 'test', name: 'Staging' }],
  );
  const key = await owner(`/manage/v1/environments/${id}/api_keys`, {
    body: { label: 'k', scopes: ['full'] },
  });
  const api = createApi(server.baseUrl, key.body.secret);
  assert.equal((await api('/v1/customers', { body: { externalId: 'x' } })).status, 201);
});

test('users are sent back from live only to where an owner has allowed it', async () => {
  const key = await newKey();
  const api = createApi(server.baseUrl, key.body.secret);
  const customer = (await api('/v1/customers', { body: { externalId: 'returns' } })).body.id;
  const link = (returnUri: string, channel = 'web') =>
    api('/v1/link_sessions', { body: { customer, country: 'DE', returnUri, channel } });
  const pay = (returnUri: string) =>
    api('/v1/payment_intents', { body: { quote: `qt_${UNKNOWN}`, digest: 'd', returnUri } });
  for (const refused of [await link('https://shop.example/back'), await pay('https://shop.example/back')]) {
    assert.equal(refused.status, 400);
    assert.equal(refused.body.data.param, 'returnUri');
    assert.equal(refused.body.data.explanation.key, 'return_uri.not_allowed');
  }
  const returnOrigins = ['https://shop.example', 'com.shop.app:'];
  const path = `/manage/v1/environments/${environment.id}`;
  const updated = await owner(path, { body: { settings: { returnOrigins } } });
  assert.deepEqual(updated.body.settings, { returnOrigins });
  assert.deepEqual((await lastEntry()).summary, { returnOrigins: { from: [], to: returnOrigins } });
  // Nothing is connected here: what was refused for its URI is now refused for that.
  assert.equal((await link('https://shop.example/back')).status, 422);
  assert.equal((await link('com.shop.app://back', 'native')).status, 422);
  assert.equal((await pay('https://shop.example/back')).body.data.param, 'quote');
  assert.equal((await link('https://evil.example/back')).status, 400);
});

for (const origin of [
  'http://shop.example',
  'https://shop.example/',
  'https://a@b',
  'javascript:',
  'https:',
  '*',
]) {
  test(`${origin} is no origin to send users back to`, async () => {
    const body = { settings: { returnOrigins: [origin] } };
    const answer = await owner(`/manage/v1/environments/${environment.id}`, { body });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.data.param, 'settings.returnOrigins.0');
  });
}

// ── API keys ───────────────────────────────────────────────────────────────────────────────────────────────────

test('a key is shown once, works, and is told apart by its label and its end', async () => {
  const created = await newKey({ label: 'Checkout', scopes: ['read', 'customers.create', 'read'] });
  assert.equal(created.status, 201, created.text);
  const { secret, ...key } = created.body;
  assert.match(secret, /^sy_live_sk_[0-9A-Za-z]{36}$/);
  assert.equal(secret.endsWith(key.hint), true);
  assert.deepEqual(key.scopes, ['read', 'customers.create']);
  assert.equal(await useKey(secret), 200);
  const [listed] = (await owner(keysPath())).body.data;
  const { lastUsedAt, ...rest } = listed;
  assert.deepEqual(rest, key);
  assert.match(lastUsedAt, /^2/);
  const entry = await lastEntry();
  assert.deepEqual([entry.action, entry.subject], ['apiKeys.create', key.id]);
  assert.doesNotMatch(JSON.stringify(entry), /sy_live/);
});

test('a key that has never been used says so', async () => {
  const { id } = (await newKey()).body;
  const [listed] = (await owner(keysPath())).body.data;
  assert.equal(listed.id, id);
  assert.equal('lastUsedAt' in listed, false);
});

test('a key from another address is refused', async () => {
  const { secret } = (await newKey({ allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] })).body;
  assert.equal(await useKey(secret), 403);
  const local = await newKey({ allowedAddresses: ['127.0.0.1'] });
  assert.equal(await useKey(local.body.secret), 200);
});

const wrongKeys: readonly (readonly [string, object])[] = [
  ['scopes', { scopes: [] }],
  ['scopes.0', { scopes: ['everything'] }],
  ['allowedAddresses.0', { allowedAddresses: ['999.1.1.1'] }],
  ['allowedAddresses.0', { allowedAddresses: ['10.0.0.0/33'] }],
  ['expiresAt', { expiresAt: '2001-01-01T00:00:00Z' }],
  ['label', { label: '' }],
  ['secret', { secret: 'sy_live_sk_x' }],
];
for (const [param, fields] of wrongKeys) {
  test(`a key with ${JSON.stringify(fields)} is refused for ${param}`, async () => {
    const answer = await newKey(fields);
    assert.equal(answer.status, 400);
    assert.equal(answer.body.data.param, param);
  });
}

test('a revoked key is refused within five seconds, and cannot be revoked or rotated again', async () => {
  const { id, secret } = (await newKey()).body;
  assert.equal(await useKey(secret), 200);
  const revoked = await owner(`${keysPath()}/${id}/revoke`, POST);
  assert.equal(revoked.body.status, 'revoked');
  server.advance(5_000);
  assert.equal(await useKey(secret), 401);
  for (const action of ['revoke', 'rotate']) {
    const again = await owner(`${keysPath()}/${id}/${action}`, POST);
    assert.equal(again.status, 409, action);
    assert.equal(again.body.data.explanation.key, 'api_key.revoked');
  }
});

test('a rotated key goes on beside the new one for as long as was asked', async () => {
  const old = (await newKey({ scopes: ['read'] })).body;
  const path = `${keysPath()}/${old.id}/rotate`;
  const rotated = await owner(path, { body: { overlapHours: 2 } });
  assert.equal(rotated.status, 201, rotated.text);
  assert.deepEqual(rotated.body.scopes, ['read']);
  assert.deepEqual([await useKey(old.secret), await useKey(rotated.body.secret)], [200, 200]);
  const again = await owner(path, POST);
  assert.equal(again.body.data.explanation.key, 'api_key.rotated');
  server.advance(2 * HOUR_MS + 1);
  assert.deepEqual([await useKey(old.secret), await useKey(rotated.body.secret)], [401, 200]);
  const listed = (await owner(keysPath())).body.data.find(({ id }: { id: string }) => id === old.id);
  assert.deepEqual([listed.status, listed.replacedBy], ['expired', rotated.body.id]);
});

test('keys of another organisation are found as little as unknown ones', async () => {
  const theirs = await server.store.newEnvironment();
  const them = (await server.newManager(theirs.organisationId)).api;
  const { body } = await them(`/manage/v1/environments/${theirs.id}/api_keys`, {
    body: { label: 'x', scopes: ['full'] },
  });
  const answers = [
    await owner(`${keysPath()}/${body.id}/revoke`, POST),
    await owner(`${keysPath()}/key_${UNKNOWN}/revoke`, POST),
  ];
  assert.equal(answers[0]?.status, 404);
  const [foreign, unknown] = answers.map(({ text }) => text.replaceAll(/req_\w+/g, ''));
  assert.equal(foreign, unknown);
  assert.equal((await owner(`${keysPath()}?after=${body.id}`)).body.data.param, 'after');
});

// ── Operators ──────────────────────────────────────────────────────────────────────────────────────────────────

const newOperator = async (email: string, role: Role = 'operator') =>
  (await owner('/manage/v1/operators', { body: { email, role } })).body;

test('an operator signs in with the password that was handed over, and changes it', async () => {
  const created = await owner('/manage/v1/operators', {
    body: { email: 'charles@managing.example', name: 'Charles', role: 'operator' },
  });
  assert.equal(created.status, 201, created.text);
  const { password, ...operator } = created.body;
  assert.doesNotMatch(JSON.stringify(await lastEntry()), /charles|managing\.example/i);
  const [here, elsewhere] = [
    await signedIn('charles@managing.example', password),
    await signedIn('charles@managing.example', password),
  ];
  assert.equal((await here('/manage/v1/me')).body.operator.id, operator.id);
  const change = (currentPassword: string) =>
    here('/manage/v1/me/password', { body: { currentPassword, newPassword: 'longer and stranger' } });
  const wrong = await change('not the password');
  assert.deepEqual([wrong.status, wrong.body.data.param], [400, 'currentPassword']);
  assert.equal((await change(password)).status, 200);
  assert.equal((await here('/manage/v1/me')).status, 200, 'the session that changed it goes on');
  assert.equal((await elsewhere('/manage/v1/me')).status, 401, 'the others have ended');
  assert.equal((await (await signedIn('charles@managing.example', password))('/manage/v1/me')).status, 401);
  const again = await signedIn('charles@managing.example', 'longer and stranger');
  assert.equal((await again('/manage/v1/me')).status, 200);
});

test('one e-mail is one operator, in whichever organisation', async () => {
  await newOperator('twice@managing.example');
  const theirs = await server.store.newEnvironment();
  const them = (await server.newManager(theirs.organisationId)).api;
  for (const api of [owner, them]) {
    const answer = await api('/manage/v1/operators', {
      body: { email: 'Twice@Managing.example', role: 'viewer' },
    });
    assert.equal(answer.status, 409);
    assert.equal(answer.body.data.explanation.key, 'operator.email_taken');
  }
  assert.deepEqual((await them('/manage/v1/operators')).body.data, []);
});

test('a change of role holds from the next call on', async () => {
  const { id, password } = await newOperator('moved@managing.example', 'viewer');
  const api = await signedIn('moved@managing.example', password);
  assert.equal((await api(keysPath(), { body: { label: 'x', scopes: ['full'] } })).status, 403);
  await owner(`/manage/v1/operators/${id}`, { body: { role: 'operator' } });
  assert.equal((await api(keysPath(), { body: { label: 'x', scopes: ['full'] } })).status, 201);
  assert.deepEqual((await lastEntry()).actor, { type: 'operator', id, role: 'operator' });
});

test('whoever is disabled is signed out at once and cannot sign in', async () => {
  const { id, password } = await newOperator('gone@managing.example');
  const api = await signedIn('gone@managing.example', password);
  assert.equal((await owner(`/manage/v1/operators/${id}/disable`, POST)).body.status, 'disabled');
  assert.equal((await api('/manage/v1/me')).status, 401);
  assert.equal((await (await signedIn('gone@managing.example', password))('/manage/v1/me')).status, 401);
  await owner(`/manage/v1/operators/${id}/enable`, POST);
  assert.equal((await api('/manage/v1/me')).status, 401, 'a session that was ended stays so');
  assert.equal((await (await signedIn('gone@managing.example', password))('/manage/v1/me')).status, 200);
});

test('a password that was reset replaces the one before and ends every session', async () => {
  const { id, password } = await newOperator('lost@managing.example');
  const api = await signedIn('lost@managing.example', password);
  const reset = (await owner(`/manage/v1/operators/${id}/reset_password`, POST)).body;
  assert.equal((await api('/manage/v1/me')).status, 401);
  assert.equal((await (await signedIn('lost@managing.example', password))('/manage/v1/me')).status, 401);
  assert.equal(
    (await (await signedIn('lost@managing.example', reset.password))('/manage/v1/me')).status,
    200,
  );
});

test('an organisation keeps an owner, also when two leave at once', async () => {
  const { organisationId } = await server.store.newEnvironment();
  const { api } = await server.newManager(organisationId);
  const create = async (email: string) =>
    (await api('/manage/v1/operators', { body: { email, role: 'owner' } })).body.id;
  const ids = [await create('one@owners.example'), await create('two@owners.example')];
  const left = await Promise.all(
    ids.map((id) => api(`/manage/v1/operators/${id}`, { body: { role: 'viewer' } })),
  );
  assert.deepEqual(left.map(({ status }) => status).sort(), [200, 409]);
  const last = left.findIndex(({ status }) => status === 409);
  const answer = await api(`/manage/v1/operators/${ids[last]}/disable`, POST);
  assert.equal(answer.body.data.explanation.key, 'operator.last_owner');
});

// ── Management tokens and roles ────────────────────────────────────────────────────────────────────────────────

test('a management token works from its first moment to its last', async () => {
  const created = await owner('/manage/v1/management_tokens', {
    body: { label: 'Deploy', role: 'viewer', expiresAt: '2099-01-01T00:00:00Z' },
  });
  assert.equal(created.status, 201, created.text);
  const { secret, ...token } = created.body;
  const api = createApi(server.baseUrl, secret);
  assert.equal((await api('/manage/v1/me')).body.id, token.id);
  const [listed] = (await owner('/manage/v1/management_tokens')).body.data;
  const { lastUsedAt, ...rest } = listed;
  assert.deepEqual(rest, token);
  assert.match(lastUsedAt, /^2/);
  const path = `/manage/v1/management_tokens/${token.id}/revoke`;
  assert.equal((await owner(path, POST)).body.status, 'revoked');
  assert.equal((await api('/manage/v1/me')).status, 401);
  assert.equal((await owner(path, POST)).body.data.explanation.key, 'management_token.revoked');
  assert.equal((await owner(`/manage/v1/management_tokens/mtk_${UNKNOWN}/revoke`, POST)).status, 404);
});

test('no secret and no person is in the log or in the audit entries', async () => {
  const entries = await owner('/manage/v1/audit_entries?limit=100');
  for (const text of [server.log(), entries.text])
    assert.doesNotMatch(
      text,
      /sy_(?:live|test|mgmt|sess)_|managing\.example|owners\.example|Charles|stranger/i,
    );
  assert.equal((await owner('/manage/v1/audit_entries/verify')).body.valid, true);
});
