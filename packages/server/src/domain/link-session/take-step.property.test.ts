import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURE_KINDS, type LinkStep, REFUSALS } from '@switchyard/rail-kit';
import fc from 'fast-check';
import { SAMPLE_EXPIRES_MS, sampleLinkSession } from '../../testing/sample-link-session.ts';
import type { LinkSession } from './link-session.ts';
import { isFinal, LINK_SESSION_TRANSITIONS } from './states.ts';
import { takeStep } from './take-step.ts';

const memo = fc.constantFrom(null, { at: 'start' }, { at: 'later' });
const pollAfterMs = fc.integer({ min: 0, max: 60_000 });
const anyStep: fc.Arbitrary<LinkStep> = fc.oneof(
  fc.record({
    kind: fc.constant('requires_action' as const),
    action: fc.oneof(
      fc.constant({ type: 'redirect' as const, url: 'https://x.example' }),
      fc.record({ type: fc.constant('wait' as const), pollAfterMs }),
    ),
    memo,
  }),
  fc.record({ kind: fc.constant('processing' as const), memo, pollAfterMs }),
  fc.record({ kind: fc.constant('refused' as const), code: fc.constantFrom(...REFUSALS) }),
  fc.record({ kind: fc.constantFrom(...FAILURE_KINDS) }),
  fc.constant({ kind: 'done' as const, result: { grant: { secret: null }, accounts: [] } }),
);

const anySession: fc.Arbitrary<LinkSession> = fc
  .record({
    status: fc.constantFrom('requires_action' as const, 'processing' as const),
    phase: fc.constantFrom('starting' as const, 'waiting' as const, 'returned' as const),
    candidates: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ status, phase, candidates }) =>
    sampleLinkSession({
      status,
      candidates: Array.from({ length: candidates }, (_, at) => ({
        connectionId: `con_${at + 2}`,
        rail: 'plaid',
        explanation: { key: 'k', vars: {}, message: 'm' },
      })),
      details: { phase },
    }),
  );

const nowMs = fc.integer({ min: 0, max: SAMPLE_EXPIRES_MS * 2 });

test('no step takes a session where its table does not lead, and none waits without end', () => {
  fc.assert(
    fc.property(anySession, anyStep, nowMs, (session, step, now) => {
      const change = takeStep(session, step, now);
      const to =
        change.kind === 'moved'
          ? change.status
          : change.kind === 'completed' || change.kind === 'failed'
            ? change.kind
            : session.status;
      assert.ok(LINK_SESSION_TRANSITIONS[session.status].includes(to));
      if (change.kind === 'unchanged' || change.kind === 'moved')
        assert.ok(change.lookAgainMs >= 500 && change.lookAgainMs <= 60_000);
    }),
  );
});

test('a session that has ended takes no step', () => {
  fc.assert(
    fc.property(anySession, anyStep, fc.constantFrom('completed', 'failed'), (session, step, status) => {
      assert.ok(isFinal(status));
      assert.throws(() => takeStep({ ...session, status }, step, 0));
    }),
  );
});

test('outages alone use up every rail once and then fail', () => {
  fc.assert(
    fc.property(anySession, (first) => {
      let session: LinkSession = { ...first, details: { ...first.details, phase: 'starting' } };
      const tried: string[] = [];
      for (;;) {
        const change = takeStep(session, { kind: 'unavailable' }, 0);
        if (change.kind !== 'next_candidate') {
          assert.equal(change.kind, 'failed');
          break;
        }
        tried.push(change.candidate.connectionId);
        session = { ...session, candidates: change.rest };
      }
      assert.deepEqual(
        tried,
        first.candidates.map(({ connectionId }) => connectionId),
      );
    }),
  );
});
