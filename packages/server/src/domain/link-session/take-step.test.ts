import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LinkStep, REFUSALS } from '@switchyard/rail-kit';
import { SAMPLE_EXPIRES_MS, sampleLinkSession } from '../../testing/sample-link-session.ts';
import type { LinkCandidate } from './link-session.ts';
import { expire, type LinkChange, takeStep } from './take-step.ts';

const OTHER: LinkCandidate = {
  connectionId: 'con_2',
  rail: 'plaid',
  explanation: { key: 'k', vars: {}, message: 'm' },
};
const starting = { status: 'processing', details: { phase: 'starting' } } as const;
const returned = {
  status: 'processing',
  details: { phase: 'returned', returned: { returnParams: { code: 'c' } }, heard: 'text' },
} as const;
const working = { status: 'processing', details: { phase: 'waiting' } } as const;

const failedWith = (code: string) => (change: LinkChange) => {
  assert.ok(change.kind === 'failed');
  assert.equal(change.failure.code, code);
};

/** When a session is like this, and the rail says that, then this comes of it. */
const TABLE: readonly (readonly [
  name: string,
  session: Parameters<typeof sampleLinkSession>[0],
  step: LinkStep,
  check: (change: LinkChange) => void,
])[] = [
  [
    'the first answer sends the user to the provider',
    starting,
    {
      kind: 'requires_action',
      action: { type: 'redirect', url: 'https://x.example' },
      memo: 1,
      ref: 'r',
      expiresAtMs: 5,
    },
    (change) => {
      assert.ok(change.kind === 'moved');
      assert.equal(change.status, 'requires_action');
      assert.equal(change.details.phase, 'waiting');
      assert.equal(change.details.memo, 1);
      assert.deepEqual([change.ref, change.expiresAtMs], ['r', 5]);
    },
  ],
  [
    'an action that is to wait is looked at when it says',
    starting,
    { kind: 'requires_action', action: { type: 'wait', pollAfterMs: 3_000 }, memo: null },
    (change) => assert.ok(change.kind === 'moved' && change.lookAgainMs === 3_000),
  ],
  [
    'nobody is asked more often than twice a second',
    working,
    { kind: 'processing', memo: null, pollAfterMs: 0 },
    (change) => assert.ok(change.kind === 'moved' && change.lookAgainMs === 500),
  ],
  [
    'what the user brought back is heard once',
    returned,
    { kind: 'processing', memo: 2, pollAfterMs: 1_000 },
    (change) => {
      assert.ok(change.kind === 'moved');
      assert.equal(change.details.returned, undefined);
      assert.equal(change.details.heard, 'text');
      assert.equal(change.details.action, undefined);
    },
  ],
  [
    'a provider that only waits leaves it the user’s turn',
    {},
    { kind: 'processing', memo: { at: 'start' }, pollAfterMs: 1_000 },
    (change) => assert.ok(change.kind === 'unchanged'),
  ],
  [
    'a provider that has gone on while the user was away is believed, and what it said is kept',
    {},
    { kind: 'processing', memo: { at: 'exchanged', token: 't' }, pollAfterMs: 1_000 },
    (change) => {
      assert.ok(change.kind === 'moved');
      assert.equal(change.status, 'processing');
      assert.deepEqual(change.details.memo, { at: 'exchanged', token: 't' });
      assert.equal(change.details.action, undefined);
      assert.equal(change.lookAgainMs, 1_000);
    },
  ],
  [
    'an outage before anything was begun goes to the next rail',
    { ...starting, candidates: [OTHER, { ...OTHER, connectionId: 'con_3' }] },
    { kind: 'unavailable' },
    (change) => {
      assert.ok(change.kind === 'next_candidate');
      assert.equal(change.candidate.connectionId, 'con_2');
      assert.equal(change.rest.length, 1);
    },
  ],
  [
    'an outage with no rail left fails the session',
    starting,
    { kind: 'unavailable' },
    failedWith('provider_unavailable'),
  ],
  ['a rejection with no rail left says so', starting, { kind: 'rejected' }, failedWith('provider_rejected')],
  [
    'credentials that do not work are an outage to the user',
    starting,
    { kind: 'misconfigured' },
    failedWith('provider_unavailable'),
  ],
  [
    'a refusal is final even where other rails are left',
    { ...starting, candidates: [OTHER] },
    { kind: 'refused', code: 'institution_unsupported' },
    failedWith('institution_unsupported'),
  ],
  [
    'an outage later is waited out',
    returned,
    { kind: 'unavailable' },
    (change) => assert.deepEqual(change, { kind: 'unchanged', lookAgainMs: 5_000 }),
  ],
  [
    'an unknown outcome later is asked about again',
    working,
    { kind: 'unknown_outcome' },
    (change) => assert.equal(change.kind, 'unchanged'),
  ],
  ['a rejection later is the end', working, { kind: 'rejected' }, failedWith('provider_rejected')],
  ['cancelling is declining', {}, { kind: 'refused', code: 'cancelled' }, failedWith('user_declined')],
];

describe('a step', () => {
  for (const [name, session, step, check] of TABLE) {
    test(name, () => check(takeStep(sampleLinkSession(session), step, 0)));
  }

  test('that refuses has a code and a sentence for every refusal there is', () => {
    for (const code of REFUSALS) {
      const change = takeStep(sampleLinkSession(), { kind: 'refused', code }, 0);
      assert.ok(change.kind === 'failed' && change.failure.explanation.key.startsWith('link_session.'), code);
    }
  });

  test('during an outage is looked at again at the latest when the session’s time is over', () => {
    const change = takeStep(sampleLinkSession(), { kind: 'unavailable' }, SAMPLE_EXPIRES_MS - 1_000);
    assert.deepEqual(change, { kind: 'unchanged', lookAgainMs: 1_000 });
  });

  test('that has not come when the time is over fails the session', () => {
    failedWith('expired')(expire());
  });
});
