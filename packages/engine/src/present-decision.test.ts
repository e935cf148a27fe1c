import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile } from './compile.ts';
import { arbitraryInput } from './decide/testing/arbitrary-snapshot.ts';
import { createPresenter, presentDecision } from './present-decision.ts';

test('a presenter that remembers gives the same bytes as one that does not', () => {
  fc.assert(
    fc.property(arbitraryInput, ({ snapshot, request, context }) => {
      const { decide } = compile(snapshot);
      const present = createPresenter();
      const once = present(decide(request, context));
      const again = present(decide(request, { ...context, id: `${context.id}x` }));
      assert.equal(JSON.stringify(once), JSON.stringify(presentDecision(decide(request, context))));
      if (
        once.outcome === 'routed' &&
        again.excluded.every(({ code }) => code !== 'reliability.below_floor')
      ) {
        assert.equal(once.excluded, again.excluded);
      }
      assert.ok(Object.isFrozen(once.excluded));
    }),
    { numRuns: 200 },
  );
});
