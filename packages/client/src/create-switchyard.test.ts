import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createSwitchyard, type SwitchyardOptions } from './create-switchyard.ts';
import { NoSnapshot, SnapshotRefused, SwitchyardError } from './errors.ts';
import { SMALL_REQUEST, SNAPSHOT_FRESH_MS, smallSnapshot } from './testing/small-snapshot.ts';
import { type StubAnswer, type StubService, startStubService } from './testing/stub-service.ts';

const NOW_MS = Date.parse('2026-10-08T12:00:00Z');
const KEY = 'sy_test_sk_x';
const OFFLINE = { baseUrl: 'http://127.0.0.1:1', key: KEY } as const;
const snapshot = smallSnapshot();

const started: StubService[] = [];
after(() => Promise.all(started.map((service) => service.close())));

async function connect(answers: readonly StubAnswer[], options: Partial<SwitchyardOptions> = {}) {
  const service = await startStubService(answers);
  started.push(service);
  const switchyard = createSwitchyard({ baseUrl: service.baseUrl, key: KEY, ...options });
  return { switchyard, received: service.received };
}

describe('deciding', () => {
  test('without a snapshot is an error of its own', () => {
    const switchyard = createSwitchyard(OFFLINE);
    assert.throws(() => switchyard.decide(SMALL_REQUEST), NoSnapshot);
    assert.equal(switchyard.snapshot.current(), undefined);
    assert.equal(switchyard.snapshot.save(), undefined);
  });

  test('gives a route_decision as the API does, with the time of the clock', () => {
    const switchyard = createSwitchyard({ ...OFFLINE, now: () => NOW_MS });
    switchyard.snapshot.load(snapshot);
    const { decision } = switchyard.decide(SMALL_REQUEST);
    assert.match(decision.id, /^dec_[0-9A-Za-z]{22}$/);
    assert.equal(decision.object, 'route_decision');
    assert.equal(decision.createdAt, '2026-10-08T12:00:00.000Z');
    assert.equal(decision.rail, 'first');
    assert.equal(decision.snapshot, snapshot.digest);
    assert.deepEqual(
      decision.alternatives.map(({ rail }) => rail),
      ['second'],
    );
    assert.equal(typeof decision.explanation.message, 'string');
  });

  test('takes the id it is given, and no id that the service would not take', () => {
    const switchyard = createSwitchyard(OFFLINE);
    switchyard.snapshot.load(snapshot);
    const id = 'dec_0123456789abcdef';
    assert.equal(switchyard.decide(SMALL_REQUEST, { id }).decision.id, id);
    for (const bad of ['', 'dec_short', 'con_0123456789abcdef', 'dec_0123456789-bcdef']) {
      assert.throws(() => switchyard.decide(SMALL_REQUEST, { id: bad }), TypeError);
    }
  });

  test('says so when the snapshot is past its time, and decides the same', () => {
    let nowMs = NOW_MS;
    const switchyard = createSwitchyard({ ...OFFLINE, now: () => nowMs });
    switchyard.snapshot.load(smallSnapshot({}, NOW_MS));
    nowMs = NOW_MS + SNAPSHOT_FRESH_MS;
    const fresh = switchyard.decide(SMALL_REQUEST);
    assert.equal(fresh.stale, false);
    nowMs += 1;
    const stale = switchyard.decide(SMALL_REQUEST);
    assert.equal(stale.stale, true);
    assert.equal(stale.decision.rail, fresh.decision.rail);
    assert(!('stale' in stale.decision));
    assert.equal(switchyard.snapshot.current()?.stale, true);
  });
});

describe('pulling', () => {
  test('takes the snapshot, and asks the next time only for another one', async () => {
    const { switchyard, received } = await connect([{ status: 200, body: snapshot }, { status: 304 }]);
    assert.equal((await switchyard.snapshot.pull()).changed, true);
    assert.equal(switchyard.decide(SMALL_REQUEST).decision.rail, 'first');
    assert.equal((await switchyard.snapshot.pull()).changed, false);
    assert.deepEqual(
      received.map(({ headers }) => headers['if-none-match']),
      [undefined, `"${snapshot.digest}"`],
    );
    assert.equal(switchyard.decide(SMALL_REQUEST).decision.snapshot, snapshot.digest);
  });

  test('replaces the snapshot by a newer one', async () => {
    const newer = smallSnapshot({ prices: [] });
    const { switchyard } = await connect([
      { status: 200, body: snapshot },
      { status: 200, body: newer },
    ]);
    await switchyard.snapshot.pull();
    assert.equal((await switchyard.snapshot.pull()).changed, true);
    assert.equal(switchyard.decide(SMALL_REQUEST).decision.snapshot, newer.digest);
  });

  test('counts freshness by the clock of this machine, and a 304 renews it', async () => {
    // The two clocks are years apart.
    let nowMs = Date.parse('2031-01-01T00:00:00Z');
    const { switchyard } = await connect(
      [
        { status: 200, body: smallSnapshot({}, NOW_MS), headers: { date: new Date(NOW_MS).toUTCString() } },
        { status: 304 },
      ],
      { now: () => nowMs },
    );
    await switchyard.snapshot.pull();
    assert.equal(switchyard.decide(SMALL_REQUEST).stale, false);
    nowMs += SNAPSHOT_FRESH_MS + 1;
    assert.equal(switchyard.decide(SMALL_REQUEST).stale, true);
    await switchyard.snapshot.pull();
    assert.equal(switchyard.decide(SMALL_REQUEST).stale, false);
    assert.equal(switchyard.snapshot.save()?.staleAfter, new Date(nowMs + SNAPSHOT_FRESH_MS).toISOString());
  });

  test('a snapshot that the service itself calls stale is not made fresh by asking for it', async () => {
    const servedMs = NOW_MS + SNAPSHOT_FRESH_MS;
    for (const [lateMs, stale] of [
      [-10_000, false],
      [0, true],
      [3_600_000, true],
    ] as const) {
      let nowMs = NOW_MS;
      const { switchyard } = await connect(
        [
          {
            status: 200,
            body: smallSnapshot({}, NOW_MS),
            headers: { date: new Date(servedMs + lateMs).toUTCString() },
          },
        ],
        { now: () => nowMs },
      );
      await switchyard.snapshot.pull();
      nowMs += 1;
      assert.equal(switchyard.decide(SMALL_REQUEST).stale, stale, `served ${lateMs} ms late`);
    }
  });

  test('twice at once is one request', async () => {
    const { switchyard, received } = await connect([{ status: 200, body: snapshot }]);
    const [first, second] = await Promise.all([switchyard.snapshot.pull(), switchyard.snapshot.pull()]);
    assert.equal(first, second);
    assert.equal(received.length, 1);
  });

  test('refuses a damaged snapshot and keeps the one there was', async () => {
    const damaged = { ...smallSnapshot({ prices: [] }), connections: [] };
    const { switchyard } = await connect([
      { status: 200, body: snapshot },
      { status: 200, body: damaged },
    ]);
    await switchyard.snapshot.pull();
    await assert.rejects(switchyard.snapshot.pull(), SnapshotRefused);
    assert.equal(switchyard.decide(SMALL_REQUEST).decision.snapshot, snapshot.digest);
  });

  test('a 304 for the old one says nothing of one that was loaded meanwhile', async () => {
    const { switchyard } = await connect([{ status: 200, body: snapshot }, { status: 304 }]);
    await switchyard.snapshot.pull();
    const pulling = switchyard.snapshot.pull();
    const loaded = smallSnapshot({ prices: [] }, NOW_MS);
    switchyard.snapshot.load(loaded);
    await pulling;
    assert.equal(switchyard.snapshot.save(), loaded);
  });

  test('says what the service answered when it is not a snapshot', async () => {
    const body = { defined: true, code: 'UNAUTHORIZED', data: { code: 'unauthorized', requestId: 'req_1' } };
    const { switchyard } = await connect([{ status: 401, body }]);
    await assert.rejects(
      switchyard.snapshot.pull(),
      (error) =>
        error instanceof SwitchyardError && error.dataCode === 'unauthorized' && error.requestId === 'req_1',
    );
  });
});

describe('a saved snapshot', () => {
  test('is plain JSON from which another process decides alike, offline', async () => {
    const { switchyard } = await connect([{ status: 200, body: snapshot }], { now: () => NOW_MS });
    await switchyard.snapshot.pull();
    const stored = JSON.stringify(switchyard.snapshot.save());
    const offline = createSwitchyard({ ...OFFLINE, now: () => NOW_MS });
    offline.snapshot.load(JSON.parse(stored));
    const id = 'dec_0123456789abcdef';
    assert.deepEqual(offline.decide(SMALL_REQUEST, { id }), switchyard.decide(SMALL_REQUEST, { id }));
  });

  test('is refused when it was changed, and the one in use stays', () => {
    const switchyard = createSwitchyard(OFFLINE);
    switchyard.snapshot.load(snapshot);
    assert.throws(() => switchyard.snapshot.load({ ...snapshot, prices: [] }), SnapshotRefused);
    assert.equal(switchyard.snapshot.save(), snapshot);
  });

  test('is refused when the engine cannot read it', () => {
    const switchyard = createSwitchyard(OFFLINE);
    const strange: object = { connections: 7 };
    assert.throws(() => switchyard.snapshot.load(smallSnapshot(strange)), SnapshotRefused);
  });

  test('of another lesser version of the engine is used, and says so', () => {
    const switchyard = createSwitchyard(OFFLINE);
    switchyard.snapshot.load(snapshot);
    assert.equal(switchyard.snapshot.current()?.sameEngine, true);
    const [major] = snapshot.engineVersion.split('.');
    switchyard.snapshot.load(smallSnapshot({ engineVersion: `${major}.99.9` }));
    assert.equal(switchyard.snapshot.current()?.sameEngine, false);
  });
});

describe('reporting an outcome', () => {
  const done = { status: 201, body: { object: 'outcome' } } as const;

  test('of a local decision brings its context, under a key of its own', async () => {
    const { switchyard, received } = await connect([done]);
    switchyard.snapshot.load(snapshot);
    const { decision } = switchyard.decide(SMALL_REQUEST);
    const outcome = { decision: decision.id, rail: 'first', status: 'succeeded', latencyMs: 812 } as const;
    await switchyard.outcomes.report(outcome);
    await switchyard.outcomes.report({ ...outcome, status: 'failed', failureCode: 'timeout' });
    const [first = assert.fail(), second = assert.fail()] = received;
    assert.deepEqual(JSON.parse(first.text), {
      ...outcome,
      context: { operation: 'banking.pis.single', country: 'DE' },
    });
    assert.match(String(first.headers['idempotency-key']), /^idem_[0-9A-Za-z]{22}$/);
    assert.notEqual(first.headers['idempotency-key'], second.headers['idempotency-key']);
  });

  test('with a context of its own keeps that', async () => {
    const { switchyard, received } = await connect([done]);
    switchyard.snapshot.load(snapshot);
    const { decision } = switchyard.decide(SMALL_REQUEST);
    const context = { operation: 'banking.pis.single', country: 'FR' } as const;
    const outcome = { decision: decision.id, rail: 'first', status: 'succeeded', latencyMs: 1 } as const;
    await switchyard.outcomes.report({ ...outcome, context });
    assert.deepEqual(JSON.parse(received[0]?.text ?? ''), { ...outcome, context });
  });

  test('of a decision made elsewhere is sent as it is', async () => {
    const { switchyard, received } = await connect([done]);
    const outcome = { decision: 'dec_0123456789', rail: 'first', status: 'cancelled', latencyMs: 0 } as const;
    await switchyard.outcomes.report(outcome);
    const context = { operation: 'banking.payouts', country: 'FR' } as const;
    await switchyard.outcomes.report({ ...outcome, context });
    assert.deepEqual(
      received.map(({ text }) => JSON.parse(text)),
      [outcome, { ...outcome, context }],
    );
  });
});

describe('options', () => {
  for (const [name, options] of [
    ['an address without a scheme', { ...OFFLINE, baseUrl: 'switchyard.example' }],
    ['an address with a query', { ...OFFLINE, baseUrl: 'https://switchyard.example?x' }],
    ['a key with a line end', { ...OFFLINE, key: `${KEY}\n` }],
    ['an empty key', { ...OFFLINE, key: '' }],
    ['no time at all', { ...OFFLINE, timeoutMs: 0 }],
  ] as const) {
    test(`refuse ${name}`, () => assert.throws(() => createSwitchyard(options), TypeError));
  }

  test('take an address with a path and a slash at its end', async () => {
    const service = await startStubService([{ status: 200, body: snapshot }]);
    started.push(service);
    const switchyard = createSwitchyard({ baseUrl: `${service.baseUrl}/routing/`, key: KEY });
    await switchyard.snapshot.pull();
    assert.equal(service.received[0]?.path, '/routing/v1/routing_snapshot');
  });
});
