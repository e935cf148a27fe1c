/** What the engine answers is what the contract promises: every decision, with id, object and createdAt added, passes its schema. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, type DecisionRequest, presentDecision } from '@switchyard/engine';
import fc from 'fast-check';
import { RouteDecision, RouteDecisionCreate } from '../../packages/contract/src/schemas/route-decision.ts';
import { arbitraryInput } from '../../packages/engine/src/decide/testing/arbitrary-snapshot.ts';
import { sampleSnapshot } from '../../packages/engine/src/decide/testing/sample-snapshot.ts';

test('every decision passes the schema of the contract', () => {
  fc.assert(
    fc.property(arbitraryInput, ({ snapshot, request, context }) => {
      const answer = {
        id: context.id,
        object: 'route_decision',
        ...presentDecision(compile(snapshot).decide(request, context)),
        createdAt: new Date(context.nowMs).toISOString(),
      };
      const parsed = RouteDecision.safeParse(JSON.parse(JSON.stringify(answer)));
      assert.ok(parsed.success, parsed.error?.message ?? '');
    }),
    { numRuns: 400 },
  );
});

test('what the contract takes as a request is what the engine takes', () => {
  // Compiles only as long as the one is assignable to the other.
  const request: DecisionRequest = RouteDecisionCreate.parse({
    operation: 'banking.payouts',
    amount: { asset: 'iso4217:EUR', band: { min: '100', max: '1000' } },
    payer: { country: 'DE', linkedRails: [] },
    payee: { country: 'FR', scheme: 'iban', accountRef: '****1234' },
    constraints: { excludeRails: [], custodyAdmitted: ['none'] },
  });
  const { outcome } = compile(sampleSnapshot()).decide(request, { nowMs: 0, id: 'dec_00000000' });
  assert.equal(outcome, 'no_route');
});
