/** Linking a bank account: what is taken, what is refused, and what a session does from its beginning to its end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutputOf } from '@switchyard/contract';
import type { Api } from '../../harness/api.ts';
import { walkPages } from '../../harness/walk-pages.ts';
import { type Checked, checkRequests, type Fields, post } from '../checked-requests.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectRefusal, expectSuccess } from '../expect.ts';
import { createCustomer, UNKNOWN, unique } from '../fixtures.ts';
import { PSU_RIGHT, PSU_WRONG } from '../psu-samples.ts';

type Session = OutputOf<'linkSessions.get'>;

const RETURN_URI = 'https://shop.example/return?basket=7';

export const linkSessions: Topic = (context) => {
  checkRequests(context, CREATION, (answer) => expectNotFound(answer, 'customer'));
  checkRequests(context, ADVANCE, (answer) => expectNotFound(answer));
  identifiers(context);
  choosing(context);
  walking(context);
  returning(context);
  repeating(context);
};

const CREATION: Checked = {
  what: 'POST /v1/link_sessions',
  send: post('/v1/link_sessions', { customer: UNKNOWN.customer, country: 'DE', returnUri: RETURN_URI }),
  right: [
    {},
    { institution: 'ins_00000000' },
    { rail: 'truelayer' },
    { channel: 'web' },
    { channel: 'native' },
    ...PSU_RIGHT.map((psu) => ({ psu })),
  ],
  wrong: [
    ['customer', { customer: undefined }],
    ['customer', { customer: 'user-1' }],
    ['customer', { customer: UNKNOWN.account }],
    ['country', { country: undefined }],
    ['country', { country: 'de' }],
    ['institution', { institution: 'Deutsche Bank' }],
    ['institution', { institution: 'ins_1234567' }],
    ['rail', { rail: 7 }],
    ['channel', { channel: 'mobile' }],
    ['channel', { channel: null }],
    ['returnUri', { returnUri: undefined }],
    ['psu', { psu: 'me' }],
    ['psu', { psu: null }],
    ...PSU_WRONG.map(([param, psu]): [string, Fields] => [param, { psu }]),
  ],
};

const ADVANCE: Checked = {
  what: 'POST /v1/link_sessions/{id}/advance',
  send: post(`/v1/link_sessions/${UNKNOWN.linkSession}/advance`, {}),
  right: [
    {},
    { returnParams: {} },
    { returnParams: { code: 'c', state: 's' } },
    { sdkResult: { token: 't' } },
  ],
  wrong: [
    ['returnParams', { returnParams: 'code=c' }],
    ['returnParams', { returnParams: ['code'] }],
    ['returnParams', { returnParams: null }],
    ['returnParams.code', { returnParams: { code: 7 } }],
    ['returnParams.code', { returnParams: { code: ['c'] } }],
    ['sdkResult', { sdkResult: 'token' }],
    ['sdkResult.token', { sdkResult: { token: null } }],
  ],
};

const identifiers: Topic = ({ api, live }) => {
  for (const [path, method] of [
    ['/v1/link_sessions/{id}', 'GET'],
    ['/v1/link_sessions/{id}/advance', 'POST'],
  ] as const) {
    const right = UNKNOWN.linkSession;
    for (const id of [UNKNOWN.customer, right.slice(0, 9), right.toUpperCase(), '0', `${right}-`]) {
      test(`${method} ${path} refuses the id ${id}`, async () => {
        expectInvalid(await api(path.replace('{id}', id), { method }), 'id');
      });
    }
    test(`${method} ${path} answers 404 for a session of another environment`, async () => {
      const { id } = await begin(api);
      expectNotFound(await live(path.replace('{id}', id), { method }));
    });
  }
};

const choosing: Topic = ({ api, live }) => {
  test('without a rail the policy picks one, and says why', async () => {
    const { rail, explanation } = await begin(api);
    assert.ok(rail.length > 0 && explanation.message.length > 0 && explanation.key.length > 0);
  });

  test('rail forces one, and the explanation says so', async () => {
    const { rail, explanation } = await begin(api, { rail: 'plaid' });
    assert.equal(rail, 'plaid');
    assert.equal(explanation.key, 'link_session.forced');
  });

  test('a rail that is not connected is 422 connection_not_ready', async () => {
    const answer = await create(api, { rail: 'fintecture' });
    expectRefusal(answer, { status: 422, code: 'connection_not_ready', param: 'rail' });
  });

  test('a rail that links no accounts is 422 route_infeasible', async () => {
    const answer = await create(api, { rail: 'tink' });
    expectRefusal(answer, { status: 422, code: 'route_infeasible', param: 'rail' });
  });

  test('a country that no rail links in is 422 route_infeasible', async () => {
    expectRefusal(await create(api, { country: 'JP' }), {
      status: 422,
      code: 'route_infeasible',
      param: 'country',
    });
    expectRefusal(await create(live, {}), { status: 422, code: 'route_infeasible', param: 'country' });
  });

  test('an institution that is not there is 404, one of another country is 400', async () => {
    expectNotFound(await create(api, { institution: 'ins_0000000000000000000000' }), 'institution');
    const institution = await bank(api, 'FR', 'bnp');
    expectInvalid(await create(api, { country: 'GB', institution }), 'country');
  });

  test('native may get an SDK to open, web gets a page', async () => {
    const native = await begin(api, { rail: 'plaid', channel: 'native' });
    assert.equal(native.action?.type, 'sdk');
    assert.ok(
      native.action?.type === 'sdk' && native.action.token.length > 0 && native.action.rail === 'plaid',
    );
    const web = await begin(api, { rail: 'plaid', channel: 'web' });
    assert.equal(web.action?.type, 'redirect');
  });
};

const walking: Topic = ({ api }) => {
  for (const [rail, country, name] of [
    ['truelayer', 'GB', 'monzo'],
    ['plaid', 'US', 'chase'],
    ['berlin-group-xs2a', 'DE', 'deutsche'],
    ['enable-banking', 'FI', ''],
  ] as const) {
    test(`over ${rail} a user who agrees has an account linked`, async () => {
      const session = await begin(api, { rail, country, institution: await bank(api, country, name, rail) });
      assert.equal(session.status, 'requires_action');
      const done = await finish(api, session, 'approve');
      assert.equal(done.status, 'completed');
      assert.equal(done.action, undefined);
      for (const id of done.accounts) {
        const account = expectSuccess('accounts.get', await api(`/v1/accounts/${id}`));
        assert.equal(account.source, 'linked');
        assert.equal(account.status, 'active');
        assert.equal(account.customer, session.customer);
        assert.ok(account.rails.some((one) => one.rail === rail && one.connection === session.connection));
      }
      assert.ok(done.accounts.length > 0);
      assert.deepEqual(await eventsAbout(api, session.id), ['link_session.completed']);
    });

    test(`over ${rail} a user who declines has none, and the session says why`, async () => {
      const session = await begin(api, { rail, country, institution: await bank(api, country, name, rail) });
      const done = await finish(api, session, 'decline');
      assert.equal(done.status, 'failed');
      assert.equal(done.failure?.code, 'user_declined');
      assert.deepEqual(done.accounts, []);
      assert.deepEqual(await eventsAbout(api, session.id), ['link_session.failed']);
    });
  }

  test('linking the same account again restores it, same id', async () => {
    const customer = (await createCustomer(api)).id;
    const first = await finish(
      api,
      await begin(api, { customer, rail: 'truelayer', country: 'GB' }),
      'approve',
    );
    const again = await finish(
      api,
      await begin(api, { customer, rail: 'truelayer', country: 'GB' }),
      'approve',
    );
    assert.deepEqual(again.accounts, first.accounts);
  });

  test('two customers who link the same account have an account each', async () => {
    const first = await finish(api, await begin(api, { rail: 'truelayer', country: 'GB' }), 'approve');
    const other = await finish(api, await begin(api, { rail: 'truelayer', country: 'GB' }), 'approve');
    assert.notDeepEqual(other.accounts, first.accounts);
  });
};

const returning: Topic = ({ api }) => {
  test('parameters without the state of the session are 400 and do not burn it', async () => {
    const session = await begin(api);
    const { params } = await approve(session);
    for (const foreign of [{}, { ...params, state: 'another' }, { code: params.code ?? '' }]) {
      const answer = await advance(api, session, { returnParams: foreign });
      expectInvalid(answer, 'returnParams', 'link_session.foreign_return');
    }
    const other = await begin(api);
    expectInvalid(await advance(api, other, { returnParams: params }), 'returnParams');
    assert.equal((await settled(api, session, { returnParams: params })).status, 'completed');
  });

  test('the same parameters again answer 200 with the current state', async () => {
    const session = await begin(api);
    const { params } = await approve(session);
    const first = await settled(api, session, { returnParams: params });
    const again = expectSuccess(
      'linkSessions.advance',
      await advance(api, session, { returnParams: params }),
    );
    assert.deepEqual(again, first);
  });

  test('other parameters with a state that was used are 409', async () => {
    const session = await begin(api);
    const { params } = await approve(session);
    await settled(api, session, { returnParams: params });
    const answer = await advance(api, session, { returnParams: { ...params, more: 'x' } });
    expectRefusal(answer, { status: 409, code: 'invalid_request', key: 'link_session.already_returned' });
  });

  test('advance without parameters only looks', async () => {
    const session = await begin(api);
    const looked = expectSuccess('linkSessions.advance', await advance(api, session, {}));
    assert.equal(looked.status, 'requires_action');
  });

  test('what an SDK handed back is refused where no SDK was opened', async () => {
    const answer = await advance(api, await begin(api), { sdkResult: { public_token: 'x' } });
    expectInvalid(answer, 'sdkResult');
  });

  test('the return URI keeps what it had, and the state comes with it', async () => {
    const session = await begin(api);
    const { url, params } = await approve(session);
    assert.equal(url.origin, 'https://shop.example');
    assert.equal(params.basket, '7');
    assert.ok((params.state ?? '').length >= 20);
  });
};

const repeating: Topic = ({ api }) => {
  test('a repeat of a creation is byte-identical and begins nothing', async () => {
    const customer = (await createCustomer(api)).id;
    const headers = { 'idempotency-key': unique('key') };
    const body = { customer, country: 'GB', returnUri: RETURN_URI };
    const first = await api('/v1/link_sessions', { body, headers });
    const again = await api('/v1/link_sessions', { body, headers });
    assert.equal(first.status, 201);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await api('/v1/link_sessions', { body: { ...body, country: 'DE' }, headers });
    expectRefusal(other, { status: 409, code: 'idempotency_conflict', param: 'Idempotency-Key' });
  });

  test('ten equal creations at once begin one session', async () => {
    const customer = (await createCustomer(api)).id;
    const headers = { 'idempotency-key': unique('key') };
    const body = { customer, country: 'GB', returnUri: RETURN_URI };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api('/v1/link_sessions', { body, headers })),
    );
    const made = answers.filter(({ status }) => status === 201);
    assert.ok(made.length > 0);
    assert.equal(new Set(made.map(({ text }) => text)).size, 1);
    for (const answer of answers) assert.ok([201, 409].includes(answer.status), answer.text);
  });
};

const create = async (api: Api, fields: Fields) => {
  const customer = (await createCustomer(api)).id;
  return api('/v1/link_sessions', { body: { customer, country: 'GB', returnUri: RETURN_URI, ...fields } });
};

async function begin(api: Api, fields: Fields = {}): Promise<Session> {
  return expectSuccess('linkSessions.create', await create(api, fields));
}

async function bank(api: Api, country: string, q: string, rail?: string): Promise<string> {
  const path = `/v1/institutions?country=${country}&limit=100${q === '' ? '' : `&q=${q}`}`;
  const { data } = expectSuccess('institutions.list', await api(path));
  const found = data.find(({ providers }) =>
    providers.some((one) => one.roles.includes('bank-link') && (rail === undefined || one.rail === rail)),
  );
  assert.ok(found, `a bank in ${country} that can be linked`);
  return found.id;
}

function approve(session: Session) {
  assert.equal(session.action?.type, 'redirect');
  return walkPages(session.action.url, 'approve');
}

const advance = (api: Api, { id }: Session, body: Fields) => api(`/v1/link_sessions/${id}/advance`, { body });

const LOOKS_MAX = 50;

/** A session may still be on its way when advance answers. */
async function settled(api: Api, session: Session, body: Fields): Promise<Session> {
  let now = expectSuccess('linkSessions.advance', await advance(api, session, body));
  for (let look = 0; now.status === 'processing' && look < LOOKS_MAX; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    now = expectSuccess('linkSessions.get', await api(`/v1/link_sessions/${session.id}`));
  }
  return now;
}

async function finish(api: Api, session: Session, decision: 'approve' | 'decline'): Promise<Session> {
  assert.equal(session.action?.type, 'redirect');
  const { params } = await walkPages(session.action.url, decision);
  return settled(api, session, { returnParams: params });
}

/** The types of all events about one object, in order. */
async function eventsAbout(api: Api, id: string): Promise<readonly string[]> {
  const types: string[] = [];
  let after = '';
  for (;;) {
    const page = expectSuccess('events.list', await api(`/v1/events?limit=100${after}`));
    for (const { type, data } of page.data) if (data.object.id === id) types.push(type);
    if (!page.hasMore) return types;
    after = `&after=${page.next}`;
  }
}
