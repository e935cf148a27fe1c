import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@switchyard/contract';
import type { Api } from '../../harness/api.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectSuccess } from '../expect.ts';
import { createCustomer, PAYTO, registerAccount, unique } from '../fixtures.ts';
import { walk } from '../walk.ts';

const PATH = '/v1/events';

const TYPES = [
  'link_session.completed',
  'link_session.failed',
  'account.updated',
  'account.reauth_required',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.failed',
  'payment_intent.cancelled',
  'leg.updated',
  'connection.degraded',
] as const;

type Log = readonly Event[];

const wholeLog = (api: Api): Promise<Log> => walk(api, 'events.list', PATH, { limit: 100 });

/** What was logged about an object. */
async function eventsAbout(api: Api, id: string): Promise<Log> {
  return (await wholeLog(api)).filter(({ data }) => data.object.id === id);
}

export const events: Topic = (context) => {
  theLog(context);
  emitting(context);
  walking(context);
};

const theLog: Topic = ({ api, live }) => {
  for (const [name, of] of [
    ['test', api],
    ['live', live],
  ] as const) {
    test(`the ${name} environment has a log of its own, numbered 1, 2, 3 without a gap`, async () => {
      await registerAccount(of);
      const log = await wholeLog(of);
      assert.deepEqual(
        log.map(({ sequence }) => sequence),
        log.map((_, index) => index + 1),
      );
    });
  }

  test('events are in order, oldest first', async () => {
    const first = await registerAccount(api);
    const second = await registerAccount(api);
    const objects = (await wholeLog(api)).map(({ data }) => data.object.id);
    assert.deepEqual(objects.slice(-2), [first.id, second.id]);
  });

  test('an event is found by its id, as the list shows it', async () => {
    await registerAccount(api);
    const listed = (await wholeLog(api)).at(-1);
    assert.ok(listed);
    assert.deepEqual(expectSuccess('events.get', await api(`${PATH}/${listed.id}`)), listed);
  });

  for (const type of TYPES) {
    test(`the type ${type} answers exactly the events of it`, async () => {
      const expected = (await wholeLog(api)).filter((event) => event.type === type);
      assert.deepEqual(await walk(api, 'events.list', `${PATH}?type=${type}`, { limit: 100 }), expected);
    });
  }

  for (const type of ['account.created', 'customer.created', 'ACCOUNT.UPDATED', 'account.*', 'ping']) {
    test(`the type ${type} is refused`, async () => {
      expectInvalid(await api(`${PATH}?type=${type}`), 'type', 'input.enum');
    });
  }
};

const emitting: Topic = ({ api, live }) => {
  test('registering an account emits one account.updated', async () => {
    const { id } = await registerAccount(api);
    const about = await eventsAbout(api, id);
    assert.deepEqual(
      about.map(({ type }) => type),
      ['account.updated'],
    );
  });

  test('an event shows the account as it was, its holder masked and its metadata left out', async () => {
    const customer = await createCustomer(api);
    const account = await registerAccount(api, {
      customer: customer.id,
      holderName: 'Grace Hopper',
      metadata: { supplier: 'secret-supplier' },
    });
    const [event] = await eventsAbout(api, account.id);
    const { metadata: _, ...shown } = account;
    assert.deepEqual(event?.data, { object: { ...shown, holderName: 'G*** H***' } });
    const text = JSON.stringify(event);
    for (const secret of ['Grace', 'Hopper', 'secret-supplier']) assert.ok(!text.includes(secret));
  });

  test('an event names the request and the version that caused it', async () => {
    const answer = await api('/v1/accounts', { body: { holderName: 'Ada', payto: PAYTO } });
    const { id, createdAt } = expectSuccess('accounts.create', answer);
    const [event] = await eventsAbout(api, id);
    assert.deepEqual(event?.cause, { requestId: answer.headers.get('request-id'), actor: 'api' });
    assert.equal(event?.apiVersion, '2026-10-08');
    assert.equal(event?.createdAt, createdAt);
    assert.equal('previous' in event, false);
  });

  test('creating a customer emits nothing', async () => {
    const before = (await wholeLog(api)).length;
    await createCustomer(api);
    assert.equal((await wholeLog(api)).length, before);
  });

  test('an account of one environment is not in the log of the other', async () => {
    const { id } = await registerAccount(live);
    assert.equal((await eventsAbout(live, id)).length, 1);
    assert.deepEqual(await eventsAbout(api, id), []);
  });
};

const walking: Topic = ({ api }) => {
  test('walking with after replays what came behind the last event seen', async () => {
    await registerAccount(api);
    const last = (await wholeLog(api)).at(-1)?.id ?? '';
    assert.deepEqual(expectSuccess('events.list', await api(`${PATH}?after=${last}`)), {
      data: [],
      hasMore: false,
    });
    const missed = [await registerAccount(api), await registerAccount(api), await registerAccount(api)];
    const replayed = await walk(api, 'events.list', PATH, { limit: 2, after: last });
    assert.deepEqual(
      replayed.map(({ data }) => data.object.id),
      missed.map(({ id }) => id),
    );
  });

  test('a walker misses nothing and sees nothing twice while 40 accounts register', {
    timeout: 15_000,
  }, async () => {
    const start = (await wholeLog(api)).at(-1);
    const holders = Array.from({ length: 40 }, () => unique('holder'));
    const registered = Promise.all(holders.map((holderName) => registerAccount(api, { holderName })));
    const seen: Event[] = [];
    let cursor = start?.id;
    while (seen.length < holders.length) {
      const page = await walk(api, 'events.list', PATH, {
        limit: 3,
        ...(cursor === undefined ? {} : { after: cursor }),
      });
      seen.push(...page);
      cursor = page.at(-1)?.id ?? cursor;
    }
    const made = (await registered).map(({ id }) => id);
    assert.deepEqual(seen.map(({ data }) => data.object.id).toSorted(), made.toSorted());
    const first = (start?.sequence ?? 0) + 1;
    assert.deepEqual(
      seen.map(({ sequence }) => sequence),
      made.map((_, index) => first + index),
    );
  });

  test('a cursor of one type walks the events of another', async () => {
    const [first] = await wholeLog(api);
    const page = expectSuccess('events.list', await api(`${PATH}?type=leg.updated&after=${first?.id}`));
    assert.deepEqual(page, { data: [], hasMore: false });
  });
};
