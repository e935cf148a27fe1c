import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile } from './compile.ts';
import { arbitraryInput } from './decide/testing/arbitrary-snapshot.ts';
import { createDecisionWriter } from './decision-writer.ts';
import { asciiJson } from './json-text.ts';
import { presentDecision } from './present-decision.ts';

test('the text of a decision is the JSON of what is presented, also where the writer remembers parts of it', () => {
  fc.assert(
    fc.property(arbitraryInput, ({ snapshot, request, context }) => {
      const { decide } = compile(snapshot);
      const write = createDecisionWriter();
      for (const id of [context.id, `${context.id}x`, context.id]) {
        const decision = decide(request, { ...context, id });
        assert.equal(`{${write(decision)}}`, asciiJson(presentDecision(decision)));
      }
    }),
    { numRuns: 500 },
  );
});
