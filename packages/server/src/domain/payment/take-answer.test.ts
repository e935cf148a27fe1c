import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailable } from '@switchyard/rail-kit';
import { SAMPLE_FACTS, SAMPLE_MS, sampleLeg } from '../../testing/sample-payment.ts';
import { OUTAGES_MS } from './probes.ts';
import { takeAnswer } from './take-answer.ts';

const HOUR_MS = 60 * 60_000;

test('a resend that is not connected or refused does not end a leg whose first call was never answered', () => {
  const outages = OUTAGES_MS.length;
  const leg = (doubt: boolean) => sampleLeg({ status: 'submitting', work: { call: 'open', outages, doubt } });
  for (const answer of [unavailable(), { kind: 'rejected' as const }]) {
    assert.equal(takeAnswer(leg(true), 'start', answer, SAMPLE_FACTS, SAMPLE_MS).to, 'unknown');
    assert.equal(takeAnswer(leg(false), 'start', answer, SAMPLE_FACTS, SAMPLE_MS).to, 'failed');
  }
});

test('a call that did not connect leaves no doubt, and keeps the doubt that was there', () => {
  const call = (doubt: boolean) =>
    takeAnswer(sampleLeg({ work: { call: 'open', doubt } }), 'start', unavailable(), SAMPLE_FACTS, SAMPLE_MS)
      .work?.call;
  assert.equal(call(false), 'none');
  assert.equal(call(true), 'open');
});

test('a number that was taken is never given up for an outage: others wait behind it', () => {
  const work = { call: 'open', outages: OUTAGES_MS.length, prepared: {} } as const;
  const leg = sampleLeg({ kind: 'on-chain', status: 'submitting', work });
  assert.equal(takeAnswer(leg, 'start', unavailable(), SAMPLE_FACTS, SAMPLE_MS).to, 'unknown');
});

test('"not found" proves nothing while the last request may still travel, and not when it is asked twice in a row', () => {
  const absent = { kind: 'absent' } as const;
  const leg = (work: object) =>
    sampleLeg({
      status: 'unknown',
      work: { absences: 1, begunMs: SAMPLE_MS - HOUR_MS, sentMs: SAMPLE_MS - HOUR_MS, ...work },
    });
  assert.equal(takeAnswer(leg({}), 'query', absent, SAMPLE_FACTS, SAMPLE_MS).to, 'failed');
  assert.equal(
    takeAnswer(leg({ sentMs: SAMPLE_MS - 1 }), 'query', absent, SAMPLE_FACTS, SAMPLE_MS).to,
    undefined,
  );
  assert.equal(
    takeAnswer(leg({ lookAtMs: SAMPLE_MS + 1 }), 'query', absent, SAMPLE_FACTS, SAMPLE_MS).to,
    undefined,
  );
});

test('a look before its time does not bring a leg nearer to an operator', () => {
  const leg = sampleLeg({ status: 'unknown', work: { probes: 3, lookAtMs: SAMPLE_MS + 1 } });
  assert.equal(takeAnswer(leg, 'query', unavailable(), SAMPLE_FACTS, SAMPLE_MS).work?.probes, undefined);
});

test('an approval is not over by our clock alone', () => {
  const answer = {
    kind: 'requires_action',
    action: { type: 'redirect', url: 'https://bank.example/' },
    memo: {},
    expiresAtMs: SAMPLE_MS - 1_000,
  } as const;
  const leg = sampleLeg({ status: 'requires_action' });
  assert.equal(takeAnswer(leg, 'query', answer, SAMPLE_FACTS, SAMPLE_MS).to, 'requires_action');
  assert.equal(takeAnswer(leg, 'query', answer, SAMPLE_FACTS, SAMPLE_MS + HOUR_MS).to, 'failed');
});

test('a clock that was moved ahead proves no absence: the horizon is the provider’s', () => {
  const leg = sampleLeg({
    status: 'unknown',
    work: { absences: 1, begunMs: SAMPLE_MS, sentMs: SAMPLE_MS, lookAtMs: SAMPLE_MS },
  });
  const absent = { kind: 'absent' } as const;
  const facts = { ...SAMPLE_FACTS, aheadMs: HOUR_MS };
  const { to, work } = takeAnswer(leg, 'query', absent, facts, SAMPLE_MS + HOUR_MS);
  assert.deepEqual([to, work?.absences], [undefined, 0]);
  assert.equal(takeAnswer(leg, 'query', absent, facts, SAMPLE_MS + 2 * HOUR_MS).to, 'failed');
});
