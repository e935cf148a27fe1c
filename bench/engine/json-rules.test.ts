import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '@switchyard/engine';
import { scoreBare } from './bare-scoring-loop.ts';
import { createJsonRules } from './json-rules.ts';
import {
  bareRails,
  bareRequests,
  NOW_MS,
  sampleRails,
  sampleRequests,
  sampleSnapshot,
} from './sample-traffic.ts';

test('the engine, the bare loop and the general rules engine choose the same rail', async () => {
  // More are connected than can serve, so that matching has something to do.
  const rails = sampleRails(30, 20);
  const snapshot = sampleSnapshot(rails);
  const { decide } = compile(snapshot);
  const bare = bareRails(rails);
  const choose = createJsonRules(snapshot, bare);
  const chosen = new Set<string | undefined>();
  for (const [at, request] of bareRequests().entries()) {
    const asked = sampleRequests('recommended')[at];
    assert.ok(asked !== undefined);
    const { rail } = decide(asked, { nowMs: NOW_MS, id: `dec_${at}` });
    assert.equal(scoreBare(bare, request)[0]?.rail, rail);
    if (at % 16 === 0) assert.equal(await choose({ request: asked, bare: request }), rail);
    chosen.add(rail);
  }
  assert.ok(chosen.size > 1, 'one rail always wins, so agreeing is no proof');
});
