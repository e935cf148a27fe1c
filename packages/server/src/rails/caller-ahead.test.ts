import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallableConnection, RailCaller } from './call.ts';
import { callerAhead } from './caller-ahead.ts';

const CONNECTION: CallableConnection = {
  environmentId: 'env_1',
  id: 'con_1',
  rail: 'wise',
  credentials: {},
  version: 1,
};

/** Answers what it is told to. */
function tell<Answer extends { readonly kind: string }>(name: string, answer: Answer) {
  const caller = { call: async () => answer } as unknown as RailCaller;
  return callerAhead(caller, 1_000).call(CONNECTION, { name }, async () => answer);
}

test('what begins ends as long from now as the provider says, wherever that stands', async () => {
  assert.deepEqual(
    await tell('payment.start', { kind: 'requires_action', expiresAtMs: 5, memo: { at: 5 } }),
    {
      kind: 'requires_action',
      expiresAtMs: 1_005,
      memo: { at: 5 },
    },
  );
  assert.deepEqual(
    await tell('fx.quote', { kind: 'done', result: { lockedUntilMs: 5, memo: { lockedUntilMs: 5 } } }),
    {
      kind: 'done',
      result: { lockedUntilMs: 1_005, memo: { lockedUntilMs: 5 } },
    },
  );
  assert.deepEqual(
    await tell('link.poll', {
      kind: 'done',
      result: { grant: { secret: { expiresAtMs: 5 }, consentExpiresAtMs: 5 }, accounts: [] },
    }),
    {
      kind: 'done',
      result: { grant: { secret: { expiresAtMs: 5 }, consentExpiresAtMs: 1_005 }, accounts: [] },
    },
  );
});

test('what has begun is told without its end', async () => {
  for (const name of ['link.check', 'payment.query', 'payout.query'])
    assert.deepEqual(
      await tell(name, { kind: 'done', expiresAtMs: 5, result: { consentExpiresAtMs: 5, state: 'valid' } }),
      {
        kind: 'done',
        result: { state: 'valid' },
      },
    );
});

test('an answer without an end, and a list, are left as they are', async () => {
  const credits = [{ creditedAtMs: 5 }];
  assert.deepEqual(await tell('transit.credits', { kind: 'done', result: credits }), {
    kind: 'done',
    result: credits,
  });
  assert.deepEqual(await tell('payment.start', { kind: 'unavailable' }), { kind: 'unavailable' });
});
